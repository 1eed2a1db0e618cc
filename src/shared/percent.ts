import { GOAL } from './goal.ts';

// All percentages that people read are made here. A percentage never says more than is true: the goal and 100 are reached only by whoever
// reaches them exactly, so 139 of 200 is 69 % and 199 of 200 is 99 %. Everything else is rounded half up.

/** The highest whole percentage for a ratio, by whether it reaches the goal and the whole. */
const highest = (reachesGoal: boolean, reachesAll: boolean) => (reachesAll ? 100 : reachesGoal ? 99 : GOAL - 1);

/**
 * Returns a ratio as a whole percentage, or null when `whole` is 0. Halves are rounded up, but the goal and 100 are never reached by
 * rounding. Uses integer arithmetic, so that 12.5 % is always 13, regardless of binary fractions.
 *
 * @param part an integer from 0 to `whole`.
 */
export function wholePercent(part: number, whole: number): number | null {
  if (whole === 0) return null;
  const rounded = Math.floor((part * 200 + whole) / (2 * whole));
  return Math.min(rounded, highest(part * 100 >= GOAL * whole, part >= whole));
}

/** More than the error of binary fractions, and less than a ratio of integers below 10⁸ can lie from a half. */
const BINARY_ERROR = 1e-9;

/** Returns a share from 0 to 1 as a whole percentage, rounded as by `wholePercent`: 0.145 is 15 although 0.145 × 100 is below 14.5. */
export const percentOfShare = (share: number): number =>
  Math.min(Math.floor(share * 100 + 0.5 + BINARY_ERROR), highest(share >= GOAL / 100, share >= 1));

/** Returns the mean of whole percentages, rounded as by `wholePercent`; null without any. */
export const meanPercent = (sum: number, count: number): number | null => wholePercent(sum, 100 * count);

/** Returns the SQL for `meanPercent`: an integer, or null when `count` is 0. @param sum and count are SQL expressions of integers. */
export const meanPercentSql = (sum: string, count: string): string =>
  `case when (${count}) > 0 then least((2 * (${sum}) + (${count})) / (2 * (${count})),
     case when (${sum}) >= 100 * (${count}) then 100 when (${sum}) >= ${GOAL} * (${count}) then 99 else ${GOAL - 1} end)::int end`;

/** Minimum number of different children in any figure that is shown about others. */
const FEWEST_CHILDREN = 10;

/**
 * A mean below this would reveal that nearly every child had everything wrong, and one above the other bound that nearly every child had
 * everything right.
 */
const LOWEST_SHOWN = 5;
const HIGHEST_SHOWN = 95;

/**
 * Returns the number of children and their mean as a whole percentage, or null when that is not safe to show (decision 0008).
 *
 * @param histogram the number of children with each whole mark from 0 to 100.
 */
export function averageOf(histogram: readonly number[]): { children: number; mean: number } | null {
  const children = histogram.reduce((sum, count) => sum + count, 0);
  if (children < FEWEST_CHILDREN) return null;
  const sum = histogram.reduce((whole, count, mark) => whole + count * mark, 0);
  const mean = meanPercent(sum, children) as number;
  const alike = histogram.some((count) => count === children);
  return alike || mean < LOWEST_SHOWN || mean > HIGHEST_SHOWN ? null : { children, mean };
}
