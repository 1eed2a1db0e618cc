import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import type { Answering } from '../../bank/answering/answering.contract.ts';
import { judgeWritten, normalizeAnswering, writtenFor } from '../../bank/answering/answering.rules.ts';
import { keepsOrder } from '../../bank/test-bank/shuffle.rules.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';

/** The fields that a corrected key takes from the bank. */
export type Corrected = Pick<
  FrozenQuestion,
  'id' | 'alternatives' | 'correctAnswer' | 'explanation' | 'rendered' | 'answering'
>;

const textAt = (alternatives: readonly string[], index: number) =>
  withoutLetter(alternatives[index] ?? '', index).trim();

/**
 * Returns the letter of the right alternative in a frozen question. It is found by its text, because versions have other orders, and the
 * alternative may have had another position when the version was frozen.
 *
 * @returns undefined when the question did not have that alternative.
 */
export function rightLetterIn(frozen: FrozenQuestion, corrected: Corrected): string | undefined {
  if (frozen.alternatives.length === 0 && corrected.alternatives.length === 0) return corrected.correctAnswer;
  const right = textAt(corrected.alternatives, corrected.correctAnswer.charCodeAt(0) - 65);
  const places = frozen.alternatives
    .map((_, index) => index)
    .filter((index) => textAt(frozen.alternatives, index) === right);
  // If two alternatives have the same text, the one with the bank's letter.
  const place =
    places.find((index) => (frozen.bankLetters?.[index] ?? letterAt(index)) === corrected.correctAnswer) ?? places[0];
  return place === undefined ? undefined : letterAt(place);
}

/** Returns the key of a frozen question, as a letter of the bank. */
export const bankKeyOf = ({ bankLetters, correctAnswer }: FrozenQuestion) =>
  bankLetters?.[correctAnswer.charCodeAt(0) - 65] ?? correctAnswer;

/** Returns whether a version accepts what the bank now accepts in writing. */
const hasAccepted = ({ answering }: FrozenQuestion, now: Answering | undefined) =>
  answering === undefined || (now?.accepted ?? []).every((text) => answering.accepted.includes(text));

/**
 * Returns how a question is answered in writing once another alternative is right or one more value is accepted. The value of the former
 * key is no longer accepted if the key changes.
 */
export function answeringWith(
  question: FrozenQuestion,
  key: string,
  accept: string | undefined,
): Answering | undefined {
  const { answering, alternatives, correctAnswer } = question;
  if (!answering) return undefined;
  const former = key === correctAnswer ? undefined : writtenFor(question, correctAnswer);
  const accepted = answering.accepted.filter((text) => text !== former);
  return normalizeAnswering(
    { ...answering, accepted: [...accepted, ...(accept === undefined ? [] : [accept])] },
    { alternatives, correctAnswer: key },
  );
}

/**
 * Returns a version's questions with one key corrected and that question's explanation taken from the bank; everything else stays the same.
 * If the alternatives are in another order, an explanation that refers to letters would refer to wrong ones, so it is left out.
 *
 * @returns undefined when the key is already right, or the question did not have the right alternative.
 */
export function withRightKey(questions: readonly FrozenQuestion[], corrected: Corrected): FrozenQuestion[] | undefined {
  const frozen = questions.find(({ id }) => id === corrected.id);
  const letter = frozen && rightLetterIn(frozen, corrected);
  if (!frozen || !letter) return undefined;
  const answering = frozen.answering && (corrected.answering ?? frozen.answering);
  if (letter === frozen.correctAnswer && hasAccepted(frozen, answering)) return undefined;
  const namesLetters =
    frozen.bankLetters !== undefined &&
    keepsOrder({ statement: '', alternatives: [], explanation: corrected.explanation });
  const { explanation: _, ...rendered } = frozen.rendered;
  const html = namesLetters ? undefined : corrected.rendered.explanation;
  const right: FrozenQuestion = {
    ...frozen,
    correctAnswer: letter,
    ...(answering ? { answering } : {}),
    explanation: namesLetters ? null : corrected.explanation,
    rendered: html === undefined ? rendered : { ...rendered, explanation: html },
  };
  return questions.map((question) => (question === frozen ? right : question));
}

/** Returns the letter of an answer by the questions of a version: what was written is read again. */
export function letterIn(
  questions: readonly FrozenQuestion[],
  answer: { questionId: number; selectedAnswer: string; written: string | null },
): string {
  const question = questions.find(({ id }) => id === answer.questionId);
  if (answer.written === null || !question?.answering) return answer.selectedAnswer;
  const verdict = judgeWritten({ ...question, answering: question.answering }, answer.written);
  return verdict.kind === 'answer' ? verdict.letter : answer.selectedAnswer;
}

/** Returns whether a corrected key changes a mark. It does not if the child chose neither the old nor the new key. */
export const changesMark = (mark: { oldScore: number; newScore: number; oldCorrect: number; newCorrect: number }) =>
  mark.oldScore !== mark.newScore || mark.oldCorrect !== mark.newCorrect;
