/**
 * Returns a ratio as a whole percentage, halves rounded up, or null when `whole` is 0. Uses integer arithmetic, so that 12.5 % is always
 * 13, regardless of binary fractions. All percentages of scores are computed here.
 *
 * @param part an integer from 0 to `whole`.
 */
export function wholePercent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 200 + whole) / (2 * whole));
}
