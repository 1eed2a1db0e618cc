import type { Queryable } from '../../../server/db/db.ts';
import { meanPercentSql } from '../../../shared/percent.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';

export interface FormRow {
  id: number;
  form: string;
  active: boolean;
  questionCount: number;
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  attempts: number;
  mean: number | null;
  spread: number | null;
}

/**
 * Returns all tests of one test's theme, with their valid attempts, or none if there is no such test.
 *
 * @param fewest attempts from which on marks are given.
 */
export function findFormsOf(db: Queryable, testId: number, fewest: number): Promise<FormRow[]> {
  return db.rows<FormRow>(
    `select t.id, t.form, t.active, t.question_count, t.discipline, t.theme, t.school_class, a.attempts,
       case when a.attempts >= $2 then a.mean end as mean, case when a.attempts >= $2 then a.spread end as spread
     from tests asked
       join tests t on t.school_class = asked.school_class and t.discipline = asked.discipline and t.theme_key = asked.theme_key
       left join lateral (
         select count(*)::int as attempts, ${meanPercentSql('sum(total_score)', 'count(*)')} as mean, round(stddev_samp(total_score))::int as spread
         from attempts where test_id = t.id and valid) a on true
     where asked.id = $1 order by t.active desc, length(t.form), t.form, t.id`,
    [testId, fewest],
  );
}

export interface MeasuredRow {
  testId: number;
  objective: string | null;
  objectiveText: string | null;
  category: string | null;
  difficulty: number | null;
}

/** Returns what each question of these tests measures. */
export function findMeasured(db: Queryable, testIds: readonly number[]): Promise<MeasuredRow[]> {
  return db.rows<MeasuredRow>(
    `select q.test_id, q.objective, o.text as objective_text, q.skill_category as category, q.difficulty
     from questions q left join curriculum_objectives o on o.code = q.objective where q.test_id = any($1::int[])`,
    [testIds],
  );
}
