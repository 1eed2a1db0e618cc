import { expect, test } from 'vitest';
import { orderWith } from './deleted.rules.ts';

test.each([
  ['a question from the middle returns to its place', [1, 3], [{ id: 2, position: 2 }], [1, 2, 3]],
  [
    'two adjacent questions return in order, whichever is listed first',
    [1, 4],
    [
      { id: 3, position: 3 },
      { id: 2, position: 2 },
    ],
    [1, 2, 3, 4],
  ],
  [
    'the first and the last question return to their places',
    [2],
    [
      { id: 3, position: 3 },
      { id: 1, position: 1 },
    ],
    [1, 2, 3],
  ],
  ['a place beyond the end of a shorter test becomes the last', [1], [{ id: 9, position: 7 }], [1, 9]],
  [
    'two questions of the same place: the one with the larger id comes first',
    [1],
    [
      { id: 9, position: 1 },
      { id: 8, position: 1 },
    ],
    [9, 8, 1],
  ],
  ['none', [1, 2], [], [1, 2]],
])('%s', (_what, ids, back, order) => {
  expect(orderWith(ids, back)).toEqual(order);
});
