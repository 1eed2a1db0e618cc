import type { Queryable } from '../../../server/db/db.ts';

/** Counts the open attempts, and those that wait for late answers. The index contains no other attempts, so this is fast. */
export async function countUnfinished(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.rows<{ state: string; n: number }>(
    `select state, count(*) as n from attempts where state in ('open', 'provisional') group by state`,
  );
  return { open: 0, provisional: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
}
