// Whether an answer is right by the newest version of its question.

import { withoutLetter } from '../../../shared/questions/letters.ts';
import { verdictOn } from '../../bank/answering/answering.rules.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';

/** Returns the text of the alternative with this letter, or undefined if there is none. */
export function wordsOf({ alternatives }: FrozenQuestion, letter: string): string | undefined {
  const place = /^[A-F]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1;
  const words = alternatives[place];
  return words === undefined ? undefined : withoutLetter(words, place);
}

/**
 * Returns whether an answer is right by the key that its question has now. Choices are compared by their text, because each version of a
 * shuffled test has its own letters.
 *
 * @param asked the question as the child saw it.
 * @param newest the newest version of the same content.
 * @param answer a letter, and what was written.
 */
export function isRightNow(
  asked: FrozenQuestion,
  newest: FrozenQuestion,
  { selectedAnswer, written }: { selectedAnswer: string; written: string | null },
): boolean {
  if (written !== null) {
    const verdict = verdictOn(newest, written);
    if (verdict?.kind === 'answer') return verdict.letter === newest.correctAnswer;
  }
  const chosen = wordsOf(asked, selectedAnswer);
  return chosen === undefined
    ? selectedAnswer === asked.correctAnswer
    : chosen === wordsOf(newest, newest.correctAnswer);
}
