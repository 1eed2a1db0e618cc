import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database, Queryable } from './db.ts';
import { putInPlace } from './durable.ts';
import { conflict } from './errors.ts';

/**
 * A backup is one gzip file of lines of JSON:
 * `{ format, at, engine, migrations }`, then for each table `{ table, columns }`, its rows (each the text that PostgreSQL
 * gives a row of that table, `t::text`, as a JSON string) and `{ end, rows, sha256 }` over those texts, each with a line
 * break; then `{ sequences }` and `{ complete, tables, rows }`. A file without its last line is not a backup.
 */
export const BACKUP_FORMAT = 1;

export interface Backup {
  name: string;
  bytes: number;
  /** When it was finished. */
  at: Date;
}

/** Rows fetched at a time. */
const BATCH = 2_000;
const NAME = /^copia-\d{8}-\d{6}\.ndjson\.gz$/;
const FOLDER = 'backups';
const PARTIAL = '.partial';

export const backupFolder = (dataDir: string): string => path.join(dataDir, FOLDER);

/** The backups in the data folder, the newest first. Files under way have another ending. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => {
      const { size, mtime } = fs.statSync(path.join(folder, name));
      return { name, bytes: size, at: mtime };
    })
    .sort((a, b) => b.name.localeCompare(a.name));
}

/** The path of a backup that is there; undefined for any other name. */
export function pathOfBackup(dataDir: string, name: string): string | undefined {
  const file = path.join(backupFolder(dataDir), name);
  return NAME.test(name) && fs.existsSync(file) ? file : undefined;
}

/**
 * Writes everything to a file in the data folder while the app goes on: one transaction sees one moment. What is only
 * counted for a while (limits of tries, the job queue) is left out.
 *
 * @throws Refused 409 while another backup is being made, in whichever process.
 */
export async function makeBackup(db: Database, dataDir: string, now: Date): Promise<Backup & { rows: number }> {
  const folder = backupFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const name = `copia-${stamp}.ndjson.gz`;
  const partial = path.join(folder, `${name}.${randomUUID()}${PARTIAL}`);
  const gzip = createGzip({ level: 6 });
  const file = fs.createWriteStream(partial, { mode: 0o600 });
  gzip.pipe(file);
  const written = finished(file);
  // A disk that is full is told of where the file is waited for.
  written.catch(() => {});
  const write = async (line: unknown) => {
    if (!gzip.write(`${JSON.stringify(line)}\n`) && !file.destroyed)
      await Promise.race([new Promise<void>((resolve) => gzip.once('drain', resolve)), written]);
  };
  try {
    const rows = await db.transaction(async (transaction) => {
      await becomeTheOnlyOne(transaction);
      // Left by one that was killed: nobody else writes here now.
      for (const left of fs.readdirSync(folder))
        if (left.endsWith(PARTIAL) && left !== path.basename(partial))
          fs.rmSync(path.join(folder, left), { force: true });
      const all = await writeAll(transaction, write, now);
      gzip.end();
      await written;
      await putInPlace(partial, path.join(folder, name));
      return all;
    });
    return { name, bytes: fs.statSync(path.join(folder, name)).size, at: now, rows };
  } catch (error) {
    gzip.destroy();
    file.destroy();
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

async function becomeTheOnlyOne(transaction: Queryable): Promise<void> {
  await transaction.count('set transaction isolation level repeatable read, read only');
  // Held until the file is on the disk, which may take longer than a transaction may usually be idle.
  await transaction.count('set local idle_in_transaction_session_timeout = 0');
  const lock = await transaction.row<{ free: boolean }>(`select pg_try_advisory_xact_lock(hashtext('backup')) as free`);
  if (!lock?.free) throw conflict('backup-under-way', 'Já está a ser feita uma cópia de segurança. Aguarde um pouco.');
}

async function writeAll(transaction: Queryable, write: (line: unknown) => Promise<void>, now: Date): Promise<number> {
  // Moments are written the same way whatever zone the server is in, so that what is restored can be compared.
  await transaction.count(`set local timezone to 'UTC'`);
  const engine = await transaction.row<{ version: string }>('select version()');
  const migrations = await transaction.rows<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  await write({ format: BACKUP_FORMAT, at: now, engine: engine?.version, migrations });
  const tables = await transaction.rows<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
     group by c.relname order by c.relname`,
  );
  let all = 0;
  for (const { name, columns } of tables) {
    await write({ table: name, columns });
    const hash = createHash('sha256');
    let rows = 0;
    // Names come from the database's own catalogue, quoted all the same.
    const quoted = `"${name.replaceAll('"', '""')}"`;
    await transaction.count(`declare backup_rows no scroll cursor for select t::text as line from ${quoted} t`);
    for (;;) {
      const batch = await transaction.rows<{ line: string }>(`fetch ${BATCH} from backup_rows`);
      for (const { line } of batch) {
        hash.update(`${line}\n`);
        await write(line);
      }
      rows += batch.length;
      if (batch.length < BATCH) break;
    }
    await transaction.count('close backup_rows');
    await write({ end: name, rows, sha256: hash.digest('hex') });
    all += rows;
  }
  const sequences = await transaction.rows<{ name: string; value: number | null }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' order by 1`,
  );
  await write({ sequences });
  await write({ complete: true, tables: tables.length, rows: all });
  return all;
}
