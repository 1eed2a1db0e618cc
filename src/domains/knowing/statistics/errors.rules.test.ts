import { expect, test } from 'vitest';
import { addUpErrors, errorsOf, shareShown } from './errors.rules.ts';

const given = (...rows: [number, string | null][]) => rows.map(([count, error]) => ({ count, error }));

test('errors of a test: shown, of the answers to the questions that can show it', () => {
  expect(
    errorsOf([
      { position: 1, given: given([20, null], [6, 'soma'], [4, 'troca']) },
      { position: 2, given: given([10, null], [3, 'soma'], [7, 'soma']) },
      { position: 3, given: given([30, null], [0, null]) },
    ]),
  ).toEqual([
    { id: 'soma', shown: 16, answers: 50, positions: [1, 2] },
    { id: 'troca', shown: 4, answers: 30, positions: [1] },
  ]);
});

test('an error that nobody made is listed too, and one with few answers comes last', () => {
  const errors = errorsOf([
    { position: 1, given: given([30, null], [0, 'nunca']) },
    { position: 2, given: given([4, null], [5, 'poucas']) },
  ]);
  expect(errors.map(({ id }) => id)).toEqual(['nunca', 'poucas']);
  expect(errors.map(shareShown)).toEqual([0, null]);
  expect(errorsOf([])).toEqual([]);
});

test('errors of the bank add up those of its tests', () => {
  const of = (id: string, shown: number, answers: number) => ({ id, shown, answers });
  expect(addUpErrors([[of('soma', 5, 40), of('troca', 30, 40)], [], [of('soma', 15, 20)]])).toEqual([
    { id: 'troca', shown: 30, answers: 40, tests: 1 },
    { id: 'soma', shown: 20, answers: 60, tests: 2 },
  ]);
});
