// Converts an ability to a family's result: the class at which a child works, and how certain that is.
import { type Ability, chanceOfRight, type Item } from '../knowledge/ability.rules.ts';
import { normalShare } from './diagnostic-words.rules.ts';
import { SCALE } from './scale.rules.ts';

/** A child works at the level of a class if it would answer this share of its questions correctly. */
const LEVEL_SHARE = 0.7;

/** The ability from which a child works at the level of a class, by its number, in ascending order of both. */
export type Thresholds = readonly { schoolClass: number; ability: number }[];

/** Returns the expected share right of some questions. */
export const expectedShare = (ability: number, items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + chanceOfRight(ability, item), 0) / items.length;

/**
 * Returns the lowest ability at which 70 % of a class's questions would be answered right, for each class with questions (bisection, within
 * 0.001). The level is the highest class reached in this way, so a class counts as reached as soon as a higher one is.
 *
 * @param byClass the questions of each class.
 */
export function levelThresholds(byClass: ReadonlyMap<number, readonly Item[]>): Thresholds {
  const thresholds = [...byClass]
    .filter(([, items]) => items.length > 0)
    .sort(([one], [other]) => one - other)
    .map(([schoolClass, items]) => {
      let [low, high] = [-8, 8];
      while (high - low > 0.001) {
        const middle = (low + high) / 2;
        if (expectedShare(middle, items) < LEVEL_SHARE) low = middle;
        else high = middle;
      }
      return { schoolClass, ability: high };
    });
  for (let index = thresholds.length - 2; index >= 0; index -= 1) {
    const own = thresholds[index] as { ability: number };
    own.ability = Math.min(own.ability, (thresholds[index + 1] as { ability: number }).ability);
  }
  return thresholds;
}

/**
 * Returns the position of an ability on the scale of classes: 3.0 is the beginning of the 3rd class (70 % of its questions right), 4.0 that
 * of the 4th. It is linear in between; outside, a class is as wide as the distance between two classes. The result is from 0 to the last
 * class plus one.
 */
export function placeOf(ability: number, thresholds: Thresholds): number {
  const first = thresholds[0];
  const last = thresholds.at(-1);
  if (!first || !last) return 0;
  const outside = (from: { schoolClass: number; ability: number }) =>
    from.schoolClass + (ability - from.ability) / SCALE.CLASS_STEP;
  if (ability < first.ability) return Math.max(0, outside(first));
  if (ability >= last.ability) return Math.min(last.schoolClass + 0.999, outside(last));
  const index = thresholds.findLastIndex((one) => one.ability <= ability);
  const below = thresholds[index] as { schoolClass: number; ability: number };
  const above = thresholds[index + 1] as { schoolClass: number; ability: number };
  const share = (ability - below.ability) / (above.ability - below.ability);
  return below.schoolClass + share * (above.schoolClass - below.schoolClass);
}

export interface Level {
  /** Number of the class; null when the child does not reach the lowest that was asked. */
  schoolClass: number | null;
  /** The estimate and the ends of the band of ±1 standard error, on the scale of classes. */
  place: number;
  low: number;
  high: number;
}

/** Returns the level of an estimate. */
export function levelAt({ ability, standardError }: Ability, thresholds: Thresholds): Level {
  return {
    schoolClass: thresholds.findLast((one) => one.ability <= ability)?.schoolClass ?? null,
    place: placeOf(ability, thresholds),
    low: placeOf(ability - standardError, thresholds),
    high: placeOf(ability + standardError, thresholds),
  };
}

/** Returns the probability that an ability, Normal around its estimate, lies in the class that the estimate names. */
export function certaintyOf({ ability, standardError }: Ability, thresholds: Thresholds): number {
  const above = thresholds.find((one) => one.ability > ability)?.ability ?? Number.POSITIVE_INFINITY;
  const from = thresholds.findLast((one) => one.ability <= ability)?.ability ?? Number.NEGATIVE_INFINITY;
  const below = (limit: number) => normalShare((limit - ability) / standardError);
  return below(above) - below(from);
}

/** Above this standard error no level is named. */
const UNSURE_SE = 0.6;

/**
 * Returns whether a result names a level: the child made an effort, and the standard error is at most 0.6. A child who has everything right
 * or everything wrong in a whole diagnostic gets none: its ability is beyond what these questions can measure. In the short check, whose prior
 * is narrower, it may get one.
 */
export const isSure = ({
  standardError,
  effort,
}: {
  standardError: number;
  effort: 'full' | 'some' | 'low';
}): boolean => effort !== 'low' && standardError <= UNSURE_SE;

export interface ThemeShare {
  code: string;
  name: string;
  schoolClass: number;
  /** Mean probability of a right answer at the estimate. */
  expected: number;
  /** Number of answers to its questions in the diagnostic, and of the right ones. */
  answers: number;
  right: number;
}

/** Maximum number of themes that a result names, and that are stored, because some may be known when it is read. */
const NAMED_THEMES = 3;
const STORED_THEMES = 9;
/** Weight of the expectation, as a number of answers. */
const EXPECTED_WEIGHT = 2;

/** Returns the expected share of a theme's questions that the child answers correctly, from its ability and its answers to them. */
const themeShare = ({ expected, answers, right }: ThemeShare): number =>
  (right + EXPECTED_WEIGHT * expected) / (answers + EXPECTED_WEIGHT);

/** Minimum share of a theme's questions, and number of answers to them, for which a result says that a child is secure in it. */
const SECURE = { SHARE: 0.8, ANSWERS: 2, NAMED: 2 } as const;

/**
 * Returns what a child is secure in: themes up to the level's class of which it answered at least two questions and would get 80 % right,
 * the highest class first, then the best. None without a level.
 */
export function secureIn(themes: readonly ThemeShare[], level: number | null): ThemeShare[] {
  if (level === null) return [];
  return themes
    .filter(
      (theme) => theme.schoolClass <= level && theme.answers >= SECURE.ANSWERS && themeShare(theme) >= SECURE.SHARE,
    )
    .sort((one, other) => other.schoolClass - one.schoolClass || themeShare(other) - themeShare(one))
    .slice(0, SECURE.NAMED);
}

/**
 * Returns where to begin: themes of the level's class (or of the lowest, if none is reached) below 70 %, the weakest first; then those of
 * the next class in the order of the curriculum.
 *
 * @param themes in the order of the curriculum.
 */
export function startWith(themes: readonly ThemeShare[], level: number | null): ThemeShare[] {
  const classes = [...new Set(themes.map(({ schoolClass }) => schoolClass))].sort((one, other) => one - other);
  const own = level ?? classes[0];
  const weak = themes.filter((theme) => themeShare(theme) < LEVEL_SHARE);
  const here = weak.filter(({ schoolClass }) => schoolClass === own);
  here.sort((one, other) => themeShare(one) - themeShare(other));
  const next = weak.filter(({ schoolClass }) => own !== undefined && schoolClass === own + 1);
  return [...here, ...next].slice(0, STORED_THEMES);
}

/**
 * Returns the themes of `startWith` that a result names.
 *
 * @param known codes of themes that the child knows by the map or by the same result.
 */
export const named = <Theme extends { code: string }>(themes: readonly Theme[], known: ReadonlySet<string>): Theme[] =>
  themes.filter(({ code }) => !known.has(code)).slice(0, NAMED_THEMES);

/**
 * Returns the name of each theme of a page, by its code: the theme's own, with its class if themes of several classes have the same one.
 *
 * @param classInWords "3.ª classe"
 */
export function namesOf(
  themes: readonly { code: string; name: string; schoolClass: string }[],
  classInWords: (schoolClass: string) => string,
): ReadonlyMap<string, string> {
  const byCode = new Map(themes.map((theme) => [theme.code, theme]));
  const all = [...byCode.values()];
  return new Map(
    all.map(({ code, name, schoolClass }) => {
      const isTwice = all.some((other) => other.code !== code && other.name === name);
      return [code, isTwice ? `${name} (${classInWords(schoolClass)})` : name];
    }),
  );
}
