import { createHash } from 'node:crypto';
import pg from 'pg';
import { StartRefused } from '../config.ts';
import { AS_TEXT, BACKUP_FORMAT } from './backup.ts';
import { broken, linesOf, type Mark } from './backup-file.ts';
import { clientFor } from './database-address.ts';
import { messageWithoutRow } from './database-errors.ts';
import { migrate } from './migrate.ts';

// Restores a backup (format in backup.ts) into a fresh database. Every table's rows are hashed while reading and
// compared with the restored rows, and foreign keys are recreated and validated. The comparison ignores row order,
// which PostgreSQL does not guarantee.

export interface Restored {
  tables: number;
  rows: number;
  /** When the backup was made. */
  at: Date;
  /** Migrations missing in the backup that ran after the restore. */
  migrated: string[];
}

interface Head {
  format: number;
  at: string;
  migrations: { name: string; checksum: string }[];
}

/** Rows inserted per batch. */
const BATCH = 1_000;

const quote = (name: string) => pg.escapeIdentifier(name);

/**
 * Restores a backup into a fresh database, completely or not at all.
 *
 * @param url of an empty database; one with tables of the app is refused.
 * @param interruption aborts the restore between two rows.
 * @throws StartRefused when the file is damaged, truncated or newer than this program, or the database is not fresh.
 * @throws the reason of `interruption`.
 */
export async function restoreBackup(url: string, file: string, interruption?: AbortSignal): Promise<Restored> {
  const lines = linesOf(file);
  const first = (await lines.next()).value as Head | undefined;
  if (first?.format !== BACKUP_FORMAT || !Array.isArray(first.migrations))
    throw broken('não é uma cópia desta aplicação');
  const client = clientFor(url, 'caderneta-restore');
  await client.connect();
  // On failure, only objects that this restore created are removed.
  let begun = false;
  try {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    if ((rows[0]?.tables ?? 0) > 0)
      throw new StartRefused('A base de dados de destino não está vazia. Uma cópia só se repõe num lugar novo.');
    begun = true;
    // The schema is migrated to the time of the backup; later migrations run after the rows are restored.
    await migrate(url, first.migrations);
    await client.query('begin');
    for (const setting of AS_TEXT) await client.query(setting);
    const done = await fill(client, lines, interruption);
    await client.query('commit');
    const migrated = await migrate(url);
    return { ...done, at: new Date(first.at), migrated };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (begun) await empty(client);
    // The error of a row that does not fit repeats the row: names, addresses, password hashes.
    if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''))
      throw broken(`uma linha não cabe nas tabelas desta versão (${messageWithoutRow(error)})`);
    throw error;
  } finally {
    await client.end();
  }
}

/** Empties the database again after a failed restore. */
async function empty(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
}

async function fill(
  client: pg.Client,
  lines: AsyncGenerator<unknown>,
  interruption: AbortSignal | undefined,
): Promise<{ tables: number; rows: number }> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  const { rows: tables } = await client.query<{ name: string; columns: string[]; generated: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
       coalesce(array_agg(a.attname::text) filter (where a.attgenerated <> ''), '{}') as generated
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations' group by c.relname`,
  );
  for (const { name } of tables) {
    await client.query(`alter table ${quote(name)} disable trigger user`);
    // Rows inserted by migrations are also in the backup, so they are deleted first.
    await client.query(`delete from ${quote(name)}`);
  }

  const done = { tables: 0, rows: 0 };
  let complete = false;
  let current: Filling | undefined;
  for await (const line of lines) {
    interruption?.throwIfAborted();
    if (typeof line === 'string') {
      if (!current) throw broken('há linhas fora de uma tabela');
      current.hash.update(`${line}\n`);
      current.batch.push(line);
      current.rows += 1;
      if (current.batch.length === BATCH) await insertBatch(client, current);
      continue;
    }
    const mark = line as Mark;
    if (mark.table !== undefined) {
      const known = tables.find(({ name }) => name === mark.table);
      if (!known || JSON.stringify(known.columns.toSorted()) !== JSON.stringify(mark.columns?.toSorted()))
        throw broken(`a tabela ${mark.table} não é a desta versão`);
      current = await beginTable(client, known, mark.columns as string[]);
    } else if (mark.end !== undefined) {
      if (current?.name !== mark.end || current.rows !== mark.rows || current.hash.digest('hex') !== mark.sha256)
        throw broken(`as linhas de ${mark.end} não são as que foram guardadas`);
      await insertBatch(client, current);
      if (!(await isAsGiven(client, current))) throw broken(`as linhas de ${mark.end} não ficaram iguais`);
      await client.query('drop table pg_temp.given_row');
      done.tables += 1;
      done.rows += current.rows;
      current = undefined;
    } else if (mark.sequences !== undefined) {
      for (const { name, value } of mark.sequences)
        if (value !== null) await client.query('select setval($1::text::regclass, $2)', [quote(name), value]);
    } else if (mark.complete) {
      complete = mark.tables === done.tables && mark.rows === done.rows;
    }
  }
  if (!complete) throw broken('falta-lhe o fim');
  for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  return done;
}

/** State of a table while its rows are restored. */
interface Filling {
  name: string;
  /** Columns whose values come from the backup; PostgreSQL computes the others. */
  columns: string[];
  /** Hash of the lines in the order of the file. */
  hash: ReturnType<typeof createHash>;
  batch: string[];
  rows: number;
  /** Sum of the hashes of the rows read so far. */
  sum: bigint;
}

/**
 * Prepares a table for its rows. The columns may be in another order than in the file: in a database that was migrated one release at a
 * time, their order depends on when they were added.
 */
async function beginTable(
  client: pg.Client,
  { name, generated }: { name: string; generated: string[] },
  given: string[],
): Promise<Filling> {
  await client.query(
    `create temp table given_row as select ${given.map(quote).join(', ')} from public.${quote(name)} with no data`,
  );
  const columns = given.filter((column) => !generated.includes(column));
  return { name, columns, hash: createHash('sha256'), batch: [], rows: 0, sum: 0n };
}

/** Returns SQL for the sum of the hashes of the rows, which does not depend on their order. */
const SUM = (fields: string) => `coalesce(sum(hashtextextended(row(${fields})::text, 0)), 0)::text as sum`;

async function insertBatch(client: pg.Client, table: Filling): Promise<void> {
  const { name, columns, batch } = table;
  if (batch.length === 0) return;
  const fields = columns.map((column) => `(g.given).${quote(column)}`).join(', ');
  const { rows } = await client.query<{ sum: string }>(
    `with given as materialized (
       select line::pg_temp.given_row as given, place from unnest($1::text[]) with ordinality as l (line, place)
     ), inserted as (
       insert into public.${quote(name)} (${columns.map(quote).join(', ')}) overriding system value select ${fields} from given g order by g.place
     ) select ${SUM(fields)} from given g`,
    [batch],
  );
  table.sum += BigInt(rows[0]?.sum ?? 0);
  table.batch = [];
}

/** Returns whether the table contains exactly the rows of the backup. */
async function isAsGiven(client: pg.Client, { name, columns, rows, sum }: Filling): Promise<boolean> {
  const { rows: found } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, ${SUM(columns.map(quote).join(', '))} from public.${quote(name)}`,
  );
  return Number(found[0]?.rows) === rows && BigInt(found[0]?.sum ?? -1) === sum;
}
