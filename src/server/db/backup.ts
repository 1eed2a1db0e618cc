import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DAY_MS } from '../../shared/time.ts';
import { BACKUP_DAYS } from '../config.ts';
import { conflict } from '../http/errors.ts';
import { verifyFile } from './backup-file.ts';
import type { Database, Queryable } from './db.ts';
import { putInPlace } from './durable.ts';

/**
 * A backup is a gzip file of JSON lines: `{ format, at, engine, migrations }`; then for each table `{ table, columns
 * }`, its rows (each row's `t::text` as a JSON string) and `{ end, rows, sha256 }` over these texts, each followed by a
 * line feed; finally `{ sequences }` and `{ complete, tables, rows }`. A file without the last line is incomplete and
 * is rejected.
 */
export const BACKUP_FORMAT = 1;

/** Session settings that make the text form of values independent of server and role settings. */
export const AS_TEXT: readonly string[] = [
  `set local timezone to 'UTC'`,
  `set local datestyle to 'ISO, MDY'`,
  `set local intervalstyle to 'postgres'`,
  `set local bytea_output to 'hex'`,
  'set local extra_float_digits to 1',
];

export interface Backup {
  name: string;
  bytes: number;
  /** The time, to the second, at which the backup was made. */
  at: Date;
}

/** Rows fetched and compressed at once: few enough for tables with large rows, such as pictures. */
const BATCH = 200;
const NAME = /^copia-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.ndjson\.gz$/;
const FOLDER = 'backups';
const PARTIAL = '.partial';

export const backupFolder = (dataDir: string): string => path.join(dataDir, FOLDER);

/** Backups in the data folder, newest first. Unfinished files have another extension. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({
      name,
      bytes: fs.statSync(path.join(folder, name)).size,
      at: new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')),
    }))
    .sort((a, b) => b.name.localeCompare(a.name));
}

/**
 * Deletes backups of dates (UTC) more than `keptDays` days ago. The newest one is kept for up to `BACKUP_DAYS`, so that some backup remains
 * when scheduled backups fail.
 */
export function deleteOldBackups(dataDir: string, now: Date, keptDays = BACKUP_DAYS): number {
  const dateBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const old = listBackups(dataDir).filter(
    ({ at }, index) => at.toISOString().slice(0, 10) < dateBefore(index === 0 ? BACKUP_DAYS : keptDays),
  );
  for (const { name } of old) fs.rmSync(path.join(backupFolder(dataDir), name), { force: true });
  return old.length;
}

/** A file in the folder of the backups. It records when a backup was last restored as a rehearsal. */
const REHEARSED = 'ensaio.json';

/** Records when a backup was restored as a rehearsal. */
export function recordRehearsal(dataDir: string, at: Date): void {
  fs.mkdirSync(backupFolder(dataDir), { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(backupFolder(dataDir), REHEARSED), `${JSON.stringify({ at })}\n`);
}

/** Returns when a backup was last restored as a rehearsal, or undefined if there has been no rehearsal or its record cannot be read. */
export function lastRehearsal(dataDir: string): Date | undefined {
  try {
    const { at } = JSON.parse(fs.readFileSync(path.join(backupFolder(dataDir), REHEARSED), 'utf8')) as { at: string };
    const moment = new Date(at);
    return Number.isNaN(moment.getTime()) ? undefined : moment;
  } catch {
    return undefined;
  }
}

/** Returns the path of an existing backup, or undefined for any other name. */
export function pathOfBackup(dataDir: string, name: string): string | undefined {
  const file = path.join(backupFolder(dataDir), name);
  return NAME.test(name) && fs.existsSync(file) ? file : undefined;
}

/** Milliseconds for one statement of a backup, such as counting the rows of a large table. */
const STATEMENT_MS = 600_000;

/**
 * Writes a consistent snapshot to a file in the data folder while the app keeps running. Transient tables (rate limits, the job queue) are
 * skipped. The file is read again before it gets its name: a file with a backup's name can be restored.
 *
 * @throws Refused 409 `backup-under-way` while another process makes a backup, `migration-under-way` while the schema changes.
 * @throws StartRefused if the file does not have every row of the snapshot; it is deleted.
 */
export async function makeBackup(
  db: Database,
  dataDir: string,
  now: Date,
  keptDays = BACKUP_DAYS,
): Promise<Backup & { rows: number }> {
  const folder = backupFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const name = `copia-${stamp}.ndjson.gz`;
  const partial = path.join(folder, `${name}.${randomUUID()}${PARTIAL}`);
  try {
    const known = await db.rows<{ name: string }>(TABLES_TO_LOCK);
    const rows = await db.transaction(async (transaction) => {
      await holdSchema(
        transaction,
        known.map(({ name }) => name),
      );
      await becomeTheOnlyOne(transaction);
      // A killed process may have left unfinished files; the lock excludes other writers.
      for (const left of fs.readdirSync(folder))
        if (left.endsWith(PARTIAL) && left !== path.basename(partial))
          fs.rmSync(path.join(folder, left), { force: true });
      const total = { rows: 0, held: new Map<string, number>() };
      const file = fs.createWriteStream(partial, { mode: 0o600 });
      await pipeline(textOf(transaction, now, total), createGzip({ level: 6 }), file);
      await verifyFile(partial, total.held);
      await putInPlace(partial, path.join(folder, name));
      deleteOldBackups(dataDir, now, keptDays);
      return total.rows;
    }, STATEMENT_MS);
    return { name, bytes: fs.statSync(path.join(folder, name)).size, at: now, rows };
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

/** The tables of a backup. */
const SAVED = `relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'`;
const TABLES_TO_LOCK = `select relname as name from pg_class where ${SAVED} order by relname`;

/** Names come from the system catalogue, but are quoted anyway. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Keeps the schema as it is until the transaction ends. PostgreSQL shows a table that is rewritten after the snapshot was taken as empty,
 * so the locks come first: LOCK takes no snapshot.
 *
 * @throws Refused 409 while a migration is running; see `migrate`, which holds the other lock on `schema_migrations`.
 */
async function holdSchema(transaction: Queryable, names: readonly string[]): Promise<void> {
  await transaction.count('set transaction isolation level repeatable read, read only');
  try {
    await transaction.count('lock table schema_migrations in share mode nowait');
    await transaction.count(`lock table ${names.map(quoted).join(', ')} in access share mode`);
  } catch (error) {
    const { code } = error as { code?: string };
    // Not available, or a table was removed meanwhile.
    if (code === '55P03' || code === '42P01') throw schemaChanges();
    throw error;
  }
  const now = await transaction.rows<{ name: string }>(TABLES_TO_LOCK);
  if (now.map(({ name }) => name).join() !== names.join()) throw schemaChanges();
}

const schemaChanges = () =>
  conflict('migration-under-way', 'A base de dados está a ser actualizada. Faça a cópia daqui a pouco.');

async function becomeTheOnlyOne(transaction: Queryable): Promise<void> {
  // The transaction stays open until the file is flushed, which may exceed the usual idle-in-transaction timeout.
  await transaction.count('set local idle_in_transaction_session_timeout = 0');
  const lock = await transaction.row<{ free: boolean }>(`select pg_try_advisory_xact_lock(hashtext('backup')) as free`);
  if (!lock?.free) throw conflict('backup-under-way', 'Já está a ser feita uma cópia de segurança. Aguarde um pouco.');
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

/**
 * Yields the lines of a backup, several at once.
 *
 * @param total where the rows are counted: those written, and those that each table holds.
 */
async function* textOf(
  transaction: Queryable,
  now: Date,
  total: { rows: number; held: Map<string, number> },
): AsyncGenerator<string> {
  for (const setting of AS_TEXT) await transaction.count(setting);
  const engine = await transaction.row<{ version: string }>('select version()');
  const migrations = await transaction.rows<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  yield lineOf({ format: BACKUP_FORMAT, at: now, engine: engine?.version, migrations });
  const tables = await transaction.rows<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where ${SAVED} and c.relname <> 'schema_migrations'
     group by c.relname order by c.relname`,
  );
  for (const { name, columns } of tables) {
    yield lineOf({ table: name, columns });
    const hash = createHash('sha256');
    let rows = 0;
    const held = await transaction.row<{ rows: number }>(`select count(*) as rows from ${quoted(name)}`);
    total.held.set(name, held?.rows ?? 0);
    await transaction.count(`declare backup_rows no scroll cursor for select t::text as line from ${quoted(name)} t`);
    for (;;) {
      const batch = await transaction.rows<{ line: string }>(`fetch ${BATCH} from backup_rows`);
      for (const { line } of batch) hash.update(`${line}\n`);
      if (batch.length > 0) yield batch.map(({ line }) => lineOf(line)).join('');
      rows += batch.length;
      if (batch.length < BATCH) break;
    }
    await transaction.count('close backup_rows');
    yield lineOf({ end: name, rows, sha256: hash.digest('hex') });
    total.rows += rows;
  }
  const sequences = await transaction.rows<{ name: string; value: number | null }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' order by 1`,
  );
  yield lineOf({ sequences });
  yield lineOf({ complete: true, tables: tables.length, rows: total.rows });
}
