import type { Queryable } from '../../../server/db/db.ts';

export async function findEngine(db: Queryable): Promise<{ engine: string; bytes: number }> {
  const found = await db.row<{ engine: string; bytes: number }>(
    `select split_part(version(), ' on ', 1) as engine, pg_database_size(current_database()) as bytes`,
  );
  return found as { engine: string; bytes: number };
}

/** Finds all tables with the database's estimates of their rows. Counting the rows of a large table would take too long. */
export function findTables(db: Queryable): Promise<{ name: string; rows: number; bytes: number }[]> {
  return db.rows(
    `select c.relname as name, greatest(c.reltuples, coalesce(s.n_live_tup, 0), 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
     from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 3 desc, 1`,
  );
}

export function findMigrations(db: Queryable): Promise<{ name: string; appliedAt: Date }[]> {
  return db.rows('select name, applied_at from schema_migrations order by name desc');
}
