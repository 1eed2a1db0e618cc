import { type ChildTold, called, type Notice, noticeOf, ofChild } from './kinds.rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sunday, 18:00 in Luanda, is 17:00 UTC all year round. */
const SUNDAY = 0;
const EVENING = 17 * HOUR;
/** Hours after Sunday evening in which a report that could not be made in time still is: until Monday noon. */
const STILL_NEWS = 18 * HOUR;

/** Seven days up to a Sunday evening. */
export interface Week {
  from: Date;
  to: Date;
  /** The Sunday's date, which names the week. */
  day: string;
}

/** The week to report at this moment: the one that ended on Sunday evening, until Monday noon. Otherwise none. */
export function weekToReport(now: Date): Week | undefined {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  let to = midnight - ((new Date(midnight).getUTCDay() - SUNDAY + 7) % 7) * DAY + EVENING;
  if (to > now.getTime()) to -= 7 * DAY;
  if (now.getTime() - to > STILL_NEWS) return undefined;
  return { from: new Date(to - 7 * DAY), to: new Date(to), day: new Date(to).toISOString().slice(0, 10) };
}

/** What one child did in a week in one discipline; only attempts that count (docs/decisions/0006). */
export interface WeekOfChild extends ChildTold {
  /** Null for a child without a test. */
  discipline: string | null;
  tests: number;
  scoreSum: number;
}

/** The report of a family's week, or nothing when no child did a test: silence for a fortnight has its own reminder. */
export function weeklyReport(rows: readonly WeekOfChild[], week: Week): Notice | undefined {
  const children = new Map<number, WeekOfChild[]>();
  for (const row of rows) children.set(row.childId, [...(children.get(row.childId) ?? []), row]);
  const all = [...children.values()];
  const tests = rows.reduce((sum, row) => sum + row.tests, 0);
  if (tests === 0) return undefined;
  const sentences = all.map(sentenceOf);
  const only = all.length === 1 ? all[0]?.[0] : undefined;
  return noticeOf('weekly_report', week.to, {
    source: `weekly:${week.day}`,
    title: `A semana ${only ? ofChild(only) : 'dos seus filhos'}: ${counted(tests)}`,
    message: sentences.join(' '),
    paragraphs: sentences,
    actionLink: only ? `/children/${only.childId}/reports` : '/reports',
    metadata: { week: week.day, tests },
    ...(only ? { child: only } : {}),
  });
}

/** "A Maria fez 3 testes, com média de 72%. Melhor em Português (80%); a praticar: Matemática (55%)." */
function sentenceOf(rows: readonly WeekOfChild[]): string {
  const child = rows[0] as WeekOfChild;
  const tests = rows.reduce((sum, row) => sum + row.tests, 0);
  if (tests === 0) return `${called(child)} não fez testes esta semana.`;
  const mean = Math.round(rows.reduce((sum, row) => sum + row.scoreSum, 0) / tests);
  const means = rows
    .filter((row) => row.tests > 0)
    .map((row) => ({ discipline: row.discipline, mean: Math.round(row.scoreSum / row.tests) }))
    .sort((a, b) => b.mean - a.mean);
  const [best, worst] = [means[0], means.at(-1)];
  const done = `${called(child)} fez ${counted(tests)}${means.length === 1 ? ` de ${best?.discipline}` : ''}, com ${tests === 1 ? `${mean}%` : `média de ${mean}%`}.`;
  if (!best || !worst || best.mean === worst.mean) return done;
  return `${done} Melhor em ${best.discipline} (${best.mean}%); a praticar: ${worst.discipline} (${worst.mean}%).`;
}

const counted = (tests: number) => `${tests} ${tests === 1 ? 'teste' : 'testes'}`;
