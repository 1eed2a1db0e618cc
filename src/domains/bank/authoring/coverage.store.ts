import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';

export interface CoverageRow {
  discipline: Discipline;
  code: string;
  active: number;
  total: number;
}

/** Returns the number of questions for each objective of a class, in the order of its programmes. */
export function findCoverage(db: Queryable, schoolClass: string): Promise<CoverageRow[]> {
  return db.rows<CoverageRow>(
    `select p.discipline, o.code, counted.active, counted.total
     from curriculum_plans p join curriculum_themes th on th.plan_id = p.id join curriculum_objectives o on o.theme_id = th.id
     cross join lateral (
       select count(*) filter (where t.active) as active, count(*) as total from questions q join tests t on t.id = q.test_id where q.objective = o.code
     ) counted
     where p.school_class = $1 order by p.discipline, th.position, o.position`,
    [schoolClass],
  );
}

/** Returns the number of questions without an objective in the active tests of a discipline and class. */
export async function countWithoutObjective(db: Queryable, discipline: string, schoolClass: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from questions q join tests t on t.id = q.test_id
     where t.active and t.discipline = $1 and t.school_class = $2 and q.objective is null`,
    [discipline, schoolClass],
  );
  return row?.total ?? 0;
}

/** Finds the tests with questions about an objective, in the order in which they are locked. */
export async function findTestsMeasuring(db: Queryable, code: string): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    'select distinct test_id as id from questions where objective = $1 order by test_id',
    [code],
  );
  return rows.map(({ id }) => id);
}
