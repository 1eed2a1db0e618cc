import { expect, test } from 'vitest';
import { orderWith } from './deleted.rules.ts';

test.each([
  ['one from the middle', [1, 3], [{ id: 2, position: 2 }], [1, 2, 3]],
  [
    'two neighbours, whichever comes first',
    [1, 4],
    [
      { id: 3, position: 3 },
      { id: 2, position: 2 },
    ],
    [1, 2, 3, 4],
  ],
  [
    'the first and the last',
    [2],
    [
      { id: 3, position: 3 },
      { id: 1, position: 1 },
    ],
    [1, 2, 3],
  ],
  ['one behind the end of a test that has become shorter', [1], [{ id: 9, position: 7 }], [1, 9]],
  [
    'two from the same place, by their ids',
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
