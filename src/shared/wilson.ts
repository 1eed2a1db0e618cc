/**
 * Returns the confidence interval of a share, by Wilson (1927), which is accurate even for small n and for shares of 0 and 1.
 *
 * @param z the standard score of the confidence, 1.645 for 90 % and 1.96 for 95 %.
 * @returns lower and upper end, 0 … 1; null without observations.
 */
export function wilson(count: number, n: number, z: number): [number, number] | null {
  if (n === 0) return null;
  const share = count / n;
  const square = z * z;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const half = (z * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n))) / (1 + square / n);
  return [Math.max(middle - half, 0), Math.min(middle + half, 1)];
}
