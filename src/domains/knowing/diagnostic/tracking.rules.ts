// The ability of a child in a discipline, followed over time from all its answers: a filter on a grid of abilities.
import { DAY_MS } from '../../../shared/time.ts';
import { SCALE } from './scale.rules.ts';

/** How abilities change, and how far an answer is trusted. `bench/knowing.md` gives what follows from these numbers. */
export const TRACKING = {
  /** Spread of the abilities around the mean of the class, before the first answer. */
  PRIOR_SD: 1.2,
  /** Growth in logits during the school months of a year: the distance between two classes. */
  GROWTH: SCALE.CLASS_STEP,
  /** Variance that a year of school adds, and that a year of long holidays would add. */
  VARIANCE: 0.1,
  HOLIDAY_VARIANCE: 0.3,
  /** Months of the long holidays, 1 to 12. */
  HOLIDAYS: [8] as readonly number[],
  /** Share of tests that are not the child's own work, as first assumed, and the weight of this assumption as a number of tests. */
  HELPED: 0.1,
  HELPED_WEIGHT: 8,
  /** Share right in such a test. */
  HELPED_SHARE: 0.97,
  /** Fewest answers of a sitting that may have been helped: fewer say nothing about it. */
  FOR_HELP: 5,
  /** Older answers say nothing of today. */
  YEARS: 2,
  /** Standard error up to which a level is named. */
  ENOUGH_SE: 0.4,
} as const;

/** An answer, with the item as the child met it. */
export interface TrackedAnswer {
  right: boolean;
  difficulty: number;
  guessing: number;
}

/** Answers given together: a test, a diagnostic, or one re-check in practice. */
export interface Sitting {
  at: Date;
  answers: readonly TrackedAnswer[];
}

export interface TrackedAbility {
  /** Mean and standard deviation of the posterior at `now`, in logits. */
  ability: number;
  standardError: number;
  /** Number of answers it rests on. */
  answers: number;
}

/** Points around the mean of the class. Coarser than for one test, because the posterior of many answers is smooth: error below 0.001 logits from a standard error of 0.15 on. */
const [FROM, TO, STEP] = [-8, 8, 0.2];
const GRID = Float64Array.from({ length: Math.round((TO - FROM) / STEP) + 1 }, (_, index) => FROM + index * STEP);
const YEAR_DAYS = 365.25;

/**
 * Returns the ability of a child at a moment, from its sittings in any order; later ones are left out.
 *
 * Between sittings the posterior moves by the usual growth and widens: Normal increments whose variance is proportional to the days, larger
 * in the long holidays. At a sitting it is multiplied by the likelihood of the answers. A whole test may not be the child's own work; so
 * its likelihood is a mixture: (1 − h) Π P(answer | θ) + h q^right (1 − q)^wrong. A test that is better than the child's others by far then
 * moves the estimate little. h is estimated for each child, from a first pass with the usual share.
 *
 * @param mean of the child's class at the first sitting.
 */
export function trackAbility(sittings: readonly Sitting[], mean: number, now: Date): TrackedAbility {
  const past = sittings.filter(({ at }) => at <= now).sort((one, other) => one.at.getTime() - other.at.getTime());
  // The second pass knows how often this child seems to be helped.
  const { suspected, tests } = pass(past, mean, now, TRACKING.HELPED);
  const { HELPED, HELPED_WEIGHT } = TRACKING;
  const { posterior } = pass(past, mean, now, (suspected + HELPED * HELPED_WEIGHT) / (tests + HELPED_WEIGHT));
  return { ...momentsOf(posterior), answers: past.reduce((sum, { answers }) => sum + answers.length, 0) };
}

/** A density of the ability at the points `GRID` + `origin`. */
interface Posterior {
  density: Float64Array;
  origin: number;
}

/** Goes through the sittings in order of time; also returns the expected number of tests that were not the child's own work. */
function pass(past: readonly Sitting[], mean: number, now: Date, helped: number) {
  const density = GRID.map((point) => Math.exp(-(point ** 2) / (2 * TRACKING.PRIOR_SD ** 2)));
  let posterior: Posterior = { density, origin: mean };
  let until = past[0]?.at ?? now;
  let [suspected, tests] = [0, 0];
  for (const { at, answers } of past) {
    posterior = drifted(posterior, until, at);
    const isTest = answers.length >= TRACKING.FOR_HELP;
    suspected += multiply(posterior, answers, isTest ? helped : 0);
    tests += isTest ? 1 : 0;
    until = at;
  }
  return { posterior: drifted(posterior, until, now), suspected, tests };
}

/**
 * Multiplies a density by the likelihood of the answers of a sitting; the result adds up to 1.
 *
 * @param helped probability that they are not the child's own work, before the answers; returns it after them.
 */
function multiply({ density, origin }: Posterior, answers: readonly TrackedAnswer[], helped: number): number {
  const logs = new Float64Array(GRID.length);
  for (const { right, difficulty, guessing } of answers) {
    for (let index = 0; index < GRID.length; index += 1) {
      const knows = 1 / (1 + Math.exp(difficulty - origin - (GRID[index] as number)));
      logs[index] =
        (logs[index] as number) + Math.log(right ? guessing + (1 - guessing) * knows : (1 - guessing) * (1 - knows));
    }
  }
  // Relative to the most likely ability, because the likelihood of hundreds of answers is below the smallest number.
  const highest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  const right = answers.filter((answer) => answer.right).length;
  const { HELPED_SHARE } = TRACKING;
  const logHelped = right * Math.log(HELPED_SHARE) + (answers.length - right) * Math.log(1 - HELPED_SHARE);
  const notOwn = helped * Math.exp(Math.min(700, logHelped - highest));
  let [before, own] = [0, 0];
  for (let index = 0; index < GRID.length; index += 1) {
    const weight = density[index] as number;
    const likelihood = (1 - helped) * Math.exp((logs[index] as number) - highest);
    before += weight;
    own += weight * likelihood;
    density[index] = weight * (likelihood + notOwn);
  }
  const sum = own + before * notOwn;
  for (let index = 0; index < GRID.length; index += 1) density[index] = (density[index] as number) / sum;
  return (before * notOwn) / sum;
}

/**
 * Returns a density after the time between two moments. Growth moves its origin. It widens in small steps, in each of which equal shares go to
 * the two points beside each, so that the variance is exact however short the time.
 */
function drifted({ density, origin }: Posterior, from: Date, to: Date): Posterior {
  const { growth, variance } = driftBetween(from, to);
  const steps = Math.ceil((2 * variance) / STEP ** 2);
  const aside = variance / STEP ** 2 / steps / 2;
  let before = density;
  for (let step = 0; step < steps; step += 1) {
    const after = new Float64Array(GRID.length);
    for (let index = 0; index < GRID.length; index += 1) {
      const [lower, higher] = [Math.max(0, index - 1), Math.min(GRID.length - 1, index + 1)];
      after[index] =
        (1 - 2 * aside) * (before[index] as number) + aside * ((before[lower] as number) + (before[higher] as number));
    }
    before = after;
  }
  return { density: before, origin: origin + growth };
}

/** Returns the mean growth and the variance added between two moments, by days of school and of long holidays. */
function driftBetween(from: Date, to: Date): { growth: number; variance: number } {
  const days = Math.max(0, (to.getTime() - from.getTime()) / DAY_MS);
  let holidays = 0;
  for (let day = 0; day < days; day += 1) {
    const month = new Date(from.getTime() + day * DAY_MS).getUTCMonth() + 1;
    if (TRACKING.HOLIDAYS.includes(month)) holidays += Math.min(1, days - day);
  }
  const schoolShare = 1 - TRACKING.HOLIDAYS.length / 12;
  const school = (days - holidays) / YEAR_DAYS;
  return {
    growth: (TRACKING.GROWTH * school) / schoolShare,
    variance: TRACKING.VARIANCE * school + (TRACKING.HOLIDAY_VARIANCE * holidays) / YEAR_DAYS,
  };
}

/** Returns how many school years, which begin in September, began between two moments. */
export function schoolYearsBetween(from: Date, to: Date): number {
  const yearOf = (at: Date) => at.getUTCFullYear() - (at.getUTCMonth() < 8 ? 1 : 0);
  return yearOf(to) - yearOf(from);
}

function momentsOf({ density, origin }: Posterior): { ability: number; standardError: number } {
  let [sum, first, second] = [0, 0, 0];
  for (let index = 0; index < GRID.length; index += 1) {
    const [weight, point] = [density[index] as number, GRID[index] as number];
    sum += weight;
    first += weight * point;
    second += weight * point * point;
  }
  const mean = first / sum;
  return { ability: origin + mean, standardError: Math.sqrt(Math.max(second / sum - mean ** 2, 0)) };
}
