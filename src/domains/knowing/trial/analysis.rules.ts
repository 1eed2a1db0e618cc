// What the practice trial found. The plan is decision 0112: nothing here may change while the trial runs.

import { betaTail } from '../knowledge/mastery.rules.ts';
import { type Outcome, TRIAL } from './trial.rules.ts';

/** A measured child-week. */
export interface MeasuredWeek extends Outcome {
  /** The same for all weeks of a family; says nothing else of it. */
  family: string;
  discipline: string;
  schoolClass: string;
}

/** An effect in points: percentage points of right answers, the theme treated first minus the other. */
export interface Effect {
  weeks: number;
  families: number;
  points: number;
  /** Its interval. */
  low: number;
  high: number;
}

/**
 * Two-sided significance levels of the three looks: boundaries of the form of O'Brien and Fleming (1979), critical values of the normal
 * distribution c × √(3 ÷ look) with equal steps. With c = 2.0463 their total is 0.045, by numerical integration (Jennison and Turnbull 2000, chapter
 * 19; 0.05 needs c = 2.004, table 2.3). The rest up to 0.05 is left for the variance, which is estimated from few families.
 */
export const LOOK_LEVELS = [0.000_394, 0.012_203, 0.040_726] as const;

/** Points of one child-week. */
const pointsOf = ({ first, second }: Outcome): number =>
  100 * (first.right / first.asked - second.right / second.asked);

/**
 * Returns the mean difference over all child-weeks, each with the same weight, as they were allotted (intention to treat), with an interval by
 * the variance between families: the jackknife that leaves out one family at a time (Bell and McCaffrey 2002, CR3). With n weeks, G families, and m
 * the number of weeks and r the sum of deviations from the mean of a family, the variance is (G − 1) ÷ G × Σ (r ÷ (n − m))², and the interval that
 * of Student's distribution with G − 1 degrees of freedom.
 *
 * @param level two-sided.
 * @returns undefined for fewer than two families.
 */
export function effectOf(weeks: readonly MeasuredWeek[], level: number): Effect | undefined {
  const families = Map.groupBy(weeks, ({ family }) => family);
  const count = families.size;
  if (count < 2) return undefined;
  const points = weeks.reduce((sum, week) => sum + pointsOf(week), 0) / weeks.length;
  const spread = [...families.values()]
    .map((own) => own.reduce((sum, week) => sum + pointsOf(week) - points, 0) / (weeks.length - own.length))
    .reduce((sum, change) => sum + change ** 2, 0);
  const error = Math.sqrt(((count - 1) / count) * spread);
  const margin = studentQuantile(level, count - 1) * error;
  return { weeks: weeks.length, families: count, points, low: points - margin, high: points + margin };
}

/** The effect at a look, and whether it is decided: the interval does not contain 0. */
export interface Look extends Effect {
  look: number;
  isDecided: boolean;
  /** By discipline and class, with intervals at 95 %; these describe and decide nothing. */
  parts: (Effect & { discipline: string; schoolClass: string })[];
}

/** A look as it was taken. */
export interface StoredLook extends Effect {
  look: number;
  lost: number;
  isDecided: boolean;
  parts: Look['parts'];
  takenAt: Date;
}

/** How far the trial is. */
export interface Progress {
  measured: number;
  /** Families of the measured weeks. */
  families: number;
  running: number;
  lost: number;
  looks: number;
  isOver: boolean;
}

/**
 * Returns the weeks of a look: as many as its number says and, while these are of fewer than ten families, on to the first week of the tenth.
 */
function weeksOfLook(measured: readonly MeasuredWeek[], look: number): readonly MeasuredWeek[] {
  const families = new Set<string>();
  const tenth = measured.findIndex(({ family }) => families.add(family).size === TRIAL.FEWEST_FAMILIES);
  return measured.slice(0, Math.max(TRIAL.LOOKS[look - 1] as number, tenth + 1));
}

/** Child-weeks of a discipline and class without which they are not shown. */
const FEWEST_OF_PART = 30;

/**
 * Analyses a look. Its interval is that of the look's level (a repeated confidence interval, Jennison and Turnbull 1989): over all three looks it
 * contains the true effect with a probability of 0.95.
 *
 * @param measured all measured weeks, in the order in which they were measured; those after the weeks of the look are not read.
 * @param look 1 to 3.
 */
export function analyse(measured: readonly MeasuredWeek[], look: number): Look | undefined {
  const weeks = weeksOfLook(measured, look);
  const effect = effectOf(weeks, LOOK_LEVELS[look - 1] as number);
  if (!effect) return undefined;
  const parts = [...Map.groupBy(weeks, ({ discipline, schoolClass }) => `${discipline}/${schoolClass}`).values()]
    .flatMap((own) => {
      const { discipline, schoolClass } = own[0] as MeasuredWeek;
      const part = own.length >= FEWEST_OF_PART ? effectOf(own, 0.05) : undefined;
      return part && part.families >= TRIAL.FEWEST_FAMILIES ? [{ ...part, discipline, schoolClass }] : [];
    })
    .sort((one, other) => other.weeks - one.weeks);
  return { ...effect, look, isDecided: effect.low > 0 || effect.high < 0, parts };
}

/**
 * Returns t such that P(|T| > t) is the level, for Student's distribution: by bisection of I(ν ÷ (ν + t²); ν ÷ 2, ½), the regularized incomplete
 * beta function.
 */
export function studentQuantile(level: number, degrees: number): number {
  const beyond = (t: number) => 1 - betaTail(degrees / 2, 0.5, degrees / (degrees + t * t));
  let [low, high] = [0, 1];
  while (beyond(high) > level) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (beyond(middle) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
