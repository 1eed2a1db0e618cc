import { dateInLuanda, type TrimesterStarts, trimesterOf } from '../../../shared/calendar.ts';
import { MONTHS } from '../../../shared/months.ts';
import { wholePercent } from '../../../shared/percent.ts';
import { DISCIPLINES, type Discipline, SKILL_CATEGORIES } from '../../../shared/words.ts';
import { isAverage, NOW_TESTS, type SaidNow } from '../progress/child-now.rules.ts';
import { meanOf, type Period, type Sums, type ThemeSums } from '../progress/progress.rules.ts';

/** Maximum number of tests of a trend, and the minimum number for a line. */
export const TREND_TESTS = 8;
export const FEWEST_FOR_TREND = 3;

/**
 * Returns the means that a child's sentence compares, with the first and the last of their three tests: the last three and, if there are
 * six, the three before them. Empty if fewer than three tests are shown.
 *
 * @param shown number of tests that are shown, the last ones.
 */
export function meansIn(
  shown: number,
  now: SaidNow,
): { from: number; to: number; percentage: number; which: 'before' | 'now' }[] {
  if (!isAverage(now) || shown < NOW_TESTS) return [];
  const last = { from: shown - NOW_TESTS, to: shown - 1, percentage: now.percentage, which: 'now' as const };
  if (now.before === null || shown < 2 * NOW_TESTS) return [last];
  const before = { from: shown - 2 * NOW_TESTS, to: shown - NOW_TESTS - 1, percentage: now.before };
  return [{ ...before, which: 'before' }, last];
}

/** The tests of a period, and the period itself; without any test in it, the last tests, and null. */
export interface TestsOfPeriod<Test> {
  tests: readonly Test[];
  period: Period | null;
}

/** Returns the tests of a chosen period. Without a choice it is the first of `PERIOD_ORDER` with all tests of the child's figure. */
export function testsIn<Test extends { date: string }>(
  trend: readonly Test[],
  since: Readonly<Record<Period, string>>,
  chosen: Period | null,
): TestsOfPeriod<Test> {
  const within = (period: Period) => trend.filter(({ date }) => Date.parse(date) >= Date.parse(since[period]));
  const enough = Math.min(NOW_TESTS, trend.length);
  const period = chosen ?? PERIOD_ORDER.find((one) => within(one).length >= enough) ?? null;
  return { tests: period ? within(period) : trend, period };
}

/** The trimester first: it is what a family compares. */
const PERIOD_ORDER: readonly Period[] = ['quarter', 'year', 'month'];

/** Returns themes grouped by discipline, in the specification's order; in each group the weakest first, and those without data last. */
export function themesByDiscipline(themes: readonly (ThemeSums & { foundIn: string | null })[]): {
  discipline: Discipline;
  themes: { theme: string; tests: number; mean: number | null; foundIn: string | null }[];
}[] {
  return DISCIPLINES.map((discipline) => ({
    discipline,
    themes: themes
      .filter((theme) => theme.discipline === discipline)
      .map(({ theme, tests, scoreSum, foundIn }) => ({ theme, tests, mean: meanOf({ tests, scoreSum }), foundIn }))
      .sort((one, other) => (one.mean ?? 101) - (other.mean ?? 101)),
  })).filter((group) => group.themes.length > 0);
}

/** Returns the number of tests per school class among the given themes. */
export function testsByClass(themes: readonly { classes: Readonly<Record<string, number>> }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { classes } of themes)
    for (const [schoolClass, tests] of Object.entries(classes)) sums[schoolClass] = (sums[schoolClass] ?? 0) + tests;
  return sums;
}

/** Right answers per skill category, in the specification's order, with their share in whole percent. */
export function skillShares(
  rows: readonly { skillCategory: string; correct: number; total: number }[],
): { skillCategory: string; correct: number; total: number; share: number }[] {
  return SKILL_CATEGORIES.flatMap((skillCategory) => {
    const row = rows.find((one) => one.skillCategory === skillCategory);
    const share = row ? wholePercent(row.correct, row.total) : null;
    return row && share !== null ? [{ ...row, share }] : [];
  });
}

export interface TrimesterSums extends Sums {
  schoolYear: number;
  discipline: Discipline;
  trimester: number;
}

type TrimesterMean = { tests: number; mean: number | null };
interface YearOfTrimesters {
  disciplines: { discipline: Discipline; trimesters: TrimesterMean[] }[];
  all: TrimesterMean[];
}

/** Returns the current school year: every discipline that was tested, and all of them together, in its three trimesters. */
export function trimestersOf(
  rows: readonly TrimesterSums[],
  now: Date,
  starts: TrimesterStarts,
): YearOfTrimesters & { schoolYear: number; current: number } {
  const { schoolYear, trimester: current } = trimesterOf(now, starts);
  return { schoolYear, current, ...inTrimesters(rows.filter((row) => row.schoolYear === schoolYear)) };
}

/** Returns the earlier school years with tests, the latest first. */
export function earlierYears(
  rows: readonly TrimesterSums[],
  current: number,
): (YearOfTrimesters & { schoolYear: number })[] {
  const years = [...new Set(rows.map(({ schoolYear }) => schoolYear))].filter((year) => year < current);
  return years
    .sort((one, other) => other - one)
    .map((schoolYear) => ({ schoolYear, ...inTrimesters(rows.filter((row) => row.schoolYear === schoolYear)) }));
}

function inTrimesters(rows: readonly TrimesterSums[]): YearOfTrimesters {
  const over = (some: readonly TrimesterSums[]): TrimesterMean[] =>
    [1, 2, 3].map((trimester) => {
      const those = some.filter((row) => row.trimester === trimester);
      const tests = those.reduce((sum, row) => sum + row.tests, 0);
      return { tests, mean: meanOf({ tests, scoreSum: those.reduce((sum, row) => sum + row.scoreSum, 0) }) };
    });
  return {
    disciplines: DISCIPLINES.filter((discipline) => rows.some((row) => row.discipline === discipline)).map(
      (discipline) => ({ discipline, trimesters: over(rows.filter((row) => row.discipline === discipline)) }),
    ),
    all: over(rows),
  };
}

/** Totals of a child's tests of a discipline: right answers per test, seconds, and the last day. */
export function figuresOf(
  rows: readonly { discipline: Discipline; tests: number; correctSum: number; timeSpent: number; last: Date }[],
): { discipline: Discipline; averageCorrectAnswers: number; totalTimeSpent: number; lastEvaluationDate: string }[] {
  return DISCIPLINES.flatMap((discipline) => {
    const those = rows.filter((row) => row.discipline === discipline);
    if (those.length === 0) return [];
    const sum = (name: 'tests' | 'correctSum' | 'timeSpent') => those.reduce((total, row) => total + row[name], 0);
    const last = new Date(Math.max(...those.map((row) => row.last.getTime())));
    return {
      discipline,
      averageCorrectAnswers: Math.round((10 * sum('correctSum')) / sum('tests')) / 10,
      totalTimeSpent: sum('timeSpent'),
      lastEvaluationDate: last.toISOString(),
    };
  });
}

/**
 * Returns the months of the three trimesters by the calendar, such as "Set–Dez". A trimester ends in the month before the next one begins,
 * or in the same month if the next one begins after its first day. The month before the school year is the holiday.
 */
export function trimesterMonths([first, second, third]: TrimesterStarts): [string, string, string] {
  const month = (start: string) => Number(start.slice(0, 2));
  const named = (number: number) => (MONTHS[(number + 11) % 12] as string).slice(0, 3);
  const until = (next: string) => named(next.slice(3) === '01' ? month(next) - 1 : month(next));
  const end = first.slice(3) === '01' ? month(first) - 2 : month(first) - 1;
  const ends = [until(second), until(third), named(end)];
  return [first, second, third].map((start, index) => {
    const [from, to] = [named(month(start)), ends[index]];
    return from === to ? from : `${from}–${to}`;
  }) as [string, string, string];
}

/** Returns text such as "2026/27", the school year that began in 2026. */
export function schoolYearInWords(schoolYear: number): string {
  return `${schoolYear}/${String((schoolYear + 1) % 100).padStart(2, '0')}`;
}

/** Returns the month of each test in Luanda, shortened to "Jan", if it differs from that of the previous test; otherwise null. */
export function monthMarks(dates: readonly string[]): (string | null)[] {
  const months = dates.map((date) => Number(dateInLuanda(new Date(date)).slice(5, 7)));
  return months.map((month, index) => (month === months[index - 1] ? null : (MONTHS[month - 1]?.slice(0, 3) ?? null)));
}
