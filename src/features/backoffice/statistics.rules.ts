/** Children that a group must have before its scores are shown. */
export const FEWEST_CHILDREN = 10;

export interface Sums {
  name: string | null;
  tests: number;
  children: number;
  /** Sum of the scores. */
  score: number;
  /** Tests with 70 or more. */
  reached: number;
}

/**
 * Groups with their mean and share of 70 or more, and without them where fewer than ten children are in the group.
 * Where a single group is too small, the smallest of the others is suppressed as well: otherwise the total, less all
 * that is shown, would give the small one away.
 */
export function shownGroups(
  rows: readonly Sums[],
): { name: string; tests: number; mean: number | null; reached: number | null }[] {
  const small = new Set(rows.filter(({ children }) => children < FEWEST_CHILDREN));
  if (small.size === 1) {
    const [next] = rows.filter((row) => !small.has(row)).sort((a, b) => a.children - b.children);
    if (next) small.add(next);
  }
  return rows.map((row) => ({
    name: row.name ?? 'Sem província',
    tests: row.tests,
    mean: small.has(row) ? null : Math.round(row.score / row.tests),
    reached: small.has(row) ? null : Math.round((100 * row.reached) / row.tests),
  }));
}

const DAY = 86_400_000;
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Every day from the first to the last, those without tests too; by weeks, named by their first day, for `step` 7. */
export function everyDay(
  rows: readonly { date: string; tests: number }[],
  today: string,
  days: number,
  step: 1 | 7,
): { date: string; tests: number }[] {
  const known = new Map(rows.map(({ date, tests }) => [date, tests]));
  const all = Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const first = plus(today, -days + 1 + index * step);
    let tests = 0;
    for (let day = 0; day < step; day += 1) tests += known.get(plus(first, day)) ?? 0;
    return { date: first, tests };
  });
  return all;
}
