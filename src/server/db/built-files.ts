import type { Queryable } from './db.ts';

/** Stores the files that are not stored yet, and notes that all of them are in use. */
export function saveBuiltFiles(db: Queryable, names: readonly string[], contents: readonly Buffer[]): Promise<number> {
  return db.count(
    `insert into built_files (name, content) select * from unnest($1::text[], $2::bytea[])
     on conflict (name) do update set seen_at = now()`,
    [names, contents],
  );
}

/** Deletes the files of versions that have not run for a week. */
export function forgetUnusedFiles(db: Queryable): Promise<number> {
  return db.count(`delete from built_files where seen_at < now() - interval '7 days'`);
}

export function builtFile(db: Queryable, name: string): Promise<{ content: Buffer } | undefined> {
  return db.row<{ content: Buffer }>('select content from built_files where name = $1', [name]);
}
