import { type TrimesterStarts, trimesterOf } from '../../../shared/calendar.ts';
import { meanPercent } from '../../../shared/percent.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { Discipline } from '../../../shared/words.ts';

export type Period = 'month' | 'quarter' | 'year';

/** Returns the start of a period: 30 days ago, 90 days ago, or the beginning of the school year in Luanda (specification §2). */
export function periodStart(period: Period, now: Date, starts: TrimesterStarts): Date {
  if (period === 'month') return new Date(now.getTime() - 30 * DAY_MS);
  if (period === 'quarter') return new Date(now.getTime() - 90 * DAY_MS);
  return new Date(`${trimesterOf(now, starts).schoolYear}-${starts[0]}T00:00:00+01:00`);
}

/** Number of tests, and the sum of their scores. Unlike means, sums can be added. */
export interface Sums {
  tests: number;
  scoreSum: number;
}

/** Returns the mean score as a whole percentage, or null without a test. */
export const meanOf = ({ tests, scoreSum }: Sums): number | null => meanPercent(scoreSum, tests);

/** Returns rows with their means, the weakest first; among equal means, the one with most tests first. */
export function weakestFirst<Named extends Sums>(rows: readonly Named[]): (Named & { mean: number })[] {
  return rows
    .map((row) => ({ ...row, mean: meanOf(row) }))
    .filter((row): row is Named & { mean: number } => row.mean !== null)
    .sort((one, other) => one.mean - other.mean || other.tests - one.tests);
}

export interface ThemeSums extends Sums {
  discipline: Discipline;
  theme: string;
}
