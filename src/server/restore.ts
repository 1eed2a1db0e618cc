import { createHash } from 'node:crypto';
import fs from 'node:fs';
import readline from 'node:readline';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { BACKUP_FORMAT } from './backup.ts';
import { StartRefused } from './config.ts';
import { migrate } from './migrate.ts';

// Reading a backup (backup.ts says what is in it) into a fresh database. Nothing is trusted: every table's rows are hashed
// while they are read and again as they stand in the database afterwards, and foreign keys are made anew over all of them.

export interface Restored {
  tables: number;
  rows: number;
  /** When the backup was made. */
  at: Date;
  /** Migrations of this program that were not in the backup and ran afterwards. */
  migrated: string[];
}

interface Head {
  format: number;
  at: string;
  migrations: { name: string; checksum: string }[];
}

/** Rows put in at a time. */
const BATCH = 1_000;

const broken = (why: string) => new StartRefused(`A cópia não serve: ${why}. Nada foi alterado.`);
const quote = (name: string) => pg.escapeIdentifier(name);

async function* linesOf(file: string): AsyncGenerator<unknown> {
  const source = fs.createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  // What breaks on the way is told to whoever reads the lines.
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of readline.createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw broken('o ficheiro está danificado ou incompleto');
  }
}

/**
 * Puts a backup into a fresh database: all of it, checked, or nothing.
 *
 * @param url of a database without any table of ours; a database in use is refused.
 * @throws StartRefused when the file is damaged, cut off, or newer than this program, or the database is not fresh.
 */
export async function restoreBackup(url: string, file: string): Promise<Restored> {
  const lines = linesOf(file);
  const first = (await lines.next()).value as Head | undefined;
  if (first?.format !== BACKUP_FORMAT || !Array.isArray(first.migrations))
    throw broken('não é uma cópia desta aplicação');
  const client = new pg.Client({ connectionString: url, application_name: 'caderneta-restore' });
  await client.connect();
  // Only what this restore began is ever taken away again.
  let begun = false;
  try {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    if ((rows[0]?.tables ?? 0) > 0)
      throw new StartRefused('A base de dados de destino não está vazia. Uma cópia só se repõe num lugar novo.');
    begun = true;
    // The schema as it was when the backup was made; what this program added since comes after the rows.
    await migrate(url, first.migrations);
    await client.query('begin');
    await client.query(`set local timezone to 'UTC'`);
    const done = await fill(client, lines);
    await client.query('commit');
    const migrated = await migrate(url);
    return { ...done, at: new Date(first.at), migrated };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (begun) await empty(client);
    throw error;
  } finally {
    await client.end();
  }
}

/** A restore that failed leaves the database as fresh as it was. */
async function empty(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
}

async function fill(client: pg.Client, lines: AsyncGenerator<unknown>): Promise<{ tables: number; rows: number }> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  const { rows: tables } = await client.query<{ name: string; columns: string[]; all: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       array_agg(a.attname::text order by a.attnum) as all
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`,
  );
  for (const { name } of tables) {
    if (name === 'schema_migrations') continue;
    await client.query(`alter table ${quote(name)} disable trigger user`);
    // What migrations themselves have put in is in the backup as well.
    await client.query(`delete from ${quote(name)}`);
  }

  const done = { tables: 0, rows: 0 };
  let complete = false;
  let current:
    | { name: string; columns: string[]; hash: ReturnType<typeof createHash>; batch: string[]; rows: number }
    | undefined;
  const put = async () => {
    if (!current || current.batch.length === 0) return;
    const { name, columns, batch } = current;
    const list = columns.map(quote).join(', ');
    const fields = columns.map((column) => `(r.whole).${quote(column)}`).join(', ');
    await client.query(
      `insert into ${quote(name)} (${list}) overriding system value
       select ${fields} from unnest($1::text[]) with ordinality as l (line, place), lateral (select l.line::${quote(name)} as whole) r order by l.place`,
      [batch],
    );
    current.batch = [];
  };
  for await (const line of lines) {
    if (typeof line === 'string') {
      if (!current) throw broken('há linhas fora de uma tabela');
      current.hash.update(`${line}\n`);
      current.batch.push(line);
      current.rows += 1;
      if (current.batch.length === BATCH) await put();
      continue;
    }
    const mark = line as {
      table?: string;
      columns?: string[];
      end?: string;
      rows?: number;
      sha256?: string;
      sequences?: { name: string; value: number | null }[];
      complete?: boolean;
      tables?: number;
    };
    if (mark.table !== undefined) {
      const known = tables.find(({ name }) => name === mark.table);
      if (!known || JSON.stringify(known.all) !== JSON.stringify(mark.columns))
        throw broken(`a tabela ${mark.table} não é a desta versão`);
      current = { name: known.name, columns: known.columns, hash: createHash('sha256'), batch: [], rows: 0 };
    } else if (mark.end !== undefined) {
      await put();
      const wanted = mark.sha256;
      if (current?.name !== mark.end || current.rows !== mark.rows || current.hash.digest('hex') !== wanted)
        throw broken(`as linhas de ${mark.end} não são as que foram guardadas`);
      const kept = await hashOf(client, current.name);
      if (kept.rows !== mark.rows || kept.sha256 !== wanted)
        throw broken(`as linhas de ${mark.end} não ficaram iguais`);
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
  for (const { name } of tables)
    if (name !== 'schema_migrations') await client.query(`alter table ${quote(name)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  return done;
}

/** The rows of a table as they stand there now, hashed as the backup hashes them. */
async function hashOf(client: pg.Client, table: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  await client.query(
    `declare restored no scroll cursor for select t::text as line from ${quote(table)} t order by t.ctid`,
  );
  for (;;) {
    const { rows: batch } = await client.query<{ line: string }>(`fetch ${BATCH} from restored`);
    for (const { line } of batch) hash.update(`${line}\n`);
    rows += batch.length;
    if (batch.length < BATCH) break;
  }
  await client.query('close restored');
  return { rows, sha256: hash.digest('hex') };
}
