// What a child knows of a theme, from its answers.

import { dayNumberInLuanda } from '../../../shared/calendar.ts';
import type { ThemeState } from '../../../shared/sona.ts';
import { DAY_MS } from '../../../shared/time.ts';

/** An answer that counts: the first to a question never seen before, with effort, or a re-check in practice. */
export interface Evidence {
  right: boolean;
  at: Date;
}

/** Thresholds of the map; sources in docs/knowing.md. */
export const MASTERY = {
  /** Days after which the weight of an answer is halved. */
  HALF_LIFE_DAYS: 75,
  /** With fewer answers than this the state is `no-data`. */
  FEWEST_ANSWERS: 4,
  /** `knows`: P(share right ≥ KNOWN_SHARE) ≥ KNOWN_CHANCE, with at least this number of answers. */
  KNOWN_SHARE: 0.8,
  KNOWN_CHANCE: 0.6,
  KNOWN_ANSWERS: 8,
  /** `not-yet`: P(share right ≥ NOT_YET_SHARE) ≤ NOT_YET_CHANCE. */
  NOT_YET_SHARE: 0.6,
  NOT_YET_CHANCE: 0.2,
} as const;

export interface Mastery {
  state: ThemeState;
  /** Number of answers and of right ones, not weighted by age. */
  answers: number;
  right: number;
  /** Parameters of the Beta distribution, and its upper tails beyond `KNOWN_SHARE` and `NOT_YET_SHARE`. */
  a: number;
  b: number;
  aboveKnown: number;
  aboveNotYet: number;
}

/**
 * Returns the state of a theme at a moment.
 *
 * Each answer has the weight w = 0.5^(age in days ÷ 75); the age is a fraction of days and never negative. With a = 1 + Σ w over right
 * answers, b = 1 + Σ w over wrong ones, and P(x) = P(Beta(a, b) > x), the state is the first that applies of:
 *
 * 1. `no-data`: fewer than 4 answers (counted, not weighted); 2. `knows`: P(0.8) ≥ 0.60, at least 8 answers, and a right answer on a later
 * day (in Luanda) than that of the first answer; 3. `not-yet`: P(0.6) ≤ 0.20, now or at the moment of an answer after which none was
 * right (mistakes lose weight with time, but time alone makes no state better); 4. `review`: it was `knows` at the moment of some earlier answer;
 * 5. `almost`.
 *
 * Whether a theme "was" known is computed from the same evidence, by applying the rule for `knows` at the moment of each answer, after all
 * answers of that moment: those of a test have one time. Between
 * answers weights only decrease, so no other moment can reach `knows`, and the result does not depend on how often it is computed.
 *
 * @param evidence in any order; answers later than `now` count as given now.
 */
export function masteryState(evidence: readonly Evidence[], now: Date): Mastery {
  const present = now.getTime();
  const sorted = evidence
    .map(({ right, at }) => ({ right, at: Math.min(at.getTime(), present) }))
    .sort((one, other) => one.at - other.at);
  const walk = new Walk();
  let [wasKnown, isNotYet, anyRight] = [false, false, false];
  for (const [place, { right, at }] of sorted.entries()) {
    walk.add(right, at);
    anyRight ||= right;
    // Answers of one test have one time: they are judged together, so that the order of its questions says nothing.
    if (sorted[place + 1]?.at === at) continue;
    wasKnown ||= walk.isKnown();
    isNotYet = walk.isNotYet() || (isNotYet && !anyRight);
    anyRight = false;
  }
  if (sorted.length > 0) walk.age(present);
  const { a, b, answers, right } = walk;
  const aboveKnown = betaTail(a, b, MASTERY.KNOWN_SHARE);
  const aboveNotYet = betaTail(a, b, MASTERY.NOT_YET_SHARE);
  const state = (): ThemeState => {
    if (answers < MASTERY.FEWEST_ANSWERS) return 'no-data';
    if (walk.isKnown()) return 'knows';
    if (isNotYet || walk.isNotYet()) return 'not-yet';
    return wasKnown ? 'review' : 'almost';
  };
  return { state: state(), answers, right, a, b, aboveKnown, aboveNotYet };
}

/** The sums of `masteryState` while it goes through the answers in order of time, in milliseconds since 1970. */
class Walk {
  a = 1;
  b = 1;
  answers = 0;
  right = 0;
  #at = Number.NEGATIVE_INFINITY;
  #firstDay = 0;
  #rightLater = false;

  add(right: boolean, at: number): void {
    this.age(at);
    const day = dayNumberInLuanda(at);
    if (this.answers === 0) this.#firstDay = day;
    this.answers += 1;
    if (right) {
      this.a += 1;
      this.right += 1;
      if (day > this.#firstDay) this.#rightLater = true;
    } else this.b += 1;
  }

  /** Reduces the weights for the time until a moment; an earlier moment changes nothing. */
  age(until: number): void {
    if (until <= this.#at) return;
    const factor = 0.5 ** ((until - this.#at) / DAY_MS / MASTERY.HALF_LIFE_DAYS);
    this.#at = until;
    this.a = 1 + (this.a - 1) * factor;
    this.b = 1 + (this.b - 1) * factor;
  }

  isKnown(): boolean {
    return (
      this.#rightLater &&
      this.answers >= MASTERY.KNOWN_ANSWERS &&
      betaTail(this.a, this.b, MASTERY.KNOWN_SHARE) >= MASTERY.KNOWN_CHANCE
    );
  }

  isNotYet(): boolean {
    return betaTail(this.a, this.b, MASTERY.NOT_YET_SHARE) <= MASTERY.NOT_YET_CHANCE;
  }
}

/**
 * Returns the upper tail P(X > x) of a Beta(a, b) distribution, a, b > 0: the regularized incomplete beta function I(1 − x; b, a), by the
 * continued fraction of Numerical Recipes §6.4 (modified Lentz). Accurate to about 1e-12.
 */
export function betaTail(a: number, b: number, x: number): number {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? 1 - (front * betaFraction(a, b, x)) / a : (front * betaFraction(b, a, 1 - x)) / b;
}

function betaFraction(a: number, b: number, x: number): number {
  const TINY = 1e-300;
  const notZero = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d);
    c = notZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d);
    c = notZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value;
}

/** Returns the natural logarithm of the gamma function for positive numbers (Lanczos, g = 7, nine terms; relative error below 1e-14). */
function logGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  const x = z - 1;
  const series = LANCZOS.reduce((sum, term, index) => sum + (index === 0 ? term : term / (x + index)), 0);
  const t = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(series);
}
const LANCZOS = [
  0.999_999_999_999_809_93, 676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_13,
  -176.615_029_162_140_59, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6,
  1.505_632_735_149_311_6e-7,
];
