/** Returns the probabilities of 0 … n successes, each with probability `share` (0 < share < 1). */
export function binomial(n: number, share: number): number[] {
  const chances = [(1 - share) ** n];
  for (let k = 1; k <= n; k += 1) chances.push(((chances[k - 1] as number) * (n - k + 1) * share) / (k * (1 - share)));
  return chances;
}
