import { keepsOrder } from '../tests/shuffle.rules.ts';
import { type FrozenQuestion, letterAt, withoutLetter } from '../tests/tests.rules.ts';

/** What a key that is put right takes over from the bank. */
export type Corrected = Pick<FrozenQuestion, 'id' | 'alternatives' | 'correctAnswer' | 'explanation' | 'rendered'>;

const textAt = (alternatives: readonly string[], index: number) =>
  withoutLetter(alternatives[index] ?? '', index).trim();

/**
 * The letter that the right alternative has in a frozen question, found by its words: versions have other orders, and
 * an alternative may have stood elsewhere when it was frozen.
 *
 * @returns nothing when the question did not have that alternative.
 */
export function rightLetterIn(frozen: FrozenQuestion, corrected: Corrected): string | undefined {
  const right = textAt(corrected.alternatives, corrected.correctAnswer.charCodeAt(0) - 65);
  const places = frozen.alternatives
    .map((_, index) => index)
    .filter((index) => textAt(frozen.alternatives, index) === right);
  // Twice the same words: the one that has the letter of the bank.
  const place =
    places.find((index) => (frozen.bankLetters?.[index] ?? letterAt(index)) === corrected.correctAnswer) ?? places[0];
  return place === undefined ? undefined : letterAt(place);
}

/** The key of a frozen question as the bank's letter. */
export const bankKeyOf = ({ bankLetters, correctAnswer }: FrozenQuestion) =>
  bankLetters?.[correctAnswer.charCodeAt(0) - 65] ?? correctAnswer;

/**
 * A version's questions with one key put right and that question explained as in the bank; everything else stays.
 * Where the alternatives stand in another order, an explanation that names letters would name wrong ones: it is left out.
 *
 * @returns nothing when the key is right already, or the right alternative was not there.
 */
export function withRightKey(questions: readonly FrozenQuestion[], corrected: Corrected): FrozenQuestion[] | undefined {
  const frozen = questions.find(({ id }) => id === corrected.id);
  const letter = frozen && rightLetterIn(frozen, corrected);
  if (!frozen || !letter || letter === frozen.correctAnswer) return undefined;
  const namesLetters =
    frozen.bankLetters !== undefined &&
    keepsOrder({ statement: '', alternatives: [], explanation: corrected.explanation });
  const { explanation: _, ...rendered } = frozen.rendered;
  const html = namesLetters ? undefined : corrected.rendered.explanation;
  const right: FrozenQuestion = {
    ...frozen,
    correctAnswer: letter,
    explanation: namesLetters ? null : corrected.explanation,
    rendered: html === undefined ? rendered : { ...rendered, explanation: html },
  };
  return questions.map((question) => (question === frozen ? right : question));
}

/** Whether a mark comes out otherwise. A key may be put right without it: the child chose neither the old nor the new one. */
export const changesMark = (mark: { oldScore: number; newScore: number; oldCorrect: number; newCorrect: number }) =>
  mark.oldScore !== mark.newScore || mark.oldCorrect !== mark.newCorrect;
