import type { ComponentType } from 'react';
import type { WrittenAnswerProps } from './WrittenAnswer.tsx';

// The box and the keypad are loaded only for tests that need them. Without their code a question is answered by choosing.

let here: ComponentType<WrittenAnswerProps> | undefined;

/**
 * Loads the code for answers that are written. Without network and without a copy it does nothing.
 *
 * @returns undefined if none of the questions needs it, or if it is loaded.
 */
export function bringWriting(questions: readonly { asks?: object | undefined }[]): Promise<void> | undefined {
  if (here || !questions.some(({ asks }) => asks)) return undefined;
  return import('./WrittenAnswer.tsx').then(
    ({ WrittenAnswer }) => {
      here = WrittenAnswer;
    },
    () => {},
  );
}

/** Returns the box for an answer that is written, or undefined if its code is not loaded. */
export const writingHere = (): ComponentType<WrittenAnswerProps> | undefined => here;
