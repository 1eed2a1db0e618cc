import type { Queryable } from '../../../server/db/db.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import type { Difficulty, Discipline, PlanId, TestClass } from '../../../shared/words.ts';
import { COVER_RANK } from '../../money/plans/covered.store.ts';
import { CHILD, type ChildRow } from '../../people/children/children.store.ts';
import { ATTEMPT, type AttemptRow } from '../../sitting/attempts/attempts.store.ts';
import { COUNTS, PENCIL, REHEARSALS } from '../../sitting/attempts/counting.store.ts';
import { NUMBERED } from '../progress/progress.store.ts';

/** SQL condition for attempts listed in the history: not those that are abandoned, or only reserved for a phone or on paper. */
const LISTED = `a.state in ('open', 'provisional', 'completed')`;

export interface ChildWithTotals extends ChildRow {
  now: Date;
  testsCompleted: number;
  rehearsals: number;
  rehearsalScores: number;
  /** Position in the family's plan; null when archived. */
  rank: number | null;
  deletionAt: Date | null;
  /** Disciplines of the attempts in its history. */
  disciplines: Discipline[];
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/**
 * Returns a parent's active or archived children, oldest entry first, with the number of their attempts that count (the rows of
 * performance_aggregations) and of their rehearsals.
 */
export function findChildrenWithTotals(db: Queryable, userId: number, active: boolean): Promise<ChildWithTotals[]> {
  return db.rows<ChildWithTotals>(
    `select now() as now, ${CHILD}, c.deletion_asked_at + make_interval(days => $3) as deletion_at,
       ${COVER_RANK} as rank,
       u.subscription_type, u.subscription_end,
       (select coalesce(sum(p.tests_completed), 0) from performance_aggregations p where p.child_id = c.id) as tests_completed,
       (select count(*) from attempts a where a.child_id = c.id and ${REHEARSALS}) as rehearsals,
       (select coalesce(sum(a.total_score), 0) from attempts a where a.child_id = c.id and ${REHEARSALS}) as rehearsal_scores,
       array(select distinct a.discipline from attempts a where a.child_id = c.id and ${LISTED} order by 1) as disciplines
     from children c join users u on u.id = c.user_id
     where c.user_id = $1 and c.active = $2 order by c.id`,
    [userId, active, DAYS_TO_CHANGE_ONES_MIND],
  );
}

export interface RecentRow extends AttemptRow {
  now: Date;
  childName: string;
  childClass: string;
  childCover: number;
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  difficultyLevel: Difficulty;
  lowEffort: boolean;
  time: number;
  /** Total number of rows, repeated in every row. */
  total: number;
}

export interface HistoryFilters {
  userId: number;
  childId: number | null;
  discipline: string | null;
  /** Only attempts begun from this time on; null for all. */
  since: Date | null;
}

/** Finds attempts of a parent's children, newest first, including those in progress. */
export function findRecentAttempts(
  db: Queryable,
  filters: HistoryFilters & { limit: number; offset: number },
): Promise<RecentRow[]> {
  return db.rows<RecentRow>(
    `select ${ATTEMPT}, now() as now, c.full_name as child_name, c.school_class as child_class, c.cover as child_cover,
       a.discipline, t.theme, a.school_class, t.difficulty_level,
       coalesce(${PENCIL}, false) as low_effort, a.time, count(*) over () as total
     from children c cross join lateral ${NUMBERED('a.child_id = c.id')} a join tests t on t.id = a.test_id
     where c.user_id = :userId and (:childId::int is null or c.id = :childId) and (:discipline::text is null or a.discipline = :discipline) and ${LISTED}
       and (:since::timestamptz is null or a.attempt_date >= :since)
     order by a.attempt_date desc, a.id desc limit :limit offset :offset`,
    filters,
  );
}

/** Returns the total number for a page beyond the last one, which has no row that contains it. */
export async function countRecentAttempts(db: Queryable, filters: HistoryFilters): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from attempts a join children c on c.id = a.child_id
     where c.user_id = $1 and ($2::int is null or c.id = $2) and ($3::text is null or a.discipline = $3) and ${LISTED}
       and ($4::timestamptz is null or a.attempt_date >= $4)`,
    [filters.userId, filters.childId, filters.discipline, filters.since],
  );
  return row?.total ?? 0;
}

export interface PerformanceRow {
  childId: number;
  /** Null, with no tests, for a child without a test in the period. */
  discipline: Discipline | null;
  tests: number;
  scoreSum: number;
}

/** Finds sums of scores for each active child of a parent and discipline, since a given time. */
export function findPerformance(db: Queryable, userId: number, since: Date): Promise<PerformanceRow[]> {
  return db.rows<PerformanceRow>(
    `select c.id as child_id, p.discipline, coalesce(p.tests, 0) as tests, coalesce(p.scores, 0) as score_sum
     from children c left join lateral (
       select a.discipline, count(*) as tests, sum(a.total_score) as scores from attempts a
       where a.child_id = c.id and a.attempt_date >= $2 and ${COUNTS} group by a.discipline
     ) p on true
     where c.user_id = $1 and c.active order by c.id`,
    [userId, since],
  );
}
