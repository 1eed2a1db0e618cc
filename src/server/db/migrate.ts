import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { StartRefused } from '../config.ts';
import { clientFor } from './database-address.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', '..', 'db', 'migrations');

/** Any fixed number: the advisory lock under which a single process migrates. */
const LOCK = 5_242_025;

/**
 * Refuses to start on a read-only replica.
 *
 * @throws StartRefused
 */
export async function refuseReplica(url: string): Promise<void> {
  const client = clientFor(url, 'caderneta-migrations');
  await client.connect();
  try {
    const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica');
    if (rows[0]?.replica)
      throw new StartRefused(
        'DATABASE_URL indica uma réplica, que só se lê: indique o servidor principal. Nada foi alterado.',
      );
  } finally {
    await client.end();
  }
}

/** Compares the migrations of a database with those of this program: a `pending` one is missing, a `newer` one is not known. */
export function compareSchema(applied: readonly string[]): { pending: string[]; newer: string[] } {
  const files = migrationFiles();
  return {
    pending: files.filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !files.includes(name)),
  };
}

const migrationFiles = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** Returns the checksums of the applied migrations, by name. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function refuseNewer(applied: readonly string[], files: readonly string[]): void {
  for (const name of applied)
    if (!files.includes(name))
      throw new StartRefused(
        `A base de dados é mais recente do que este programa (${name}). Para voltar a esta versão veja ALLOW_NEWER_SCHEMA em docs/operations.md.`,
      );
}

/**
 * Checks that a database has the schema of this program, without changing anything.
 *
 * @throws StartRefused if migrations are pending, or the database is newer than the program.
 */
export async function refuseOtherSchema(url: string): Promise<void> {
  const client = clientFor(url, 'caderneta-migrations');
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('schema_migrations') is not null as exists`,
    );
    const applied = rows[0]?.exists ? await appliedMigrations(client) : new Map<string, string>();
    const files = migrationFiles();
    refuseNewer([...applied.keys()], files);
    const pending = files.filter((name) => !applied.has(name));
    if (pending.length > 0)
      throw new StartRefused(
        `A base de dados ainda não tem as tabelas desta versão (migrações por fazer: ${pending.length}, a partir de ${pending[0]}). Arranque primeiro a aplicação desta versão, que as cria, ou use o comando da versão que está a correr. Nada foi alterado.`,
      );
  } finally {
    await client.end();
  }
}

/**
 * Milliseconds for which a migration waits for a lock: for as long, everybody who needs the same table waits behind it. A longer reader,
 * such as a backup, delays the migration and nobody else.
 */
export const LOCK_TIMEOUT_MS = 250;
/** Milliseconds between two tries: the shortest, doubled each time, and the longest. In this pause the calls that waited behind the migration are answered. */
const RETRY_MS = { first: 1_000, longest: 5_000 };
/** Not available in time, and a deadlock that PostgreSQL resolved against the migration. */
const LOCK_REFUSED = ['55P03', '40P01'];

/** Called each time a migration did not get a lock and will be tried again. */
export type OnWait = (name: string, tries: number) => void;

/** A migration with this line runs outside a transaction: `create index concurrently` cannot run in one, and blocks nobody. */
const NO_TRANSACTION = /^-- no transaction$/m;

/**
 * Runs the statements of a migration without a transaction. If one fails, all run again at the next start: each drops what an interrupted
 * one left.
 */
async function applyOutside(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  const statements = text.replace(/^--.*$/gm, '').split(';');
  for (const statement of statements) if (statement.trim() !== '') await client.query(statement);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** A migration with this line is one statement that changes a limited number of rows, and is repeated until none is left. */
const IN_BATCHES = /^-- in batches$/m;

/**
 * Repeats the statement of a migration until it changes no row, each time in a transaction of its own, and rests as long as it worked. Rows
 * are locked for one batch; after an interruption the next start goes on with what is left.
 */
async function applyInBatches(client: pg.Client, { name, text, checksum }: Migration, onWait: OnWait): Promise<void> {
  for (let changed = 1; changed > 0; ) {
    const began = performance.now();
    await inTransaction(client, name, onWait, async () => {
      changed = (await client.query(text)).rowCount ?? 0;
    });
    await new Promise((resolve) => setTimeout(resolve, performance.now() - began));
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** Runs work in a transaction. If a lock is not granted in time, the transaction is rolled back and started again. */
async function inTransaction(
  client: pg.Client,
  name: string,
  onWait: OnWait,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      // Waits for a backup that is being made, which would otherwise miss rows; a backup refuses to begin meanwhile.
      await client.query('lock table schema_migrations in row exclusive mode');
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      // On a lost connection there is nothing to roll back; the first error says what happened.
      await client.query('rollback').catch(() => {});
      if (!LOCK_REFUSED.includes((error as pg.DatabaseError).code ?? '')) throw error;
      onWait(name, tries);
      const wait = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** (tries - 1));
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Runs one migration: in its own transaction, or as its lines `-- no transaction` and `-- in batches` say. */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  onWait: OnWait = () => {},
): Promise<void> {
  const { name, text, checksum } = migration;
  if (NO_TRANSACTION.test(text)) return applyOutside(client, migration);
  if (IN_BATCHES.test(text)) return applyInBatches(client, migration, onWait);
  await inTransaction(client, name, onWait, async () => {
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  });
}

/**
 * Migrates a database to the newest schema. Forward only; each file runs once (`applyMigration`). Safe when several processes start at once:
 * one migrates, the others wait.
 *
 * @param only the files to run, with their checksums, to recreate an older schema; all by default.
 * @param allowNewer accepts migrations of a later version, when its program is replaced by this one.
 * @returns names of the files that ran.
 * @throws StartRefused when an applied file was changed or is missing.
 */
export async function migrate(
  url: string,
  only?: readonly { name: string; checksum: string }[],
  onWait?: OnWait,
  { allowNewer = false } = {},
): Promise<string[]> {
  const client = clientFor(url, 'caderneta-migrations');
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await appliedMigrations(client);
    const files = migrationFiles();
    if (!allowNewer) refuseNewer([...applied.keys(), ...(only ?? []).map(({ name }) => name)], files);
    const ran: string[] = [];
    for (const name of files) {
      const text = fs.readFileSync(path.join(FOLDER, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const wanted = only?.find((one) => one.name === name);
      if (only && !wanted) continue;
      const known = applied.get(name) ?? wanted?.checksum;
      if (applied.has(name) && known === checksum) continue;
      if (known && known !== checksum)
        throw new StartRefused(`A migração ${name} foi alterada depois de aplicada. Crie uma nova em vez de a mudar.`);
      await applyMigration(client, { name, text, checksum }, onWait);
      ran.push(name);
    }
    return ran;
  } finally {
    await client.end();
  }
}
