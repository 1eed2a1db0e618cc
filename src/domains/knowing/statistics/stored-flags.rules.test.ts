import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { simulatedQuestion } from '../../../../test/support/simulated-question.ts';
import { chances } from '../../../shared/chances.ts';
import { flagsOf, type QuestionSums } from './statistics.rules.ts';

/** How often each flag is raised of the questions below. */
const FOUND = {
  'key-doubtful': 122,
  'too-hard': 164,
  weak: 206,
  negative: 123,
  confusing: 72,
  unused: 154,
  'too-easy': 2,
};

test('with other flags the figures of the bank are computed again: another number of its rules', () => {
  const random = chances(12);
  const found: Record<string, number> = {};
  for (let repetition = 0; repetition < 400; repetition += 1) {
    const [difficulty, slope] = [(repetition % 5) - 2, repetition % 3 === 0 ? 1 : repetition % 3 === 1 ? 0.3 : -1];
    const question = simulatedQuestion(random, { difficulty, slope, key: repetition % 7 === 0 ? 'B' : 'A' });
    for (const times of [1, 4, 12])
      for (const { kind } of flagsOf(repeated(question, times), 30 * times)) found[kind] = (found[kind] ?? 0) + 1;
  }
  const store = fs.readFileSync(path.join(import.meta.dirname, 'bank-statistics.store.ts'), 'utf8');
  // Where the flags change, so must the number.
  expect({ rules: Number(/const RULES = (\d+);/.exec(store)?.[1]), found }).toEqual({ rules: 5, found: FOUND });
});

/** The sums of a question that so many times as many children answered in the same way. */
function repeated(question: QuestionSums, times: number): QuestionSums {
  const { correct, restSum, restSquares, restSumOfCorrect, choices } = question;
  return {
    ...question,
    correct: correct * times,
    restSum: restSum * times,
    restSquares: restSquares * times,
    restSumOfCorrect: restSumOfCorrect * times,
    choices: choices.map(({ letter, count, top, middle, bottom, restSum: own }) => {
      return {
        letter,
        count: count * times,
        top: top * times,
        middle: middle * times,
        bottom: bottom * times,
        restSum: own * times,
      };
    }),
  };
}
