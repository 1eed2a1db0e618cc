import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';
import { COUNTS_IF_ANSWERED, PENCIL, REHEARSALS } from '../../sitting/attempts/counting.store.ts';

/** Returns the number of a child's results with answers too quick to count. */
export async function countPencil(db: Queryable, childId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from attempts a where a.child_id = $1 and ${PENCIL}`,
    [childId],
  );
  return row?.count ?? 0;
}

/** Returns the number of a child's rehearsals of the exam that count, and the sum of their scores. */
export async function sumRehearsals(db: Queryable, childId: number): Promise<{ tests: number; scoreSum: number }> {
  const row = await db.row<{ tests: number; scoreSum: number }>(
    `select count(*) as tests, coalesce(sum(a.total_score), 0) as score_sum from attempts a where a.child_id = $1 and ${REHEARSALS}`,
    [childId],
  );
  return row ?? { tests: 0, scoreSum: 0 };
}

export interface SkillRow {
  skillCategory: string;
  correct: number;
  total: number;
}

/** Returns the number of questions asked of a child, and of those answered right by the frozen keys, for each skill category. */
export function findSkills(db: Queryable, childId: number): Promise<SkillRow[]> {
  return db.rows<SkillRow>(
    // The child's attempts and their answers are always read first. The planner, which assumes a hundred questions for a test, would
    // otherwise read everybody's attempts or answers. All answers of an attempt are looked up together, not one by one.
    `with mine as materialized (
       select a.version_id, given.letters from attempts a cross join lateral (
         select jsonb_object_agg(one.question_id, one.selected_answer) as letters from answers one where one.attempt_id = a.id
       ) given where a.child_id = $1 and given.letters is not null and ${COUNTS_IF_ANSWERED}
     )
     select question ->> 'skillCategory' as skill_category, count(*) as total,
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
  /** In seconds. */
  timeSpent: number;
  last: Date;
}

/** Finds the sums of every trimester in which a child took tests. */
export function findTrimesters(db: Queryable, childId: number): Promise<TrimesterRow[]> {
  return db.rows<TrimesterRow>(
    `select school_year, discipline, trimester, sum(tests_completed) as tests, sum(score_sum) as score_sum,
       sum(correct_sum) as correct_sum, sum(total_time_spent) as time_spent, max(last_evaluation_date) as last
     from performance_aggregations where child_id = $1 group by school_year, discipline, trimester`,
    [childId],
  );
}
