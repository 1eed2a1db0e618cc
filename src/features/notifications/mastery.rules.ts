/** What a child answered in one test of a theme, the newest first in a list. */
export interface ThemeEvidence {
  correct: number;
  total: number;
  score: number;
  /** The day in Luanda, as '2026-11-21'. */
  day: string;
}

/** How much of a theme a child must know, and how sure one has to be of it. */
const LEVEL = 0.8;
const SURE = 0.6;
/** Newest answers that are looked at, and fewest that say anything. */
const ANSWERS = 20;
const FEWEST = 8;
/** The mark that the newest test must reach, in whole percent. */
const GOAL = 70;

/**
 * Whether a theme can be called mastered: on two different days, the later test at the goal, and by the newest twenty
 * answers a chance of 60 % or more that the child answers at least 80 % of such questions right.
 *
 * The chance is that of a Beta(1,1) prior after k right of n. For the whole numbers here the tail of the beta
 * distribution is a binomial sum: P(p >= x) = P(Bin(n + 1, x) <= k).
 */
export function isMastered(evidence: readonly ThemeEvidence[]): boolean {
  const newest = evidence[0];
  if (!newest || newest.score < GOAL || new Set(evidence.map(({ day }) => day)).size < 2) return false;
  let [right, asked] = [0, 0];
  for (const { correct, total } of evidence) {
    // Of a test that only partly fits, the share that fits.
    const taken = Math.min(total, ANSWERS - asked);
    if (taken <= 0) break;
    right += Math.round((correct * taken) / total);
    asked += taken;
  }
  return asked >= FEWEST && chanceOfLevel(right, asked) >= SURE;
}

/** P(p >= 0.8) after `right` of `asked` answers, from a Beta(1,1) prior. */
export function chanceOfLevel(right: number, asked: number): number {
  let term = (1 - LEVEL) ** (asked + 1);
  let sum = 0;
  for (let k = 0; k <= right; k += 1) {
    sum += term;
    term *= ((asked + 1 - k) / (k + 1)) * (LEVEL / (1 - LEVEL));
  }
  return sum;
}
