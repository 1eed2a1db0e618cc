// The practice trial: which of two comparably weak themes practice treats first in a week is drawn by lot. Fixed in decision 0112.

import { chances } from '../../../shared/chances.ts';
import type { ThemeState } from '../../../shared/sona.ts';
import type { Discipline } from '../../../shared/words.ts';

/** Version of the text to which a family agrees. */
export const TRIAL_CONSENT = 1;

/** The numbers of the trial. They are part of its plan: changing one while it runs invalidates its figures. */
export const TRIAL = {
  /** Numbers of measured child-weeks at which the data are analysed; the last one ends the trial. */
  LOOKS: [45, 90, 135],
  /** Families without which nothing is analysed: until then a look waits. */
  FEWEST_FAMILIES: 10,
  /** Child-weeks of one family at most that are under way or measured, so that no family decides the outcome. */
  MOST_OF_FAMILY: 6,
  /** Days for which one theme is treated first, and then days in which the check can be answered. */
  PRACTICE_DAYS: 7,
  CHECK_DAYS: 14,
  /** A theme is weak up to this expected share of right answers; two are comparable up to this difference. */
  WEAK_SHARE: 0.75,
  GAP: 0.15,
  /** Wrong answers of each theme, without which practice has nothing to treat. */
  FEWEST_MISTAKES: 2,
  /** Unseen questions of each theme when the week begins: twice those of the check, as tests may use some meanwhile. */
  FEWEST_UNSEEN: 8,
  /** Questions of each theme in the check, and answers of each without which a child-week is not measured. */
  OF_EACH: 4,
  FEWEST_OF_EACH: 3,
} as const;

/** The number of measured child-weeks at which the trial ends. */
export const TRIAL_WEEKS: number = TRIAL.LOOKS.at(-1) as number;

/** The order in which practice treats two themes of a child. */
export interface Order {
  firstTheme: string;
  secondTheme: string;
}

/** A theme of the child's class, by its evidence. */
export interface TrialTheme {
  code: string;
  discipline: Discipline;
  state: ThemeState;
  /** Expected share of right answers: the mean a ÷ (a + b) of `masteryState`. */
  share: number;
  /** Wrong answers among its evidence, and questions that the child has never met. */
  mistakes: number;
  unseen: number;
}

/** Two themes in the order of the curriculum. */
export type Pair = readonly [earlier: string, later: string];

/** Tolerance for differences of shares, which binary fractions do not represent exactly. */
const ROUNDING = 1e-9;
const WEAK: readonly ThemeState[] = ['not-yet', 'review', 'almost'];

/** Returns whether a theme could be one of a pair. */
export const isWeak = ({ state, share, mistakes }: Omit<TrialTheme, 'unseen'>): boolean =>
  WEAK.includes(state) && share <= TRIAL.WEAK_SHARE && mistakes >= TRIAL.FEWEST_MISTAKES;

/**
 * Returns the two themes of a child's week: of one discipline, both weak, with shares at most `GAP` apart and with enough questions that the
 * child has never met. Of several pairs the one with the smallest sum of shares, then that with the smallest difference, then the first.
 *
 * @param themes in the order of the curriculum.
 * @returns undefined if there is no such pair.
 */
export function choosePair(themes: readonly TrialTheme[]): { pair: Pair; discipline: Discipline } | undefined {
  const weak = themes.filter((theme) => isWeak(theme) && theme.unseen >= TRIAL.FEWEST_UNSEEN);
  const pairs = weak.flatMap((one, place) =>
    weak.slice(place + 1).flatMap((other) => {
      const gap = Math.abs(one.share - other.share);
      return other.discipline !== one.discipline || gap > TRIAL.GAP + ROUNDING
        ? []
        : [{ pair: [one.code, other.code] as const, discipline: one.discipline, sum: one.share + other.share, gap }];
    }),
  );
  const [best] = pairs.sort((one, other) => one.sum - other.sum || one.gap - other.gap);
  return best && { pair: best.pair, discipline: best.discipline };
}

/** What a seed decides: each value depends on the seed alone, so that everyone can repeat the draw. */
export interface Drawn {
  /** Whether practice treats the earlier theme of the pair first. */
  earlierFirst: boolean;
  /** Whether the check begins with a question of the theme that was treated first. */
  asksFirst: boolean;
}

/** Draws the order of two themes. @param seed a whole number below 2³¹. */
export function draw(seed: number): Drawn {
  const chance = chances(seed);
  return { earlierFirst: chance() < 0.5, asksFirst: chance() < 0.5 };
}

/** A question that could be asked. */
export interface Askable {
  content: string;
  isFirst: boolean;
}

/**
 * Returns the questions of a check, in the order in which they are asked: the themes take turns, so that stopping early costs both the same.
 * Which questions, is drawn by the seed.
 *
 * @param unseen in an order that does not depend on the draw.
 * @returns undefined if a theme has fewer than `OF_EACH`.
 */
export function checkOf<Question extends Askable>(unseen: readonly Question[], seed: number): Question[] | undefined {
  const chance = chances(seed ^ 0x5eed);
  const drawn = unseen.map((question) => ({ question, turn: chance() })).sort((one, other) => one.turn - other.turn);
  const of = (first: boolean) =>
    drawn.flatMap(({ question }) => (question.isFirst === first ? question : [])).slice(0, TRIAL.OF_EACH);
  const { asksFirst } = draw(seed);
  const [leading, following] = [of(asksFirst), of(!asksFirst)];
  if (leading.length < TRIAL.OF_EACH || following.length < TRIAL.OF_EACH) return undefined;
  return leading.flatMap((question, place) => [question, following[place] as Question]);
}

/** A question of a check with its first answer; `right` is null without one. */
export interface Checked {
  isFirst: boolean;
  right: boolean | null;
}

/** Right answers and answered questions of a theme. */
export interface Tally {
  right: number;
  asked: number;
}

/** The outcome of a child-week. */
export interface Outcome {
  first: Tally;
  second: Tally;
}

/**
 * Returns the outcome of a check. Questions without an answer are not counted; they do not count as wrong.
 *
 * @param hasEffort whether the child tried, by the rule for tests.
 * @returns undefined if the child did not try, or answered fewer than `FEWEST_OF_EACH` questions of a theme.
 */
export function outcomeOf(check: readonly Checked[], hasEffort: boolean): Outcome | undefined {
  const of = (first: boolean): Tally => {
    const given = check.filter(({ isFirst, right }) => isFirst === first && right !== null);
    return { right: given.filter(({ right }) => right).length, asked: given.length };
  };
  const [first, second] = [of(true), of(false)];
  const isEnough = first.asked >= TRIAL.FEWEST_OF_EACH && second.asked >= TRIAL.FEWEST_OF_EACH;
  return hasEffort && isEnough ? { first, second } : undefined;
}

/** Returns the number of the look that is due, 1 to 3, or undefined if none is. */
export function dueLook(measured: number, families: number, taken: number): number | undefined {
  const weeks = TRIAL.LOOKS[taken];
  return weeks !== undefined && measured >= weeks && families >= TRIAL.FEWEST_FAMILIES ? taken + 1 : undefined;
}
