import { chances, shuffledPlaces } from '../../../shared/chances.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import { plainText } from '../../../shared/words.ts';
import type { FrozenQuestion } from './tests.rules.ts';

/**
 * Number of orders of a version of a shuffled test. There are enough that neighbouring children rarely have the same one (1 in 24), and few
 * enough that all versions of a test stay small.
 */
export const ORDERS = 24;

/** Alternatives that only make sense in their position: "Todas as anteriores", "A e B", "Figura C". */
const SPEAKS_OF_PLACES =
  /anterior|acima|abaixo|\b(all|none) of the above\b|^(todas|todos|nenhuma|nenhum|ambas|ambos)\b|^(a )?(figura|imagem|opção|alternativa)?\s*[A-F]$|\b[A-F]\s*(,|e|ou)\s*[A-F]\b/iu;
/** Texts that refer to an alternative by its letter. */
const NAMES_A_LETTER =
  /\b(alternativa|opção|opções|alternativas|resposta|letra|alínea|figura)\s+[A-F]\b|\b[A-F]\)|\b[Qq]uem (escolheu|marcou|respondeu|disse) [A-F]\b/u;

/** Words with a natural order, in the form of `plainText`. */
const SEQUENCES = [
  ['um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'],
  ['uma', 'duas', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'],
  ['primeiro', 'segundo', 'terceiro', 'quarto', 'quinto', 'sexto'],
  ['primeira', 'segunda', 'terceira', 'quarta', 'quinta', 'sexta'],
  ['segunda-feira', 'terca-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sabado', 'domingo'],
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  ['nunca', 'raramente', 'as vezes', 'muitas vezes', 'sempre'],
];
/** Pairs that readers expect in this order, such as true and false; they are not shuffled. */
const PAIRS = [
  ['verdadeiro', 'falso'],
  ['verdadeira', 'falsa'],
  ['v', 'f'],
  ['certo', 'errado'],
  ['sim', 'nao'],
  ['true', 'false'],
  ['yes', 'no'],
];

/** Returns whether values are strictly ascending or strictly descending. */
const isSorted = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] as number)) ||
  values.every((value, at) => at === 0 || value < (values[at - 1] as number));

/** Returns a number and the words around it: "1 500 Kz", "$2{,}5$ m", "$\frac{1}{2}$", or undefined for texts with no number or several. */
function measured(text: string): { value: number; words: string } | undefined {
  const plain = text
    .replaceAll('$', '')
    .replaceAll('{,}', ',')
    .replace(/(\d)(?:\\,|[.\s\u00a0\u202f])(?=\d{3}(?!\d))/gu, '$1')
    .replace(/\\frac\{(\d+)\}\{(\d+)\}/u, '$1/$2')
    .trim();
  const [, before = '', whole = '', below, after = ''] =
    /^([^\d/]*?)([-−]?\d+(?:,\d+)?)(?:\/(\d+))?([^\d/]*)$/u.exec(plain) ?? [];
  if (whole === '') return undefined;
  const value = Number(whole.replace(',', '.').replace('−', '-')) / Number(below ?? 1);
  // "1 laranja" and "2 laranjas" have the same unit.
  return { value, words: plainText(`${before} # ${after}`).replaceAll(/(\p{L})s\b/gu, '$1') };
}

/** Returns whether alternatives have a natural order: sorted numbers with the same unit, consecutive days or months, true and false. */
function areInOrder(texts: readonly string[]): boolean {
  const words = texts.map(plainText);
  if (words.length === 2 && PAIRS.some((pair) => pair.every((word, at) => word === words[at]))) return true;
  if (words.length < 3) return false;
  if (
    SEQUENCES.some(
      (all) => words.every((word) => all.includes(word)) && isSorted(words.map((word) => all.indexOf(word))),
    )
  )
    return true;
  const numbers = texts.flatMap((text) => measured(text) ?? []);
  return (
    numbers.length === texts.length &&
    numbers.every((one) => one.words === numbers[0]?.words) &&
    isSorted(numbers.map(({ value }) => value))
  );
}

/**
 * Returns whether a question keeps its order in a shuffled test: its text refers to letters or positions, or its alternatives are sorted.
 */
export function keepsOrder(question: Pick<FrozenQuestion, 'statement' | 'alternatives' | 'explanation'>): boolean {
  const texts = question.alternatives.map((text, index) => withoutLetter(text, index).trim());
  return (
    texts.some((text) => SPEAKS_OF_PLACES.test(text)) ||
    NAMES_A_LETTER.test(question.explanation ?? '') ||
    NAMES_A_LETTER.test(question.statement) ||
    areInOrder(texts)
  );
}

/**
 * Returns a version's questions with their alternatives in the order of this number. Letters, mathematics and key are adapted, and
 * `bankLetters` has the letter of each alternative in the bank. The same version and number always give the same result.
 *
 * @param versionId the version with the order of the bank.
 * @param order 0 … ORDERS - 1.
 */
export function inOrder(questions: readonly FrozenQuestion[], versionId: number, order: number): FrozenQuestion[] {
  const chance = chances(Math.imul(versionId, 2_654_435_761) ^ Math.imul(order + 1, 40_503));
  return questions.map((question) => {
    // Drawn even for questions that keep their order, so that the text of one question does not affect the order of others.
    const places = shuffledPlaces(question.alternatives.length, chance);
    let keeps = known.get(question);
    if (keeps === undefined) {
      keeps = question.alternatives.length === 0 || keepsOrder(question);
      known.set(question, keeps);
    }
    return keeps ? question : reordered(question, places);
  });
}
/** Cached results of `keepsOrder`, because the same questions are put into many orders. */
const known = new WeakMap<FrozenQuestion, boolean>();

/**
 * Returns a version's questions with their alternatives in the order of another version of the same test, found by their texts. A question
 * whose alternatives differ there, or that is not there, keeps its order.
 */
export function arrangedLike(questions: readonly FrozenQuestion[], shown: readonly FrozenQuestion[]): FrozenQuestion[] {
  const byId = new Map(shown.map((question) => [question.id, question]));
  return questions.map((question) => {
    const wanted = byId.get(question.id);
    if (!wanted?.bankLetters) return question;
    const left: (string | null)[] = question.alternatives.map(withoutLetter);
    const places = wanted.alternatives.map(withoutLetter).map((text) => {
      const place = left.indexOf(text);
      if (place >= 0) left[place] = null;
      return place;
    });
    return places.length === left.length && !places.includes(-1) ? reordered(question, places) : question;
  });
}

/** `places[i]` is the index in the bank of the alternative that is shown at index `i`. */
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
