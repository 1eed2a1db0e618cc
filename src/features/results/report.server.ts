import type { Database } from '../../server/db.ts';
import { notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { liveSettings } from '../../server/live-settings.ts';
import { trimesterOf } from '../../shared/calendar.ts';
import { entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { suggestNext } from './next.server.ts';
import { compareIn } from './norms.server.ts';
import { type ChildPerformance, type ChildReport, reportContract } from './report.contract.ts';
import {
  changeOf,
  type Period,
  periodStart,
  skillShares,
  strengthAndGap,
  TREND_TESTS,
  themesByDiscipline,
  trimestersOf,
  weakestFirst,
} from './report.rules.ts';
import {
  findLastScores,
  findPerformance,
  findReportedChild,
  findSkills,
  findThemes,
  findTrimesters,
  type PerformanceRow,
} from './report.store.ts';
import { REFERENCE } from './results.rules.ts';

type Report = Omit<ChildReport, 'trend'> & { trend: (Omit<ChildReport['trend'][number], 'date'> & { date: Date })[] };

/** How each active child of a parent does in each discipline over a period, the weakest discipline first. */
export async function readPerformance(
  db: Database,
  userId: number,
  period: Period,
  now: Date,
): Promise<ChildPerformance[]> {
  const byChild = new Map<number, (PerformanceRow & { discipline: NonNullable<PerformanceRow['discipline']> })[]>();
  for (const { discipline, ...row } of await findPerformance(
    db,
    userId,
    periodStart(period, now, liveSettings(db).trimesters),
  )) {
    const rows = byChild.get(row.childId) ?? [];
    byChild.set(row.childId, discipline === null ? rows : [...rows, { ...row, discipline }]);
  }
  return [...byChild].map(([childId, rows]) => ({ childId, disciplines: weakestFirst(rows) }));
}

/**
 * A child's report, from the attempts that enter a family's own figures.
 *
 * @throws Refused 404 when there is no such child, or it is another family's.
 */
export async function readReport(db: Database, userId: number, childId: number): Promise<Report> {
  const found = await findReportedChild(db, userId, childId);
  if (!found) throw notFound();
  const { now, rank, subscriptionType, subscriptionEnd, ...child } = found;
  const starts = liveSettings(db).trimesters;
  const [newestFirst, themes, skills, trimesters] = await Promise.all([
    findLastScores(db, childId, TREND_TESTS),
    findThemes(db, childId, child.schoolClass),
    findSkills(db, childId),
    findTrimesters(db, childId, trimesterOf(now, starts).schoolYear),
  ]);
  const tested = themes.filter(({ tests }) => tests > 0);
  const disciplines = [...new Set(tested.map(({ discipline }) => discipline))].map((discipline) => {
    const those = tested.filter((theme) => theme.discipline === discipline);
    return {
      discipline,
      tests: those.reduce((sum, { tests }) => sum + tests, 0),
      scoreSum: those.reduce((sum, { scoreSum }) => sum + scoreSum, 0),
    };
  });
  const { weakest, gap, strength } = strengthAndGap(tested);
  const { schoolClass } = child;
  const allows = entitlementsFor(planInForce({ subscriptionType, subscriptionEnd }, now), rank);
  const [next, marks] = await Promise.all([
    suggestNext(db, childId, allows, weakest && { schoolClass, ...weakest }),
    compareIn(
      db,
      { userId, childId, schoolClass, allowed: allows.comparison },
      disciplines.map(({ discipline }) => discipline),
      null,
    ),
  ]);
  const trend = newestFirst.toReversed();
  return {
    child,
    trend,
    change: changeOf(trend.map(({ score }) => score)),
    disciplines: weakestFirst(disciplines).map((row) => ({ ...row, marks: marks.get(row.discipline) ?? [] })),
    compared: allows.comparison,
    reference: REFERENCE,
    themes: themesByDiscipline(themes),
    skills: skillShares(skills),
    trimesters: trimestersOf(trimesters, now, starts),
    strength,
    gap,
    next,
  };
}

/** How children do over time. */
export function bindReports(frame: Frame): void {
  const { db } = frame;
  frame.bind(reportContract, {
    'GET /api/children/performance': (call) => readPerformance(db, call.caller.userId, call.query.period, new Date()),
    'GET /api/children/:id/report': (call) => readReport(db, call.caller.userId, call.params.id),
  });
}
