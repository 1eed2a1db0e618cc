import type { Database } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { isCovered, planInForce } from '../../money/plans/plans.rules.ts';
import { presentAttempt } from '../../sitting/attempts/attempts.server.ts';
import type { NowOfChild } from '../progress/child-now.rules.ts';
import { readNow } from '../progress/child-now.server.ts';
import { type Period, periodStart, weakestFirst } from '../progress/progress.rules.ts';
import { type ChildPerformance, historyContract, type RecentTest } from './history.contract.ts';
import { statsOf } from './history.rules.ts';
import {
  countRecentAttempts,
  findChildrenWithTotals,
  findPerformance,
  findRecentAttempts,
  type PerformanceRow,
  type RecentRow,
} from './history.store.ts';

/** Number of rows when the caller does not ask for a number. */
const USUAL_ROWS = 500;

function presentRecent(row: RecentRow): RecentTest {
  const { correctAnswers, incorrectAnswers, totalScore } = row;
  return {
    attempt: presentAttempt(row, row.now),
    time: row.time,
    child: { id: row.childId, fullName: row.childName, schoolClass: row.childClass, cover: row.childCover },
    test: {
      id: row.testId,
      discipline: row.discipline,
      theme: row.theme,
      schoolClass: row.schoolClass,
      difficultyLevel: row.difficultyLevel,
    },
    score:
      row.interrupted || correctAnswers === null || incorrectAnswers === null || totalScore === null
        ? null
        : { value: correctAnswers, total: correctAnswers + incorrectAnswers, percentage: totalScore },
    lowEffort: row.lowEffort,
  };
}

/** Returns the results of each active child of a parent in each discipline over a period, the weakest discipline first. */
async function readPerformance(db: Database, userId: number, period: Period, now: Date): Promise<ChildPerformance[]> {
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

/** Binds children with their figures, recent tests, and the children's results. */
export function bindHistory(frame: Frame): void {
  const { db } = frame;
  frame.bind(historyContract, {
    'GET /api/children': async (call) => {
      const rows = await findChildrenWithTotals(db, call.caller.userId, call.query.archived !== 'true');
      const figures = await readNow(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(
        ({ now, testsCompleted, rehearsals, rehearsalScores, rank, subscriptionType, subscriptionEnd, ...child }) => ({
          ...child,
          stats: statsOf({ testsCompleted, rehearsals, rehearsalScores }, figures.get(child.id) as NowOfChild),
          covered: isCovered(planInForce({ subscriptionType, subscriptionEnd }, now), rank),
        }),
      );
    },

    'GET /api/recent-tests': async (call) => {
      const { childId = null, discipline, period, limit = USUAL_ROWS, page = 1 } = call.query;
      const since = period && periodStart(period, new Date(), liveSettings(db).trimesters);
      const filters = { userId: call.caller.userId, childId, discipline, since };
      const rows = await findRecentAttempts(db, { ...filters, limit, offset: (page - 1) * limit });
      const total = rows[0]?.total ?? (page > 1 ? await countRecentAttempts(db, filters) : 0);
      setPaginationHeaders(call, '/api/recent-tests', { childId, discipline, period }, page, limit, total);
      return rows.map(presentRecent);
    },

    'GET /api/children/performance': (call) => readPerformance(db, call.caller.userId, call.query.period, new Date()),
  });
}
