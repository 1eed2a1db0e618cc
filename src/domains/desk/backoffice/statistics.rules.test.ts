import { expect, test } from 'vitest';
import { everyDay, shownGroup, tensOf, whyHidden } from './statistics.rules.ts';

const of = (...marks: [mark: number, children: number][]) => marks.map(([mark, children]) => ({ mark, children }));

test.each([
  ['ten children', of([50, 5], [70, 5]), 60, 50],
  ['nine children', of([50, 5], [70, 4]), null, null],
  ['children who are all alike', of([60, 30]), null, null],
  ['children nearly all right', of([100, 28], [90, 2]), null, null],
  ['children of whom none reaches the goal', of([40, 5], [60, 5]), 50, null],
  ['no children', [], null, null],
] as const)('%s', (_, marks, mean, reached) => {
  expect(shownGroup({ name: 'A', tests: 3, marks })).toEqual({ name: 'A', tests: 3, mean, reached });
});

test('children are counted by tens of their mark, where an average may be shown', () => {
  expect(tensOf(of([0, 1], [9, 1], [10, 2], [89, 3], [90, 2], [100, 4]))).toEqual([2, 2, 0, 0, 0, 0, 0, 0, 3, 6]);
  expect(tensOf(of([10, 9]))).toBeNull();
});

test('hidden figures state the reason', () => {
  expect(whyHidden([{ name: 'A', mean: 50 }])).toBeNull();
  expect(
    whyHidden([
      { name: 'A', mean: 50 },
      { name: 'B', mean: null },
      { name: 'C', mean: null },
    ]),
  ).toBe('Ainda sem notas: B, C. Só se mostram quando dez famílias ou mais entraram juntas nas médias.');
});

test('every day is listed, and a week is the sum of its seven days', () => {
  const rows = [
    { date: '2026-11-20', tests: 3 },
    { date: '2026-11-15', tests: 2 },
  ];
  expect(everyDay(rows, '2026-11-21', 7, 1).map(({ tests }) => tests)).toEqual([2, 0, 0, 0, 0, 3, 0]);
  expect(everyDay(rows, '2026-11-21', 14, 7)).toEqual([
    { date: '2026-11-08', tests: 0 },
    { date: '2026-11-15', tests: 5 },
  ]);
  // A year has a day more than its weeks: the last week is whole.
  expect(everyDay(rows, '2026-11-21', 15, 7)).toEqual(everyDay(rows, '2026-11-21', 14, 7));
});
