import { addDays } from '../../../shared/days.ts';
import { GOAL } from '../../../shared/goal.ts';
import { averageOf, wholePercent } from '../../../shared/percent.ts';

/** A group's number of tests, and how many children of whole blocks have each mark. */
export interface Group {
  name: string | null;
  tests: number;
  marks: readonly { mark: number; children: number }[];
}

export interface ShownGroup {
  name: string;
  tests: number;
  mean: number | null;
  reached: number | null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns the number of children with each whole mark from 0 to 100. */
function histogramOf(marks: Group['marks']): number[] {
  const histogram = Array.from({ length: 101 }, () => 0);
  for (const { mark, children } of marks) histogram[mark] = (histogram[mark] ?? 0) + children;
  return histogram;
}

/** Shares outside these would say nearly the same of every child. */
const [LOWEST_SHARE, HIGHEST_SHARE] = [5, 95];

/**
 * Returns a group with the mean of its children and their share with 70 or more, each only where it is safe to show: as the averages of
 * families (decision 0008), from ten children on, and never of nearly all alike.
 */
export function shownGroup({ name, tests, marks }: Group): ShownGroup {
  const histogram = histogramOf(marks);
  const average = averageOf(histogram);
  const reached = average && wholePercent(sum(histogram.slice(GOAL)), average.children);
  return {
    name: name ?? 'Sem província',
    tests,
    mean: average?.mean ?? null,
    reached: reached === null || reached < LOWEST_SHARE || reached > HIGHEST_SHARE ? null : reached,
  };
}

/** Returns ten counts of children, with marks from 0 to 9, 10 to 19 … 90 to 100, or null where they are not safe to show. */
export function tensOf(marks: Group['marks']): number[] | null {
  const histogram = histogramOf(marks);
  if (!averageOf(histogram)) return null;
  return Array.from({ length: 10 }, (_, ten) => sum(histogram.slice(ten * 10, ten === 9 ? 101 : ten * 10 + 10)));
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
export function whyHidden(groups: readonly Pick<ShownGroup, 'name' | 'mean'>[]): string | null {
  const hidden = groups.filter(({ mean }) => mean === null);
  if (hidden.length === 0) return null;
  return `Ainda sem notas: ${hidden.map(({ name }) => name).join(', ')}. Só se mostram quando dez famílias ou mais entraram juntas nas médias.`;
}
