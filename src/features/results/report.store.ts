import type { Queryable } from '../../server/db.ts';
import type { ChildClass, Discipline, Gender, PlanId } from '../../shared/words.ts';
import { COVER_RANK } from '../plans/covered.store.ts';

/** Attempts `a` that enter a family's own figures: completed, with an answer, not sent late (docs/decisions/0006). */
const COUNTS = `a.state = 'completed' and not a.late and exists (select 1 from answers given where given.attempt_id = a.id)`;

export interface PerformanceRow {
  childId: number;
  /** Null, with no tests, for a child who did nothing in the period. */
  discipline: Discipline | null;
  tests: number;
  scoreSum: number;
}

/** Sums of scores per active child of a parent and discipline, since a moment. */
export function findPerformance(db: Queryable, userId: number, since: Date): Promise<PerformanceRow[]> {
  return db.rows<PerformanceRow>(
    `select c.id as "childId", p.discipline, coalesce(p.tests, 0) as tests, coalesce(p.scores, 0) as "scoreSum"
     from children c left join lateral (
       select a.discipline, count(*) as tests, sum(a.total_score) as scores from attempts a
       where a.child_id = c.id and a.attempt_date >= $2 and ${COUNTS} group by a.discipline
     ) p on true
     where c.user_id = $1 and c.active order by c.id`,
    [userId, since],
  );
}

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
}

/** A child's last attempts that count, newest first. */
export function findLastScores(db: Queryable, childId: number, limit: number): Promise<TrendRow[]> {
  return db.rows<TrendRow>(
    `select a.id as "attemptId", a.attempt_date as date, a.discipline, t.theme, a.total_score as score
     from attempts a join tests t on t.id = a.test_id
     where a.child_id = $1 and ${COUNTS} order by a.attempt_date desc, a.id desc limit $2`,
    [childId, limit],
  );
}

export interface ThemeRow {
  discipline: Discipline;
  theme: string;
  tests: number;
  scoreSum: number;
}

/** Sums per theme that a child was tested in, and the themes of its class in those disciplines that wait, with none. */
export function findThemes(db: Queryable, childId: number, schoolClass: string): Promise<ThemeRow[]> {
  return db.rows<ThemeRow>(
    `with done as (
       select a.discipline, t.theme_key, min(t.theme) as theme, count(*) as tests, sum(a.total_score) as scores
       from attempts a join tests t on t.id = a.test_id
       where a.child_id = $1 and ${COUNTS} group by a.discipline, t.theme_key
     )
     select discipline, theme, tests, scores as "scoreSum" from done
     union all
     select t.discipline, min(t.theme), 0, 0 from tests t
     where t.active and t.school_class = $2 and t.version_id is not null and t.discipline in (select discipline from done)
       and not exists (select 1 from done where done.discipline = t.discipline and done.theme_key = t.theme_key)
     group by t.discipline, t.theme_key
     order by discipline, theme`,
    [childId, schoolClass],
  );
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
       ) given where a.child_id = $1 and ${COUNTS}
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
  discipline: Discipline;
  trimester: number;
  tests: number;
  scoreSum: number;
}

export function findTrimesters(db: Queryable, childId: number, schoolYear: number): Promise<TrimesterRow[]> {
  return db.rows<TrimesterRow>(
    `select discipline, trimester, sum(tests_completed) as tests, sum(score_sum) as "scoreSum"
     from performance_aggregations where child_id = $1 and school_year = $2 group by discipline, trimester`,
    [childId, schoolYear],
  );
}

export interface NextTest {
  id: number;
  discipline: Discipline;
  theme: string;
  questionCount: number;
  presentedBytes: number;
}

/** A test of a class and discipline that a child may take and has not; one of the wanted theme before any other. */
export function findNextTest(
  db: Queryable,
  childId: number,
  wanted: { schoolClass: string; discipline: string; theme: string },
): Promise<NextTest | undefined> {
  return db.row<NextTest>(
    `select t.id, t.discipline, t.theme, t.question_count as "questionCount", v.presented_bytes as "presentedBytes"
     from tests t join test_versions v on v.id = t.version_id
     where t.active and t.school_class = $2 and t.discipline = $3
       and not exists (select 1 from attempts a where a.child_id = $1 and a.test_id = t.id and a.state in ('completed', 'provisional'))
     order by t.theme = $4 desc, t.theme, t.id limit 1`,
    [childId, wanted.schoolClass, wanted.discipline, wanted.theme],
  );
}
