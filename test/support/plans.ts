import type { Queryable, Values } from '../../src/server/db/db.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Plans?: Plan[];
}

const readOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? plan['Actual Loops'] * plan['Actual Rows'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + readOf(part, table), 0);

/** Executes a statement. @returns the number of rows that it read from a table, summed over all sequential and index scans. */
export async function rowsRead(db: Queryable, table: string, text: string, values: Values = []): Promise<number> {
  const [row] = await db.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return Math.round(readOf(row?.['QUERY PLAN'][0]?.Plan as Plan, table));
}
