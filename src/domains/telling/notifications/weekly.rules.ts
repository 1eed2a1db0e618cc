import { meanPercent } from '../../../shared/percent.ts';
import { plural } from '../../../shared/text.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import type { ChildBesides, WeekOnMap } from '../../knowing/reports/week.rules.ts';
import { rehearsalsInWords } from '../../knowing/results/rehearsal.rules.ts';
import { type ChildTold, called, type Notice, noticeOf, ofChild } from './kinds.rules.ts';

/** Sunday, 18:00 in Luanda, is 17:00 UTC all year round. */
const SUNDAY = 0;
const EVENING = 17 * HOUR_MS;
/** Hours after Sunday evening until which a late report is still sent: until Monday noon. */
const STILL_NEWS = 18 * HOUR_MS;

/** The seven days before a Sunday evening. */
export interface Week {
  from: Date;
  to: Date;
  /** The Sunday's date, which identifies the week. */
  day: string;
}

/** Returns the week to report at this moment: the one that ended on Sunday evening, until Monday noon. Otherwise none. */
export function weekToReport(now: Date): Week | undefined {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let to = midnight - ((new Date(midnight).getUTCDay() - SUNDAY + 7) % 7) * DAY_MS + EVENING;
  if (to > now.getTime()) to -= 7 * DAY_MS;
  if (now.getTime() - to > STILL_NEWS) return undefined;
  return { from: new Date(to - 7 * DAY_MS), to: new Date(to), day: new Date(to).toISOString().slice(0, 10) };
}

/** One child's week in one discipline; only counting attempts (docs/decisions/0006). */
export interface WeekOfChild extends ChildTold {
  /** Null for a child without a test. */
  discipline: string | null;
  tests: number;
  scoreSum: number;
  /** Number of results *a lápis*: answered too quickly to count. */
  pencil: number;
  /** Rehearsals of the exam, and the sum of their scores. */
  rehearsals: number;
  rehearsalScores: number;
  /** Days on which the child practised; the same in all rows of a child. */
  practised: number;
  /** How often the child read, calculated or wrote at home; the same in all rows of a child. */
  atHome: number;
}

/** Returns the report of a family's week, or undefined if no child took a test, practised, read, calculated or wrote, because inactivity has a separate reminder. */
export function weeklyReport(
  rows: readonly WeekOfChild[],
  week: Week,
  besides: ReadonlyMap<number, ChildBesides> = new Map(),
): Notice | undefined {
  const children = new Map<number, WeekOfChild[]>();
  for (const row of rows) children.set(row.childId, [...(children.get(row.childId) ?? []), row]);
  const all = [...children.values()];
  const tests = rows.reduce((sum, row) => sum + row.tests, 0);
  const pencil = rows.reduce((sum, row) => sum + row.pencil, 0);
  const practised = all.reduce((sum, one) => sum + (one[0]?.practised ?? 0), 0);
  const taken = tests + pencil + rows.reduce((sum, row) => sum + row.rehearsals, 0);
  const atHome = all.reduce((sum, one) => sum + (one[0]?.atHome ?? 0), 0);
  if (taken + practised + atHome === 0) return undefined;
  const done =
    taken > 0
      ? counted(taken)
      : practised > 0
        ? plural(practised, 'treino', 'treinos')
        : plural(atHome, 'exercício em casa', 'exercícios em casa');
  const sentences = all.map((one) => {
    const { figure, map, skill, errors = [] } = besides.get(one[0]?.childId ?? 0) ?? {};
    const practised = practiceSentence(one[0]?.practised ?? 0);
    return [sentenceOf(one), figure, practised, skill, ...errors, mapSentence(map)].filter(Boolean).join(' ');
  });
  const only = all.length === 1 ? all[0]?.[0] : undefined;
  return noticeOf('weekly_report', week.to, {
    source: `weekly:${week.day}`,
    title: `A semana ${only ? ofChild(only) : 'das suas crianças'}: ${done}`,
    message: sentences.join(' '),
    paragraphs: sentences,
    actionLink: only ? `/children/${only.childId}/reports` : '/reports',
    metadata: { week: week.day, tests },
    ...(only ? { child: only } : {}),
  });
}

/** Returns text such as "A Maria fez 3 testes: 2 de Português (80%) e 1 de Matemática (55%)." */
function sentenceOf(rows: readonly WeekOfChild[]): string {
  const child = rows[0] as WeekOfChild;
  const tests = rows.reduce((sum, row) => sum + row.tests, 0);
  const pencil = rows.reduce((sum, row) => sum + row.pencil, 0);
  const rehearsals = rehearsalsOf(rows);
  if (tests + pencil === 0)
    return `${called(child)} ${rehearsals ? `fez ${rehearsals}` : 'não fez testes esta semana'}.`;
  const aside = [pencilSentence(pencil), rehearsals && `Fez também ${rehearsals}.`].filter(Boolean).join(' ');
  if (tests === 0) return `${called(child)} fez ${counted(pencil)}. ${aside}`;
  const means = rows
    .filter((row) => row.tests > 0)
    .map(({ discipline, tests: number, scoreSum }) => ({
      discipline,
      number,
      mean: meanPercent(scoreSum, number) ?? 0,
    }))
    .sort((one, other) => other.mean - one.mean);
  // Each percentage says of which tests it is: it is not the child's average.
  const [only] = means;
  const done =
    means.length === 1
      ? `${counted(tests)} de ${only?.discipline} (${only?.mean}%)`
      : `${counted(tests)}: ${listed(means.map(({ discipline, number, mean }) => `${number} de ${discipline} (${mean}%)`))}`;
  return [`${called(child)} fez ${done}.`, aside].filter(Boolean).join(' ');
}

/** Returns text such as "1 simulado: 6,8 valores"; '' without any. */
function rehearsalsOf(rows: readonly WeekOfChild[]): string {
  const tests = rows.reduce((sum, row) => sum + row.rehearsals, 0);
  const scores = rows.reduce((sum, row) => sum + row.rehearsalScores, 0);
  return rehearsalsInWords({ tests, mean: meanPercent(scores, tests) });
}

/** Returns text such as "1 teste não conta para a média: foi respondido depressa demais." */
const pencilSentence = (pencil: number): string =>
  pencil === 0
    ? ''
    : pencil === 1
      ? '1 teste não conta para a média: foi respondido depressa demais.'
      : `${pencil} testes não contam para a média: foram respondidos depressa demais.`;

/** Returns text such as "Treinou 3 vezes." */
const practiceSentence = (days: number): string =>
  days === 0 ? '' : `Treinou ${days === 1 ? '1 vez' : `${days} vezes`}.`;

/** Changes on the map, and the next action: "Passou a saber Fracções. A rever: Divisão. A seguir: fazer o teste de Medidas." */
function mapSentence(map: WeekOnMap | undefined): string {
  if (!map) return '';
  const { detailed, gained, lost, action } = map;
  const themes = (number: number) => `${number} ${number === 1 ? 'tema' : 'temas'}`;
  return [
    gained.length > 0 && (detailed ? `Passou a saber ${listed(gained)}.` : `Agora sabe mais ${themes(gained.length)}.`),
    lost.length > 0 && (detailed ? `A rever: ${listed(lost)}.` : `${themes(lost.length)} a rever.`),
    action !== null && `A seguir: ${action.charAt(0).toLowerCase()}${action.slice(1)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const listed = (names: readonly string[]) => new Intl.ListFormat('pt').format(names);

const counted = (tests: number) => `${tests} ${tests === 1 ? 'teste' : 'testes'}`;
