import { expect, test } from 'vitest';
import { columnsOf } from './sheet-columns.rules.ts';

const heights = (columns: { height: number }[][]) => columns.map((column) => column.map(({ height }) => height));
const ROOM = { first: 100, later: 300 };

test.each<[string, number[], number[][]]>([
  ['nothing', [], [[], []]],
  ['what fits on the first page', [60, 40, 50], [[60, 40], [50]]],
  ['a question that is too tall for the first page', [120, 30], [[], [], [120], [30]]],
  [
    'a last page with few questions has them in two columns',
    [100, 100, 50, 50, 50, 50],
    [[100], [100], [50, 50], [50, 50]],
  ],
  ['order is kept', [90, 20, 90, 30, 40], [[90], [20], [90], [30, 40]]],
  ['a question that is taller than a page', [500, 20], [[], [], [500], [20]]],
])('%s', (_, blocks, columns) => {
  expect(
    heights(
      columnsOf(
        blocks.map((height) => ({ height })),
        ROOM,
      ),
    ),
  ).toEqual(columns);
});
