import type { Queryable } from './db.ts';

/** Returns the stored value of a setting, or undefined if it was never stored, so that the default applies. */
export async function readSetting<T>(db: Queryable, key: string): Promise<T | undefined> {
  return (await db.row<{ value: T }>('select value from settings where key = $1', [key]))?.value;
}

export async function saveSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db.count(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2, updated_at = now()',
    [key, JSON.stringify(value)],
  );
}

/** Stores a setting unless it exists; of several concurrent processes one succeeds. */
export async function insertSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db.count('insert into settings (key, value) values ($1, $2) on conflict do nothing', [
    key,
    JSON.stringify(value),
  ]);
}
