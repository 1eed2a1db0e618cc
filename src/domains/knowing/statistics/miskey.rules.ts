/** Figures of one alternative of a question. */
export interface AlternativeFigures {
  /** Whether it is the key. */
  isKey: boolean;
  /** Pearson correlation of choosing it (1 or 0) with the points in the other questions; null or NaN without variance. */
  restCorrelation: number | null;
  /** How many of the best third of the attempts chose it; parts of attempts on the border count (`thirds`). */
  top: number;
}

/**
 * How much more of the best third must choose an alternative than the key, in standard deviations: (o − k) ÷ √(o + k) for the counts o and
 * k, as in McNemar's test.
 */
const CLEARLY_MORE = 1;

/**
 * Returns the alternative that is probably right instead of the key: the one that correlates better with the points in the other questions
 * than the key does **and** that clearly more of the best third chose; of several, the one with the best correlation. Both comparisons are
 * strict. A key without a correlation (nobody or everybody chose it) counts as −1; another alternative without one is never suspected.
 *
 * Either condition alone raises false alarms in 7–14 % of good questions at 30 attempts, and both with any difference in the best third in
 * 3–5 % where tests are hard and separate weakly. `bench/knowing.md` gives the figures of this rule.
 * It must not be called with fewer than 30 attempts.
 *
 * @param options the alternatives of one question, in any order, at most one of them the key.
 * @returns undefined when the key is not suspected to be wrong, and without a key.
 */
export function suspectedKey<A extends AlternativeFigures>(options: readonly A[]): A | undefined {
  const key = options.find(({ isKey }) => isKey);
  if (!key) return undefined;
  const ofKey = correlationOf(key) ?? -1;
  return options
    .filter((option) => !option.isKey && (correlationOf(option) ?? -1) > ofKey && isClearlyMore(option.top, key.top))
    .sort((one, other) => (correlationOf(other) ?? -1) - (correlationOf(one) ?? -1))[0];
}

const isClearlyMore = (count: number, than: number) =>
  count > than && count - than > CLEARLY_MORE * Math.sqrt(count + than);

const correlationOf = ({ restCorrelation }: AlternativeFigures) =>
  Number.isNaN(restCorrelation) ? null : restCorrelation;
