import { expect, test } from 'vitest';
import { everyDay, shownGroups, whyHidden } from './statistics.rules.ts';

const group = (name: string, children: number, tests = children) => ({
  name,
  children,
  tests,
  score: tests * 50,
  reached: 0,
});

test('a group of fewer than ten children shows the number of tests, but no scores', () => {
  expect(shownGroups([group('A', 10), group('B', 9), group('C', 3)])).toEqual([
    { name: 'A', tests: 10, mean: 50, reached: 0, hidden: null },
    { name: 'B', tests: 9, mean: null, reached: null, hidden: 'small' },
    { name: 'C', tests: 3, mean: null, reached: null, hidden: 'small' },
  ]);
});

test('if a single group is small, the smallest of the others is hidden too, so that subtraction reveals nothing', () => {
  const shown = shownGroups([group('A', 40), group('B', 1), group('C', 12)]);
  expect(shown.map(({ mean }) => mean)).toEqual([50, null, null]);
  expect(shown.map(({ hidden }) => hidden)).toEqual([null, 'small', 'shields']);
  expect(shownGroups([group('A', 2)])).toEqual([{ name: 'A', tests: 2, mean: null, reached: null, hidden: 'small' }]);
});

test('hidden figures state the reason, also for a group that is large enough', () => {
  expect(whyHidden(shownGroups([group('A', 40), group('C', 12)]))).toBeNull();
  expect(whyHidden(shownGroups([group('A', 40), group('B', 1), group('D', 2)]))).toBe('Menos de 10 crianças: B, D.');
  expect(whyHidden(shownGroups([group('A', 40), group('B', 1), group('C', 12, 203)]))).toBe(
    'Menos de 10 crianças: B. C também não mostra notas: com elas, uma conta de subtrair daria as de B.',
  );
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
