import type { Queryable } from '../../../server/db/db.ts';

/** Keys of the templates that are switched off. */
export async function findTemplatesOff(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>('select key from templates_off');
  return new Set(rows.map(({ key }) => key));
}

/** @returns 0 when it was already switched off. */
export function insertTemplateOff(transaction: Queryable, key: string, userId: number): Promise<number> {
  return transaction.count('insert into templates_off (key, user_id) values ($1, $2) on conflict (key) do nothing', [
    key,
    userId,
  ]);
}

/** @returns 0 when it was already in use. */
export function deleteTemplateOff(transaction: Queryable, key: string): Promise<number> {
  return transaction.count('delete from templates_off where key = $1', [key]);
}
