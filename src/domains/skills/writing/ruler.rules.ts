import type { Compared } from '../../../shared/skills/writing-words.ts';
import { LEVELS, type Level } from './kappa.rules.ts';

// Where a text stands on its ruler, from two or three comparisons with anchor texts. A judge sees a text where it is, give or take; a
// comparison says less, alike or more. The level is the most probable one of 0–5 given the answers, all levels being equally probable before.

export interface Comparison {
  /** Level of the anchor, 1–5. */
  anchor: number;
  outcome: Compared;
}

/** Anchors of a ruler, by level. */
const ANCHORS = [1, 2, 3, 4, 5] as const;
/** The middle anchor is compared first. */
const FIRST_ANCHOR = 3;
export const MAX_COMPARISONS = 3;
const FEWEST_COMPARISONS = 2;
/** Spread of a judge, in levels, and from which distance two texts look different. */
const SPREAD = 0.7;
const ALIKE_WITHIN = 0.5;
/** A judge is as often half a level generous as strict; the level allows for it (docs/knowing.md). */
const BIASES = [-0.25, 0, 0.25] as const;
/** A neighbouring level that is at least this probable is said too. */
const MAYBE = 0.15;
/** From this probability on, two comparisons are enough. */
const SURE = 0.75;

/** The normal distribution, by Abramowitz & Stegun 26.2.17 (error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z < 0 ? tail : 1 - tail;
}

/** Probability that a judge says this of a text at a level. */
function probability({ anchor, outcome }: Comparison, level: number, bias: number): number {
  const distance = level + bias - anchor;
  const below = normal((-ALIKE_WITHIN - distance) / SPREAD);
  const above = 1 - normal((ALIKE_WITHIN - distance) / SPREAD);
  return outcome === 'less' ? below : outcome === 'more' ? above : 1 - below - above;
}

/** Returns the probability of each level 0–5 after some comparisons. */
export function levelProbabilities(comparisons: readonly Comparison[]): number[] {
  const weights = LEVELS.map((level) =>
    BIASES.reduce<number>(
      (sum, bias) => sum + comparisons.reduce((product, one) => product * probability(one, level, bias), 1),
      0,
    ),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export interface Placed {
  level: Level;
  /** Neighbouring levels that are probable too. */
  maybe: Level[];
}

/** Returns the level that comparisons place a text at. */
export function placeOf(comparisons: readonly Comparison[]): Placed {
  const probabilities = levelProbabilities(comparisons);
  const level = LEVELS.reduce((best, one) =>
    (probabilities[one] as number) > (probabilities[best] as number) + 1e-12 ? one : best,
  );
  const maybe = LEVELS.filter((one) => Math.abs(one - level) === 1 && (probabilities[one] as number) >= MAYBE);
  return { level, maybe };
}

/** Returns the anchor to compare with next, or null when the text is placed. */
export function nextAnchor(comparisons: readonly Comparison[]): number | null {
  if (comparisons.length === 0) return FIRST_ANCHOR;
  if (comparisons.length >= MAX_COMPARISONS) return null;
  const probabilities = levelProbabilities(comparisons);
  if (comparisons.length >= FEWEST_COMPARISONS && Math.max(...probabilities) >= SURE) return null;
  const mean = probabilities.reduce((sum, probable, level) => sum + probable * level, 0);
  const done = new Set(comparisons.map(({ anchor }) => anchor));
  const left = ANCHORS.filter((anchor) => !done.has(anchor));
  return left.reduce((best, anchor) => (Math.abs(anchor - mean) < Math.abs(best - mean) ? anchor : best));
}

/** Whether these are the comparisons that the ruler asks for, in its order and to its end. */
export function areAsked(comparisons: readonly Comparison[]): boolean {
  const asked = comparisons.every(({ anchor }, at) => nextAnchor(comparisons.slice(0, at)) === anchor);
  return asked && comparisons.length > 0 && nextAnchor(comparisons) === null;
}

/** "de 5": a level alone does not say whether it is a high one. */
export const OF_LEVELS = `de ${LEVELS.length - 1}`;

/** "nível 3 de 5, talvez 2 ou 4". */
export const placeInWords = ({ level, maybe }: Placed): string =>
  `nível ${level} ${OF_LEVELS}${maybe.length === 0 ? '' : `, talvez ${maybe.join(' ou ')}`}`;
