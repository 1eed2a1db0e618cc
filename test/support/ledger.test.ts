import { expect, test } from 'vitest';
import { type KeptAnswer, Ledger } from './ledger.ts';

/** Two attempts of ten questions, each answered twice; the last answer of all was sent and not acknowledged. */
function aRun(): { ledger: Ledger; rows: KeptAnswer[] } {
  const ledger = new Ledger();
  const rows = new Map<string, KeptAnswer>();
  let sequence = 0;
  for (let round = 0; round < 2; round += 1)
    for (const attemptId of [1, 2])
      for (let questionId = 1; questionId <= 10; questionId += 1) {
        sequence += 1;
        const letter = 'ABCD'[sequence % 4] as string;
        const answer = { attemptId, questionId, selectedAnswer: letter, sequence };
        ledger.sending(answer);
        if (sequence < 40) {
          ledger.acknowledged(answer);
          rows.set(`${attemptId}/${questionId}`, { attemptId, questionId, letter, sequence });
        }
      }
  return { ledger, rows: [...rows.values()] };
}

test('a run in which nothing was lost has no faults, and an answer without acknowledgement may be there or not', () => {
  const { ledger, rows } = aRun();
  expect(ledger.faults(rows)).toEqual([]);
  rows[19] = { attemptId: 2, questionId: 10, letter: 'A', sequence: 40 };
  expect(ledger.faults(rows)).toEqual([]);
  expect([ledger.size, ledger.attempts]).toEqual([20, [1, 2]]);
});

const MUTANTS: [string, number, (rows: KeptAnswer[]) => KeptAnswer[]][] = [
  ['all answers deleted', 20, () => []],
  ['one answer deleted', 1, (rows) => rows.slice(1)],
  ['the answers of one attempt deleted', 10, (rows) => rows.filter(({ attemptId }) => attemptId === 2)],
  [
    'an answer that went back to an earlier choice',
    1,
    ([row, ...rest]) => [{ ...(row as KeptAnswer), letter: 'B', sequence: 1 }, ...rest],
  ],
  ['another letter than was sent', 1, ([row, ...rest]) => [{ ...(row as KeptAnswer), letter: 'F' }, ...rest]],
  ['an answer stored twice', 1, (rows) => [...rows, rows[0] as KeptAnswer]],
  ['an answer that nobody gave', 1, (rows) => [...rows, { attemptId: 3, questionId: 1, letter: 'A', sequence: 1 }]],
  ['an answer without its sequence', 2, ([row, ...rest]) => [{ ...(row as KeptAnswer), sequence: null }, ...rest]],
];

test.each(MUTANTS)('%s: %i faults', (_, faults, mutate) => {
  const { ledger, rows } = aRun();
  expect(ledger.faults(mutate(rows))).toHaveLength(faults);
});
