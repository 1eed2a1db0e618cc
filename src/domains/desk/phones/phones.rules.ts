import type { Measure } from '../../../shared/phones/phone-report.ts';

/**
 * Upper bounds of the histogram buckets; values above the last bound go into one more bucket. New bounds may only be appended, because stored
 * counts refer to buckets by index.
 */
export const BOUNDS: Readonly<Record<Measure, readonly number[]>> = {
  lcp: [400, 600, 800, 1000, 1300, 1600, 2000, 2500, 3000, 4000, 6000, 10_000],
  inp: [25, 50, 75, 100, 150, 200, 300, 500, 1000],
  cls: [1, 10, 25, 50, 100, 150, 250, 500],
};

/** The goal at p75 (web.dev/vitals), in the unit of the measure; one of the bounds. */
export const GOALS: Readonly<Record<Measure, number>> = { lcp: 2500, inp: 200, cls: 100 };

/** With fewer reports no p75 is given. */
export const FEWEST_REPORTS = 10;

/** Returns the index of the range of a value. */
export function bucketOf(measure: Measure, value: number): number {
  const at = BOUNDS[measure].findIndex((bound) => value <= bound);
  return at === -1 ? BOUNDS[measure].length : at;
}

/**
 * Returns the p75 of values that are counted in ranges, or null with fewer than `FEWEST_REPORTS`: interpolated linearly within its range, as by
 * Prometheus' `histogram_quantile`; above the last bound it is that bound.
 *
 * @param counts number of values by index of the range; missing ones are 0.
 */
export function p75Of(measure: Measure, counts: readonly (number | undefined)[]): number | null {
  const total = reportsIn(counts);
  if (total < FEWEST_REPORTS) return null;
  const bounds = BOUNDS[measure];
  let left = 0.75 * total;
  for (const [at, bound] of bounds.entries()) {
    const count = counts[at] ?? 0;
    const from = bounds[at - 1] ?? 0;
    if (count > 0 && left <= count) return Math.round(from + ((bound - from) * left) / count);
    left -= count;
  }
  return bounds[bounds.length - 1] ?? null;
}

/** Returns the number of values in all ranges. */
export const reportsIn = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** Returns the number of values within the goal. */
export const withinGoal = (measure: Measure, counts: readonly (number | undefined)[]): number =>
  reportsIn(counts.slice(0, bucketOf(measure, GOALS[measure]) + 1));

/** Returns a value as people read it: "1,4 s", "120 ms", "0,05". */
export function valueText(measure: Measure, value: number | null): string {
  if (value === null) return '–';
  if (measure === 'inp') return `${Math.round(value)} ms`;
  const [number, digits] = measure === 'lcp' ? [value / 1000, 1] : [value / 1000, 2];
  return `${number.toFixed(digits).replace('.', ',')}${measure === 'lcp' ? ' s' : ''}`;
}
