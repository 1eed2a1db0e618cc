import type { Queryable } from '../../server/db.ts';
import type { Difficulty, Discipline, PlanId, TestClass, TestKind } from '../../shared/words.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../accounts/account.rules.ts';
import { ATTEMPT, type AttemptRow } from '../attempts/attempts.store.ts';
import { COUNTS } from '../attempts/counting.store.ts';
import type { ChildRow } from '../children/children.store.ts';
import { COVER_RANK } from '../plans/covered.store.ts';
import type { TestDescription } from '../tests/tests.store.ts';
import { TIME } from './progress.store.ts';

/** Attempts listed in the history: finished and running ones. Those that ended without an answer are left out. */
const LISTED = `(a.state in ('completed', 'provisional') or (a.state = 'open' and now() <= a.deadline_at))`;

export interface ChildWithTotals extends ChildRow {
  now: Date;
  testsCompleted: number;
  scoreSum: number;
  correct: number;
  answered: number;
  questions: number;
  /** Place in the family's plan; null when archived. */
  rank: number | null;
  deletionAt: Date | null;
  /** Those of the attempts in its history. */
  disciplines: Discipline[];
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/** A parent's active or archived children, oldest entry first, with sums over the attempts that count: the rows of performance_aggregations, and how many of their questions were answered. */
export function findChildrenWithTotals(db: Queryable, userId: number, active: boolean): Promise<ChildWithTotals[]> {
  return db.rows<ChildWithTotals>(
    `select now() as now, c.id, c.user_id as "userId", c.full_name as "fullName", c.birth_date as "birthDate", c.gender,
       c.school_class as "schoolClass", c.school, c.location, c.created_at as "createdAt", c.active, c.extended_time as "extendedTime", c.cover,
       c.deletion_asked_at + make_interval(days => $3) as "deletionAt",
       ${COVER_RANK} as rank,
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       coalesce(p.tests, 0) as "testsCompleted", coalesce(p.scores, 0) as "scoreSum", coalesce(p.correct, 0) as correct, coalesce(p.questions, 0) as questions,
       (select count(*) from attempts a join answers given on given.attempt_id = a.id where a.child_id = c.id and ${COUNTS}) as answered,
       array(select distinct a.discipline from attempts a where a.child_id = c.id and ${LISTED} order by 1) as disciplines
     from children c join users u on u.id = c.user_id
       left join lateral (
         select sum(tests_completed) as tests, sum(score_sum) as scores, sum(correct_sum) as correct, sum(question_sum) as questions
         from performance_aggregations where child_id = c.id
       ) p on true
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
  /** How many there are in all, on every page. */
  total: number;
}

export interface HistoryFilters {
  userId: number;
  childId: number | null;
  discipline: string | null;
  /** Attempts begun from then on; null for all. */
  since: Date | null;
}

/** Attempts of a parent's children, newest first, those under way among them. */
export function findRecentAttempts(
  db: Queryable,
  filters: HistoryFilters & { limit: number; offset: number },
): Promise<RecentRow[]> {
  return db.rows<RecentRow>(
    `select ${ATTEMPT}, now() as now, c.full_name as "childName", c.school_class as "childClass", c.cover as "childCover",
       a.discipline, t.theme, a.school_class as "schoolClass", t.difficulty_level as "difficultyLevel",
       coalesce(a.effort = 'low', false) as "lowEffort", ${TIME} as time, count(*) over () as total
     from attempts a join children c on c.id = a.child_id join tests t on t.id = a.test_id
     where c.user_id = $1 and ($2::int is null or c.id = $2) and ($3::text is null or a.discipline = $3) and ${LISTED}
       and ($4::timestamptz is null or a.attempt_date >= $4)
     order by a.attempt_date desc, a.id desc limit $5 offset $6`,
    [filters.userId, filters.childId, filters.discipline, filters.since, filters.limit, filters.offset],
  );
}

/** The same count for a page beyond the last one, which has no row to tell it. */
export async function countRecentAttempts(db: Queryable, filters: HistoryFilters): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from attempts a join children c on c.id = a.child_id
     where c.user_id = $1 and ($2::int is null or c.id = $2) and ($3::text is null or a.discipline = $3) and ${LISTED}
       and ($4::timestamptz is null or a.attempt_date >= $4)`,
    [filters.userId, filters.childId, filters.discipline, filters.since],
  );
  return row?.total ?? 0;
}

export interface AttemptWithAnswers extends AttemptRow, TestDescription {
  time: number;
  kind: TestKind;
  effort: 'full' | 'some' | 'low' | null;
  quickAnswers: number | null;
  /** The highest threshold among the quick answers, in milliseconds. */
  quickMs: number | null;
  awayTimes: number | null;
  awayMs: number | null;
  textsHeard: number | null;
  now: Date;
  childName: string;
  childClass: string;
  childCover: number;
  testActive: boolean;
  /** Place among the family's active children, 1 for the oldest entry; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  answers: { questionId: number; selectedAnswer: string; responseTime: number | null }[];
  /** Keys of its questions that were put right since, oldest first, and what the mark was before and after each. */
  corrections: { questionId: number; at: string; before: number; after: number }[];
}

/** One attempt of this parent's children, with its answers and the test's card; nothing if it is not theirs. */
export function findAttempt(db: Queryable, userId: number, id: number): Promise<AttemptWithAnswers | undefined> {
  return db.row<AttemptWithAnswers>(
    `select ${ATTEMPT}, now() as now, c.full_name as "childName", c.school_class as "childClass", c.cover as "childCover",
       a.kind, a.effort, a.quick_answers as "quickAnswers", a.quick_ms as "quickMs", a.away_times as "awayTimes", a.away_ms as "awayMs", a.texts_heard as "textsHeard",
       a.discipline, t.theme, t.form, a.school_class as "schoolClass", t.description, t.difficulty_level as "difficultyLevel", t.evaluation_type as "evaluationType",
       t.active as "testActive", ${TIME} as time,
       ${COVER_RANK} as rank,
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       (select coalesce(jsonb_agg(jsonb_build_object('questionId', question_id, 'selectedAnswer', selected_answer, 'responseTime', response_time)), '[]')
        from answers where attempt_id = a.id) as answers,
       (select coalesce(jsonb_agg(jsonb_build_object('questionId', r.question_id, 'at', r.at, 'before', m.old_score, 'after', m.new_score) order by r.id), '[]')
        from regrade_marks m join regrades r on r.id = m.regrade_id where m.attempt_id = a.id) as corrections
     from attempts a join children c on c.id = a.child_id join users u on u.id = c.user_id join tests t on t.id = a.test_id
     where a.id = $2 and c.user_id = $1`,
    [userId, id],
  );
}
