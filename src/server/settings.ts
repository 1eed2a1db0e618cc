import type { Queryable } from './db.ts';

/** A setting as it was last kept; undefined when it never was, and its default in the code holds. */
export async function readSetting<T>(db: Queryable, key: string): Promise<T | undefined> {
  return (await db.row<{ value: T }>('select value from settings where key = $1', [key]))?.value;
}

export async function keepSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db.count(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2, updated_at = now()',
    [key, JSON.stringify(value)],
  );
}

/** Keeps a setting unless it was kept before; of several processes that try at once, one does. */
export async function keepSettingOnce(db: Queryable, key: string, value: unknown): Promise<void> {
  await db.count('insert into settings (key, value) values ($1, $2) on conflict do nothing', [
    key,
    JSON.stringify(value),
  ]);
}
