import { addDays } from '../../../shared/days.ts';
import { meanPercent, wholePercent } from '../../../shared/percent.ts';
/** Minimum number of children of a group whose scores are shown. */
export const FEWEST_CHILDREN = 10;

export interface Sums {
  name: string | null;
  tests: number;
  children: number;
  /** Sum of the scores. */
  score: number;
  /** Number of tests with a score of 70 or more. */
  reached: number;
}

export interface ShownGroup {
  name: string;
  tests: number;
  mean: number | null;
  reached: number | null;
  hidden: 'small' | 'shields' | null;
}

/**
 * Groups with their mean and their share of scores of 70 or more; both are suppressed for groups of fewer than ten children. If only one
 * group is too small, the smallest of the others is suppressed as well: otherwise the values of the small one could be computed from the
 * total and the others.
 */
export function shownGroups(rows: readonly Sums[]): ShownGroup[] {
  const small = new Set(rows.filter(({ children }) => children < FEWEST_CHILDREN));
  const [shield] =
    small.size === 1 ? rows.filter((row) => !small.has(row)).sort((a, b) => a.children - b.children) : [];
  return rows.map((row) => {
    const hidden = small.has(row) ? 'small' : row === shield ? 'shields' : null;
    return {
      name: row.name ?? 'Sem província',
      tests: row.tests,
      mean: hidden ? null : meanPercent(row.score, row.tests),
      reached: hidden ? null : wholePercent(row.reached, row.tests),
      hidden,
    };
  });
}

/**
 * Returns the number of tests of each period up to today, including periods without tests.
 *
 * @param step days in a period: 1, or 7 for whole weeks, each named by its first day.
 */
export function everyDay(
  rows: readonly { date: string; tests: number }[],
  today: string,
  days: number,
  step: 1 | 7,
): { date: string; tests: number }[] {
  const known = new Map(rows.map(({ date, tests }) => [date, tests]));
  const count = Math.floor(days / step);
  return Array.from({ length: count }, (_, index) => {
    const first = addDays(today, 1 - (count - index) * step);
    let tests = 0;
    for (let day = 0; day < step; day += 1) tests += known.get(addDays(first, day)) ?? 0;
    return { date: first, tests };
  });
}

/**
 * Explains why some groups show no marks.
 *
 * @returns null if all do.
 */
export function whyHidden(groups: readonly Pick<ShownGroup, 'name' | 'hidden'>[]): string | null {
  const small = groups.filter(({ hidden }) => hidden === 'small');
  const shield = groups.find(({ hidden }) => hidden === 'shields');
  const [first] = small;
  if (!first) return null;
  const why = `Menos de ${FEWEST_CHILDREN} crianças: ${small.map(({ name }) => name).join(', ')}.`;
  return shield
    ? `${why} ${shield.name} também não mostra notas: com elas, uma conta de subtrair daria as de ${first.name}.`
    : why;
}
