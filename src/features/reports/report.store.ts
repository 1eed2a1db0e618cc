import type { Queryable } from '../../server/db.ts';
import type { ChildClass, Discipline, Gender, PlanId } from '../../shared/words.ts';
import { COUNTS, COUNTS_IF_ANSWERED } from '../attempts/counting.store.ts';
import { COVER_RANK } from '../plans/covered.store.ts';
import { NUMBERED } from '../results/progress.store.ts';

export interface ReportedChild {
  now: Date;
  id: number;
  fullName: string;
  schoolClass: ChildClass;
  school: string | null;
  gender: Gender | null;
  cover: number;
  /** Place in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/** Whose report it is and what the plan is; nothing when the child is not this parent's. */
export function findReportedChild(db: Queryable, userId: number, childId: number): Promise<ReportedChild | undefined> {
  return db.row<ReportedChild>(
    `select now() as now, c.id, c.full_name as "fullName", c.school_class as "schoolClass", c.school, c.gender, c.cover,
       ${COVER_RANK} as rank,
       u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd"
     from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
}

export interface TrendRow {
  attemptId: number;
  date: Date;
  discipline: Discipline;
  theme: string;
  score: number;
  questions: number;
  onPaper: boolean;
  time: number;
}

/** A child's last attempts that count, newest first. */
export function findLastScores(db: Queryable, childId: number, limit: number): Promise<TrendRow[]> {
  return db.rows<TrendRow>(
    `select a.id as "attemptId", a.attempt_date as date, a.discipline, t.theme, a.total_score as score,
       a.correct_answers + a.incorrect_answers as questions, a.printed_at is not null as "onPaper", a.time
     from ${NUMBERED('a.child_id = $1')} a join tests t on t.id = a.test_id
     where ${COUNTS} order by a.attempt_date desc, a.id desc limit $2`,
    [childId, limit],
  );
}

/** How many of a child's results were given too quickly to count. */
export async function countPencil(db: Queryable, childId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from attempts where child_id = $1 and state = 'completed' and effort = 'low'`,
    [childId],
  );
  return row?.count ?? 0;
}

export interface SkillRow {
  skillCategory: string;
  correct: number;
  total: number;
}

/** Questions asked of a child and those answered right, per skill category, by the frozen keys. */
export function findSkills(db: Queryable, childId: number): Promise<SkillRow[]> {
  return db.rows<SkillRow>(
    // The child's attempts with their answers first, in any case: the planner takes a test for a hundred questions, and would
    // rather read everybody's attempts, or everybody's answers. One look for the answers of an attempt, not one for each.
    `with mine as materialized (
       select a.version_id, given.letters from attempts a cross join lateral (
         select jsonb_object_agg(one.question_id, one.selected_answer) as letters from answers one where one.attempt_id = a.id
       ) given where a.child_id = $1 and given.letters is not null and ${COUNTS_IF_ANSWERED}
     )
     select question ->> 'skillCategory' as "skillCategory", count(*) as total,
       count(*) filter (where mine.letters ->> (question ->> 'id') = question ->> 'correctAnswer') as correct
     from mine join test_versions v on v.id = mine.version_id cross join lateral jsonb_array_elements(v.questions) as question
     where question ->> 'skillCategory' is not null
     group by 1`,
    [childId],
  );
}

export interface TrimesterRow {
  /** The year in which the school year began. */
  schoolYear: number;
  discipline: Discipline;
  trimester: number;
  tests: number;
  scoreSum: number;
  correctSum: number;
  /** Seconds. */
  timeSpent: number;
  last: Date;
}

/** The sums of every trimester in which a child did tests. */
export function findTrimesters(db: Queryable, childId: number): Promise<TrimesterRow[]> {
  return db.rows<TrimesterRow>(
    `select school_year as "schoolYear", discipline, trimester, sum(tests_completed) as tests, sum(score_sum) as "scoreSum",
       sum(correct_sum) as "correctSum", sum(total_time_spent) as "timeSpent", max(last_evaluation_date) as last
     from performance_aggregations where child_id = $1 group by school_year, discipline, trimester`,
    [childId],
  );
}
