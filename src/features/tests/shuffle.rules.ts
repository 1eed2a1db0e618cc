import { type FrozenQuestion, letterAt, withoutLetter } from './tests.rules.ts';

/**
 * How many orders a version of a shuffled test has. Enough that neighbours hardly ever share one (1 in 24), few enough
 * that a version costs no more than its test.
 */
export const ORDERS = 24;

/** Alternatives that only make sense where they stand: "Todas as anteriores", "A e B", "Figura C". */
const SPEAKS_OF_PLACES =
  /anterior|acima|abaixo|^(todas|todos|nenhuma|nenhum|ambas|ambos)\b|^(a )?(figura|imagem|opção|alternativa)?\s*[A-F]$|\b[A-F]\s*(,|e|ou)\s*[A-F]\b/iu;
/** Explanations that name an alternative by its letter. */
const NAMES_A_LETTER = /\b(alternativa|opção|opções|alternativas|resposta|letra|alínea|figura)\s+[A-F]\b|\b[A-F]\)/u;

/** Whether a question keeps its order in a shuffled test, because its words speak of letters or places. */
export function keepsOrder(question: Pick<FrozenQuestion, 'statement' | 'alternatives' | 'explanation'>): boolean {
  return (
    question.alternatives.some((text, index) => SPEAKS_OF_PLACES.test(withoutLetter(text, index).trim())) ||
    NAMES_A_LETTER.test(question.explanation ?? '') ||
    NAMES_A_LETTER.test(question.statement)
  );
}

/** Numbers below one that follow from a seed: Mulberry32, by Tommy Ettinger, public domain. */
function chances(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The places 0…n-1 in another order (Fisher and Yates). */
function shuffledPlaces(count: number, chance: () => number): number[] {
  const places = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [places[last], places[other]] = [places[other] as number, places[last] as number];
  }
  return places;
}

/**
 * A version's questions with their alternatives in the order of that number: letters, mathematics and key go along, and
 * `bankLetters` says which letter each alternative has in the bank. The same version and number always give the same.
 *
 * @param versionId the version with the order of the bank.
 * @param order 0 … ORDERS - 1.
 */
export function inOrder(questions: readonly FrozenQuestion[], versionId: number, order: number): FrozenQuestion[] {
  const chance = chances(Math.imul(versionId, 2_654_435_761) ^ Math.imul(order + 1, 40_503));
  return questions.map((question) => {
    // Drawn also for questions that stay, so that one question's words do not decide another's order.
    const places = shuffledPlaces(question.alternatives.length, chance);
    return keepsOrder(question) ? question : reordered(question, places);
  });
}

/** `places[i]` is the place in the bank of the alternative that is shown at `i`. */
function reordered(question: FrozenQuestion, places: readonly number[]): FrozenQuestion {
  const pick = (list: readonly string[]) =>
    places.map((from, to) => `${letterAt(to)}) ${withoutLetter(list[from] as string, from)}`);
  const { alternatives, ...others } = question.rendered;
  return {
    ...question,
    alternatives: pick(question.alternatives),
    correctAnswer: letterAt(places.indexOf(question.correctAnswer.charCodeAt(0) - 65)),
    rendered: { ...others, ...(alternatives ? { alternatives: pick(alternatives) } : {}) },
    bankLetters: places.map(letterAt),
  };
}
