/** Figures of one alternative of a question. */
export interface AlternativeFigures {
  /** Whether it is the key. */
  isKey: boolean;
  /** Pearson correlation of choosing it (1 or 0) with the points in the other questions; null or NaN without variance. */
  restCorrelation: number | null;
  /** How many of the best third of the attempts chose it. */
  top: number;
}

/**
 * Returns whether a question's key is probably wrong: another alternative correlates better with the points in the other questions than the
 * key does, **and** more of the best third chose it. Both comparisons are strict. A key without a correlation (nobody or everybody chose
 * it) counts as −1; another alternative without one is never suspected. The result is false without a key or without alternatives.
 *
 * Either condition alone raises a false alarm in 7–14 % of good questions at 30 attempts, 3–5 % at 60 and 2 % at 100. Both together do so
 * in 0.1–0.7 %, and find a wrong key in 80–85 % of cases at 30 attempts and in 95 % later (simulated: ten questions of four alternatives).
 * It must not be called with fewer than 30 attempts.
 *
 * @param options the alternatives of one question, in any order, exactly one of them the key.
 */
export function isProbablyMiskeyed(options: readonly AlternativeFigures[]): boolean {
  return suspectedKey(options) !== undefined;
}

/**
 * Returns the alternative that is probably right (see `isProbablyMiskeyed`); if several are suspected, the one with the best correlation.
 */
export function suspectedKey<A extends AlternativeFigures>(options: readonly A[]): A | undefined {
  const key = options.find(({ isKey }) => isKey);
  if (!key) return undefined;
  const ofKey = correlationOf(key) ?? -1;
  return options
    .filter((option) => !option.isKey && (correlationOf(option) ?? -1) > ofKey && option.top > key.top)
    .sort((one, other) => (correlationOf(other) ?? -1) - (correlationOf(one) ?? -1))[0];
}

const correlationOf = ({ restCorrelation }: AlternativeFigures) =>
  Number.isNaN(restCorrelation) ? null : restCorrelation;
