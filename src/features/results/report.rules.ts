import { dateInLuanda, type TrimesterStarts, trimesterOf } from '../../shared/calendar.ts';
import { DISCIPLINES, type Discipline, SKILL_CATEGORIES } from '../../shared/words.ts';
import { GOOD_SCORE, percentageOf } from './results.rules.ts';

const DAY = 86_400_000;

export type Period = 'month' | 'quarter' | 'year';

/** From when on attempts belong to a period: 30 days, 90 days, or since the school year began in Luanda (specification §2). */
export function periodStart(period: Period, now: Date, starts: TrimesterStarts): Date {
  if (period === 'month') return new Date(now.getTime() - 30 * DAY);
  if (period === 'quarter') return new Date(now.getTime() - 90 * DAY);
  return new Date(`${trimesterOf(now, starts).schoolYear}-${starts[0]}T00:00:00+01:00`);
}

/** How many tests, and the sum of their scores. Sums can be added up; means cannot. */
export interface Sums {
  tests: number;
  scoreSum: number;
}

/** The mean score in whole percent, halves upwards; null without a test. */
export function meanOf({ tests, scoreSum }: Sums): number | null {
  return percentageOf(scoreSum, 100 * tests);
}

/** Sums that have a name, as means: the weakest first, then by the number of tests, the best known first. */
export function weakestFirst<Named extends Sums>(rows: readonly Named[]): (Named & { mean: number })[] {
  return rows
    .map((row) => ({ ...row, mean: meanOf(row) }))
    .filter((row): row is Named & { mean: number } => row.mean !== null)
    .sort((one, other) => one.mean - other.mean || other.tests - one.tests);
}

/** How many tests a trend shows, and from how many on it has a direction. */
export const TREND_TESTS = 8;
export const FEWEST_FOR_TREND = 3;

/**
 * Where a child comes from and where it stands: the means of the first and of the last tests, up to three of each and
 * never the same test in both. Null below three tests: two points are no direction.
 *
 * @param scores whole percentages, the oldest first.
 */
export function changeOf(scores: readonly number[]): { from: number; to: number; of: number } | null {
  if (scores.length < FEWEST_FOR_TREND) return null;
  const of = Math.min(3, Math.floor(scores.length / 2));
  const mean = (some: readonly number[]) =>
    meanOf({ tests: some.length, scoreSum: some.reduce((sum, score) => sum + score, 0) }) ?? 0;
  return { from: mean(scores.slice(0, of)), to: mean(scores.slice(-of)), of };
}

/** Percentage points below which a change is not called one. */
const NOTABLE = 3;

/**
 * The sentence above a trend.
 *
 * @param who the child with its article, "A Maria".
 */
export function trendSentence(
  who: string,
  scores: readonly number[],
  change: { from: number; to: number } | null,
): string {
  if (!change) {
    const [first, second] = scores;
    return second === undefined ? `${who} fez um teste: ${first}%` : `${who} fez dois testes: ${first}% e ${second}%`;
  }
  const { from, to } = change;
  if (to - from >= NOTABLE) return `${who} está a subir: de ${from}% para ${to}%`;
  if (from - to >= NOTABLE) return `${who} está a descer: de ${from}% para ${to}%`;
  return `${who} mantém-se perto dos ${to}%`;
}

/** What the two figures of a change are. */
export function changeInWords(of: number): string {
  return of === 1 ? 'Do primeiro ao último destes testes.' : `Média dos ${of} primeiros e dos ${of} últimos testes.`;
}

export type Mastery = 'mastered' | 'consolidating' | 'practising' | 'unknown';

/** From this mean on, over two tests or more, a theme is mastered (design guide §5). */
const MASTERED = 85;

/** How well a theme is known. One good test alone is not mastery. */
export function masteryOf(tests: number, mean: number | null): Mastery {
  if (mean === null) return 'unknown';
  if (mean < GOOD_SCORE) return 'practising';
  return mean >= MASTERED && tests >= 2 ? 'mastered' : 'consolidating';
}

export interface ThemeSums extends Sums {
  discipline: Discipline;
  theme: string;
}

/** Themes under their disciplines, in the specification's order; in each the weakest first and those without data last. */
export function themesByDiscipline(
  themes: readonly ThemeSums[],
): { discipline: Discipline; themes: { theme: string; tests: number; mean: number | null; mastery: Mastery }[] }[] {
  return DISCIPLINES.map((discipline) => ({
    discipline,
    themes: themes
      .filter((theme) => theme.discipline === discipline)
      .map(({ theme, tests, scoreSum }) => {
        const mean = meanOf({ tests, scoreSum });
        return { theme, tests, mean, mastery: masteryOf(tests, mean) };
      })
      .sort((one, other) => (one.mean ?? 101) - (other.mean ?? 101)),
  })).filter((group) => group.themes.length > 0);
}

/** Right answers per skill category, in the specification's order, with their share in whole percent. */
export function skillShares(
  rows: readonly { skillCategory: string; correct: number; total: number }[],
): { skillCategory: string; correct: number; total: number; share: number }[] {
  return SKILL_CATEGORIES.flatMap((skillCategory) => {
    const row = rows.find((one) => one.skillCategory === skillCategory);
    const share = row ? percentageOf(row.correct, row.total) : null;
    return row && share !== null ? [{ ...row, share }] : [];
  });
}

export interface TrimesterSums extends Sums {
  discipline: Discipline;
  trimester: number;
}

type TrimesterMean = { tests: number; mean: number | null };

/** The current school year: every discipline that was tested, and all of them together, over its three trimesters. */
export function trimestersOf(
  rows: readonly TrimesterSums[],
  now: Date,
  starts: TrimesterStarts,
): {
  schoolYear: number;
  current: number;
  disciplines: { discipline: Discipline; trimesters: TrimesterMean[] }[];
  all: TrimesterMean[];
} {
  const { schoolYear, trimester: current } = trimesterOf(now, starts);
  const over = (some: readonly TrimesterSums[]): TrimesterMean[] =>
    [1, 2, 3].map((trimester) => {
      const those = some.filter((row) => row.trimester === trimester);
      const tests = those.reduce((sum, row) => sum + row.tests, 0);
      return { tests, mean: meanOf({ tests, scoreSum: those.reduce((sum, row) => sum + row.scoreSum, 0) }) };
    });
  return {
    schoolYear,
    current,
    disciplines: DISCIPLINES.filter((discipline) => rows.some((row) => row.discipline === discipline)).map(
      (discipline) => ({ discipline, trimesters: over(rows.filter((row) => row.discipline === discipline)) }),
    ),
    all: over(rows),
  };
}

/** The strongest theme from 70 % on and the weakest below it, each with a test behind it; the better known wins a draw. */
export function strengthAndGap<Theme extends ThemeSums>(themes: readonly Theme[]) {
  const ranked = weakestFirst(themes);
  const weakest = ranked[0] ?? null;
  const best = ranked.at(-1)?.mean ?? 0;
  // Sorted by the number of tests within a mean, so the first of the best is the best known.
  const strongest = ranked.find((theme) => theme.mean === best) ?? null;
  return {
    weakest,
    gap: weakest && weakest.mean < GOOD_SCORE ? weakest : null,
    strength: strongest && strongest.mean >= GOOD_SCORE ? strongest : null,
  };
}

/** "2026/27", the school year that began in 2026. */
export function schoolYearInWords(schoolYear: number): string {
  return `${schoolYear}/${String((schoolYear + 1) % 100).padStart(2, '0')}`;
}

/** Months shorten to three letters under a drawing: "Jan". */
const SHORT_MONTHS = ['Jan', 'Fev', 'Mar', 'Abr', 'Mai', 'Jun', 'Jul', 'Ago', 'Set', 'Out', 'Nov', 'Dez'];

/** The month of each test where it differs from the one before, in Luanda; null elsewhere. */
export function monthMarks(dates: readonly string[]): (string | null)[] {
  const months = dates.map((date) => Number(dateInLuanda(new Date(date)).slice(5, 7)));
  return months.map((month, index) => (month === months[index - 1] ? null : (SHORT_MONTHS[month - 1] ?? null)));
}
