import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { backupFolder, deleteOldBackups, listBackups, makeBackup } from '../src/server/db/backup.ts';
import { type Database, openDatabase } from '../src/server/db/db.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { restoreBackup } from '../src/server/db/restore.ts';
import { seal } from '../src/server/db/sealing.ts';
import { type TestApp, testApp } from './support/app.ts';
import { aChildMidTest, aParent, aTest, aUser, confirmWithoutCode, type Sitting } from './support/builders.ts';
import { temporaryFolder } from './support/running-app.ts';

const app: TestApp = await testApp();
const folder = temporaryFolder();
const fresh: string[] = [];
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseServer').replace('DATABASE', 'postgres') });
  await admin.connect();
});
afterAll(async () => {
  for (const name of fresh) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function freshDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${fresh.length}_${Math.floor(performance.now())}`;
  await admin.query(`create database ${name}`);
  fresh.push(name);
  return inject('databaseServer').replace('DATABASE', name);
}

/** Returns every table's rows as text, in an order that does not depend on their physical position. */
async function contents(url: string): Promise<Map<string, string[]>> {
  const db = openDatabase(url, { connections: 1, statementTimeout: 60_000 });
  try {
    const tables = await db.rows<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
    );
    const all = new Map<string, string[]>();
    for (const { name } of tables)
      all.set(
        name,
        (await db.rows<{ line: string }>(`select t::text as line from "${name}" t order by 1`)).map(({ line }) => line),
      );
    return all;
  } finally {
    await db.close();
  }
}

async function structure(url: string): Promise<unknown[]> {
  const db = openDatabase(url, { connections: 1 });
  try {
    return await db.rows(
      `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace
       union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
       union all select tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select 'sequence', sequencename, last_value::text from pg_sequences where schemaname = 'public'
       order by 1, 2, 3`,
    );
  } finally {
    await db.close();
  }
}

describe('a backup and a change of the schema', () => {
  const held = () => listBackups(folder).length;
  /** Runs work on a connection of its own. */
  const apart = async (url: string, work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };

  test('a backup is refused while a migration runs, and possible afterwards', async () => {
    const before = held();
    await apart(app.url, async (client) => {
      await client.query('begin');
      await client.query('lock table schema_migrations in row exclusive mode');
      await expect(makeBackup(app.db, folder, new Date('2026-11-22T10:00:00Z'))).rejects.toMatchObject({
        code: 'migration-under-way',
      });
      expect(held()).toBe(before);
      await client.query('rollback');
    });
    await makeBackup(app.db, folder, new Date('2026-11-22T10:00:00Z'));
    expect(held()).toBe(before + 1);
  });

  test('a migration waits for the backup that is being made', async () => {
    const url = await freshDatabase();
    const all = await app.db.rows<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    await migrate(url, all.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, -1));
    await apart(url, async (client) => {
      // The lock that a backup holds.
      await client.query('begin');
      await client.query('lock table schema_migrations in share mode');
      let done = false;
      const migrating = migrate(url).then((ran) => {
        done = true;
        return ran;
      });
      const waiting = () =>
        client.query(`select 1 from pg_locks where relation = 'schema_migrations'::regclass and not granted`);
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      expect(done).toBe(false);
      await client.query('commit');
      expect(await migrating).toHaveLength(1);
    });
  });

  test('a table that is being rewritten is saved with all its rows', async () => {
    const url = await freshDatabase();
    await migrate(url);
    const db = openDatabase(url, { connections: 2 });
    try {
      await db.count(
        `insert into audit_log (action, subject) select 'user.suspended', 'user ' || n from generate_series(1, 500) n`,
      );
      await apart(url, async (client) => {
        await client.query('begin');
        await client.query(`alter table audit_log alter column subject type text using subject || ''`);
        const backup = makeBackup(db, folder, new Date('2026-11-22T11:00:00Z'));
        const waiting = () =>
          client.query(`select 1 from pg_locks where relation = 'audit_log'::regclass and not granted`);
        await expect.poll(async () => (await waiting()).rowCount).toBe(1);
        await client.query('commit');
        const made = await backup;
        const target = await freshDatabase();
        await restoreBackup(target, path.join(backupFolder(folder), made.name));
        expect((await contents(target)).get('audit_log')).toHaveLength(500);
      });
    } finally {
      await db.close();
    }
  });

  test.each([
    ['a row', (rows: unknown[]) => rows.slice(1)],
    ['a table', () => []],
  ])('a backup that would lack %s is not kept', async (_, lose) => {
    const before = held();
    await app.db.count(
      `insert into audit_log (action, subject) values ('user.suspended', 'user 1'), ('user.suspended', 'user 2')`,
    );
    let lost = false;
    const losing: Database = {
      ...app.db,
      transaction: (work, patience) =>
        app.db.transaction(
          (transaction) =>
            work({
              ...transaction,
              rows: async <Row>(text: string, values?: readonly unknown[]) => {
                const rows = await transaction.rows<Row>(text, values);
                if (lost || rows.length === 0 || !text.startsWith('fetch ')) return rows;
                lost = true;
                return lose(rows) as Row[];
              },
            }),
          patience,
        ),
    };
    await expect(makeBackup(losing, folder, new Date('2026-11-22T12:00:00Z'))).rejects.toThrow(/A cópia não serve/);
    expect(lost).toBe(true);
    expect(held()).toBe(before);
    expect(fs.readdirSync(backupFolder(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

describe('a backup of a family in the middle of a test', () => {
  let sittings: Sitting[];
  let file: string;

  beforeAll(async () => {
    const parent = await aParent(app, { plan: 'family-plus', fullName: 'Zé "aspas" \\ barra\n(linha), 😀' });
    sittings = [];
    for (let index = 0; index < 4; index += 1) sittings.push(await aChildMidTest(app, parent));
    await sittings[0]?.answer(0, 'A');
    await sittings[0]?.complete();
    const made = await makeBackup(app.db, folder, new Date('2026-11-21T10:00:00Z'));
    file = path.join(backupFolder(folder), made.name);
  });

  test('restored into an empty database has the same rows, keys and sequences', async () => {
    const url = await freshDatabase();
    const { tables, rows } = await restoreBackup(url, file);
    const before = await contents(app.url);
    const after = await contents(url);
    expect(tables).toBeGreaterThan(20);
    expect(rows).toBeGreaterThan(40);
    before.delete('schema_migrations');
    after.delete('schema_migrations');
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, lines] of before) expect(after.get(name), name).toEqual(lines);
    expect(await structure(url)).toEqual(await structure(app.url));
  });

  test.each([
    ['truncated', (lines: string[]) => lines.slice(0, -1)],
    ['truncated within a table', (lines: string[]) => lines.slice(0, Math.floor(lines.length / 2))],
    [
      'changed in one character',
      (lines: string[]) => lines.map((line) => line.replace('Família', 'Familia').replace('Zé', 'Ze')),
    ],
    ['missing a row', (lines: string[]) => lines.filter((line) => !line.includes('Zé'))],
    ['from another program', () => ['{"format":7}']],
    [
      'from a newer version',
      (lines: string[]) => lines.map((line) => line.replace('"name":"0001_floor.sql"', '"name":"9999_future.sql"')),
    ],
    ['empty', () => []],
  ])('%s is refused in one line, and nothing is stored', async (_, spoil) => {
    const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
    const spoilt = path.join(folder, 'spoilt.ndjson.gz');
    fs.writeFileSync(
      spoilt,
      gzipSync(
        spoil(lines)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
    const url = await freshDatabase();
    await expect(restoreBackup(url, spoilt)).rejects.toThrow(
      /^(A cópia não serve|A base de dados é mais recente)[^\n]+$/,
    );
    expect((await contents(url)).size).toBe(0);
    // The database is still empty: the complete backup can be restored into it.
    await restoreBackup(url, file);
  });

  test('with a row that cannot be read is refused without naming what is in it', async () => {
    const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
    let hash = createHash('sha256');
    const cut = lines.map((line) => {
      const value = JSON.parse(line) as string | { end?: string };
      if (typeof value === 'string') {
        const row = value.includes('Zé') ? value.slice(0, -1) : value;
        hash.update(`${row}\n`);
        return JSON.stringify(row);
      }
      const sha256 = hash.digest('hex');
      hash = createHash('sha256');
      return value.end === undefined ? line : JSON.stringify({ ...value, sha256 });
    });
    expect(cut).not.toEqual(lines);
    const spoilt = path.join(folder, 'unreadable.ndjson.gz');
    fs.writeFileSync(spoilt, gzipSync(cut.map((line) => `${line}\n`).join('')));
    const failure = await restoreBackup(await freshDatabase(), spoilt).catch((error: Error) => error);
    expect(String(failure)).toMatch(/A cópia não serve: uma linha não cabe[^\n]+$/);
    expect(JSON.stringify(failure) + String(failure)).not.toMatch(/Zé|argon2|@familia/);
  });

  test('that is not gzip is refused', async () => {
    const spoilt = path.join(folder, 'noise.gz');
    fs.writeFileSync(spoilt, Buffer.concat([fs.readFileSync(file).subarray(0, 2_000), Buffer.alloc(500)]));
    await expect(restoreBackup(await freshDatabase(), spoilt)).rejects.toThrow(/danificado|fim/);
  });

  test('is never restored over existing data', async () => {
    const before = await contents(app.url);
    await expect(restoreBackup(app.url, file)).rejects.toThrow(/não está vazia/);
    expect(await contents(app.url)).toEqual(before);
  });

  test('of an older version is migrated to this one', async () => {
    const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
    const head = JSON.parse(lines[0] as string) as { migrations: { name: string }[] };
    const older = head.migrations.filter(({ name }) => name <= '0006');
    const kept = new Set(['users', 'children', 'settings', 'sessions']);
    // Imitates a backup of that version: its migrations, tables and columns. Only tables without rows keep that structure here.
    const old = path.join(folder, 'older.ndjson.gz');
    fs.writeFileSync(
      old,
      gzipSync(
        [
          JSON.stringify({ ...head, migrations: older }),
          JSON.stringify({ sequences: [] }),
          JSON.stringify({ complete: true, tables: 0, rows: 0 }),
        ]
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
    const url = await freshDatabase();
    const { migrated } = await restoreBackup(url, old);
    expect(migrated).toEqual(head.migrations.map(({ name }) => name).filter((name) => name > '0006'));
    expect([...(await contents(url)).keys()]).toEqual(expect.arrayContaining([...kept]));
  });
});

test('made while children answer is consistent: it has every answer acknowledged before it began', async () => {
  const parent = await aParent(app, { plan: 'family-plus' });
  const sittings = await Promise.all(Array.from({ length: 6 }, () => aChildMidTest(app, parent)));
  for (const sitting of sittings) expect((await sitting.answer(0, 'B')).status).toBe(200);
  let going = true;
  let during = 0;
  const load = sittings.map(async (sitting) => {
    for (let turn = 0; going; turn += 1) {
      await sitting.answer(1 + (turn % 3), 'ABCD'[turn % 4] as string);
      during += 1;
    }
  });
  const made = await makeBackup(app.db, folder, new Date('2026-11-21T11:00:00Z'));
  going = false;
  await Promise.all(load);
  expect(during).toBeGreaterThan(0);
  const url = await freshDatabase();
  await restoreBackup(url, path.join(backupFolder(folder), made.name));
  const db = openDatabase(url, { connections: 1 });
  const rows = await db.rows<{ attemptId: number }>(
    `select attempt_id from answers where attempt_id = any($1::int[]) and question_id = any($2::int[]) and selected_answer = 'B'`,
    [sittings.map(({ id }) => id), sittings.map(({ test: { questions } }) => questions[0]?.id)],
  );
  await db.close();
  expect(rows).toHaveLength(sittings.length);
});

test('left incomplete by a killed process is deleted by the next backup', async () => {
  const left = path.join(backupFolder(folder), 'copia-20261121-103000.ndjson.gz.of-a-killed-process.partial');
  fs.mkdirSync(backupFolder(folder), { recursive: true });
  fs.writeFileSync(left, 'half');
  const made = await makeBackup(app.db, folder, new Date('2026-11-21T12:00:00Z'));
  expect(fs.readdirSync(backupFolder(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect(listBackups(folder).map(({ name }) => name)).toContain(made.name);
});

describe('for any history of the database', () => {
  /** Text with the separators of rows and of JSON, all kinds of line breaks, and any other characters. */
  const anyText = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'\u2028\u2029\u0085\r\n\t"\\\',(){}; ÁNULL'), maxLength: 12 }),
    )
    .map((text) => text.replaceAll('\0', ''));
  /** Index of a row; the statements use the remainder of a division. */
  const which = fc.nat(1_000);
  /** Short rows; rows of a quarter of a page, which fill free space on earlier pages; rows stored out of line (TOAST). */
  const length = fc.oneof(
    { weight: 2, arbitrary: fc.nat(60) },
    { weight: 4, arbitrary: fc.integer({ min: 300, max: 1_900 }) },
    { weight: 1, arbitrary: fc.integer({ min: 2_500, max: 7_000 }) },
  );
  const anAction = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('note' as const), text: anyText, length }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), which, text: anyText, length }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('unset' as const), which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), text: anyText, length }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), which, text: anyText, length }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('paint' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('vacuum' as const) }) },
  );
  type Action = typeof anAction extends fc.Arbitrary<infer T> ? T : never;

  /** Returns SQL for text that does not compress, so that rows take as much space as their length says. */
  const filled = (place: number) =>
    `left((select string_agg(md5(i::text || $1), '') from generate_series(1, 220) i), $${place})`;

  async function act(db: Database, testId: number, action: Action): Promise<void> {
    switch (action.kind) {
      case 'note':
        return void (await db.count(
          `insert into audit_log (action, subject, after) values ('history', $1, jsonb_build_object('text', ${filled(2)}))`,
          [action.text, action.length],
        ));
      case 'set':
        return void (await db.count(
          `insert into settings (key, value) values ('history-' || $3::int % 40, to_jsonb($1 || ${filled(2)}))
           on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [action.text, action.length, action.which],
        ));
      case 'unset':
        return void (await db.count(`delete from settings where key = 'history-' || $1::int % 40`, [action.which]));
      case 'ask':
        return void (await db.count(
          `insert into questions (test_id, position, statement, passage, alternatives, correct_answer)
           values ($3, (select coalesce(max(position), 0) + 1 from questions where test_id = $3), 'x' || $1, ${filled(2)}, jsonb_build_array('A) ' || $1, 'B) '), 'B')`,
          [action.text, action.length, testId],
        ));
      case 'rewrite':
        return void (await db.count(
          `update questions set passage = $1 || ${filled(2)}, revision = revision + 1 where test_id = $4 and position = $3::int % 30`,
          [action.text, action.length, action.which, testId],
        ));
      case 'forget':
        return void (await db.count('delete from questions where test_id = $2 and position = $1::int % 30', [
          action.which,
          testId,
        ]));
      case 'paint':
        return void (await db.count(
          `insert into question_images (id, bytes, width, height)
           values (md5($1::int::text), convert_to(repeat(md5($1::int::text), 1 + $1::int % 90), 'UTF8'), 10, 10) on conflict (id) do update set uploaded_at = now()`,
          [action.which],
        ));
      case 'vacuum':
        return void (await db.count('vacuum audit_log, settings, questions, question_images'));
    }
  }

  test('the restored rows are the same', async () => {
    const testId = (await aTest(app.db)).id;
    // The connections are used in turn, as in an app: each fills a separate page, which leaves space on many pages.
    const connections = Array.from({ length: 6 }, () =>
      openDatabase(app.url, { connections: 1, statementTimeout: 60_000 }),
    );
    let turn = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anAction, { minLength: 60, maxLength: 160, size: 'max' }), async (history) => {
          for (const [index, action] of history.entries())
            await act(connections[index % connections.length] as Database, testId, action);
          turn += 1;
          const made = await makeBackup(app.db, folder, new Date(Date.UTC(2026, 10, 22, 0, 0, turn)));
          const url = await freshDatabase();
          await restoreBackup(url, path.join(backupFolder(folder), made.name));
          const [before, after] = [await contents(app.url), await contents(url)];
          before.delete('schema_migrations');
          after.delete('schema_migrations');
          for (const [name, lines] of before) expect(after.get(name), name).toEqual(lines);
          await admin.query(`drop database ${fresh.pop()} with (force)`);
        }),
        { numRuns: Number(process.env['BACKUP_HISTORIES'] ?? 4), endOnFailure: true },
      );
    } finally {
      for (const connection of connections) await connection.close();
    }
  });

  test('columns may be in another order than in a new database', async () => {
    const url = await freshDatabase();
    await restoreBackup(
      url,
      path.join(backupFolder(folder), (await makeBackup(app.db, folder, new Date('2026-11-21T13:00:00Z'))).name),
    );
    const db = openDatabase(url, { connections: 1 });
    await db.script('alter table settings drop column updated_at; alter table settings rename value to old_value');
    await db.script(
      `alter table settings add column updated_at timestamptz not null default now(), add column value jsonb;
       update settings set value = old_value; alter table settings alter column value set not null, drop column old_value`,
    );
    const made = await makeBackup(db, folder, new Date('2026-11-21T14:00:00Z'));
    const kept = await db.rows('select key, value, updated_at from settings order by key');
    await db.close();
    const again = await freshDatabase();
    await restoreBackup(again, path.join(backupFolder(folder), made.name));
    const restored = openDatabase(again, { connections: 1 });
    expect(await restored.rows('select key, value, updated_at from settings order by key')).toEqual(kept);
    await restored.close();
  });
});

// The format must stay readable: this file was made by the first release, with a family, an attempt and unusual texts.
test('a backup in the first format can be restored', async () => {
  const url = await freshDatabase();
  const { rows, migrated } = await restoreBackup(
    url,
    path.join(import.meta.dirname, 'fixtures', 'backup-format-1.ndjson.gz'),
  );
  expect(rows).toBeGreaterThan(30);
  const db = openDatabase(url, { connections: 1 });
  expect(await db.rows('select full_name from users where full_name like $1', ['Zé%'])).toEqual([
    { fullName: 'Zé "aspas" \\ barra (linha), 😀' },
  ]);
  expect(await db.row('select count(*) as answers from answers where selected_answer is not null')).toEqual({
    answers: 1,
  });
  const { applied } = (await db.row<{ applied: number }>('select count(*) as applied from schema_migrations')) ?? {
    applied: 0,
  };
  await db.close();
  const files = fs
    .readdirSync(path.join(import.meta.dirname, '..', 'db', 'migrations'))
    .filter((name) => name.endsWith('.sql'));
  expect(applied).toBe(files.length);
  expect(files).toEqual(expect.arrayContaining(migrated));
});

describe('commands', () => {
  const root = path.join(import.meta.dirname, '..');
  const run = (script: string, args: string[], more: { input?: string; env?: Record<string, string> } = {}) => {
    try {
      const out = execFileSync(process.execPath, [`scripts/${script}.ts`, ...args], {
        cwd: root,
        input: more.input ?? '',
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: app.url.replace('@/', '@localhost/'),
          DATA_DIR: folder,
          SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
          ...more.env,
        },
      });
      return { out, error: '' };
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return { out: stdout, error: stderr };
    }
  };

  test.each([
    'backup',
    'restore',
    'rehearse',
    'admin-create',
    'factor-replace',
    'family-export',
    'secret-rotate',
    'aggregates-rebuild',
  ])('%s prints what it did', (script) => {
    expect(run(script, ['--help']).out).toMatch(/npm run .*\n\n.{40}/s);
    expect(run(script, ['--nada']).error).toContain('npm run');
  });

  test('a command that would act on no data, or on ./data in production, is refused', () => {
    const nowhere = path.join(folder, 'nowhere');
    const empty = run('backup', [], { env: { DATABASE_URL: '', DATA_DIR: nowhere } });
    expect(empty.error).toContain(`Não há base de dados em ${nowhere}`);
    expect(fs.existsSync(nowhere)).toBe(false);
    const production = run('backup', [], { env: { NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: '' } });
    expect(production.error).toContain('--env-file');
  });

  test('a command reads the file with the environment of the service', () => {
    const file = path.join(folder, 'service.env');
    fs.writeFileSync(file, `DATABASE_URL="${app.url.replace('@/', '@localhost/')}"\nDATA_DIR=${folder}\n`);
    const made = run('backup', ['--env-file', file], { env: { DATABASE_URL: '', DATA_DIR: '' } });
    expect([made.error, made.out]).toEqual(['', expect.stringContaining(`Cópia feita: ${folder}`)]);
    expect(run('backup', ['--env-file', `${file}.no`], {}).error).toContain(`${file}.no`);
  });

  test('the file is read as systemd reads it for the service', () => {
    const file = path.join(folder, 'systemd.env');
    const own = path.join(folder, 'a#b "c"');
    const quoted = own.replaceAll('"', '\\"');
    const address = `DATABASE_URL=${app.url.replace('@/', '@localhost/')}`;
    for (const written of [
      `DATA_DIR=${quoted}`,
      `DATA_DIR="${quoted}"  `,
      `DATA_DIR='${own}'`,
      `DATA_DIR=${quoted.replace('#', '\\\n#')}\r`,
      `DATA_DIR="${folder}"'/a#b "c"'`,
    ]) {
      fs.writeFileSync(file, `# DATA_DIR=/nowhere\n;DATA_DIR=/nowhere\n${address}\n${written}\nLOG_LEVEL=silent\n`);
      const made = run('backup', ['--env-file', file], { env: { DATABASE_URL: '', DATA_DIR: '' } });
      expect([made.error, made.out], written).toEqual(['', expect.stringContaining(`Cópia feita: ${own}/backups/`)]);
    }
  });

  test('a backup that goes elsewhere leaves none beside the program', () => {
    const beside = () => listBackups(path.join(root, 'data'));
    const before = beside();
    const there = path.join(folder, 'elsewhere');
    const made = run('backup', ['--to', there], { env: { DATA_DIR: '' } });
    expect([made.error, made.out]).toEqual(['', expect.stringMatching(`^Cópia feita: ${there}/copia-[^\n]*\n$`)]);
    expect(fs.readdirSync(there)).toEqual([expect.stringMatching(/^copia-\d{8}-\d{6}\.ndjson\.gz$/)]);
    expect(beside()).toEqual(before);
    // With a folder of the app's, it is in both.
    expect(run('backup', ['--to', there]).out).toContain(`E em ${there}`);
  });

  test('a restore that fails leaves no database in its new folder', () => {
    const place = path.join(folder, 'restored');
    const file = path.join(folder, 'no-backup.ndjson.gz');
    fs.writeFileSync(file, gzipSync('{"format":0}\n'));
    const failed = run('restore', ['--from', file], { env: { DATABASE_URL: '', DATA_DIR: place } });
    expect(failed.error).toContain('A cópia não serve');
    expect(fs.existsSync(path.join(place, 'postgres'))).toBe(false);
  });

  test('changing the secret is refused while the app runs, and possible once it has stopped', async () => {
    const env = { NEW_SECRET_KEY: 'another-secret-only-for-tests-another-secret' };
    // A running app always has the connections of its jobs open.
    const jobs = new pg.Client({ connectionString: app.url, application_name: 'caderneta-jobs' });
    await jobs.connect();
    const rotated = () => app.db.rows(`select 1 from audit_log where action = 'settings.secret-rotated'`);
    try {
      const refused = run('secret-rotate', [], { env });
      expect([refused.out, refused.error]).toEqual(['', expect.stringContaining('A aplicação está a correr')]);
      expect(await rotated()).toEqual([]);
    } finally {
      await jobs.end();
    }
    await expect.poll(() => run('secret-rotate', [], { env }).out, { timeout: 60_000 }).toContain('Chave mudada');
    expect(await rotated()).toHaveLength(1);
  });

  test('changing the secret is refused with a key that opens no second factor', async () => {
    const { id } = await aUser(app, 'teacher');
    const sealed = seal('the-key-of-the-app-the-key-of-the-app', 'second-factor', String(id), Buffer.alloc(20));
    await app.db.count('insert into second_factors (user_id, secret) values ($1, $2)', [id, sealed]);
    const count = () => app.db.rows(`select 1 from audit_log where action = 'settings.secret-rotated'`);
    const before = await count();
    const env = { NEW_SECRET_KEY: 'another-secret-only-for-tests-another-secret' };
    const refused = run('secret-rotate', [], { env });
    expect([refused.out, refused.error]).toEqual(['', expect.stringContaining('Nenhum segundo factor abre')]);
    expect(await count()).toEqual(before);
    await app.db.count('delete from second_factors where user_id = $1', [id]);
  });

  test('a database of an older version is backed up as it is, and all other commands refuse it', async () => {
    const url = await freshDatabase();
    const all = await app.db.rows<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    await migrate(url, all.slice(0, -1));
    const env = { DATABASE_URL: url.replace('@/', '@localhost/') };
    const before = await contents(url);
    expect(run('backup', [], { env }).out).toContain('Cópia feita');
    for (const [script, args] of [
      ['family-export', ['--user', 'rosa', '--to', path.join(folder, 'never.json')]],
      ['aggregates-rebuild', []],
      ['secret-rotate', []],
    ] as const) {
      const { error } = run(script, [...args], { env: { ...env, NEW_SECRET_KEY: 'x'.repeat(32) } });
      expect(error, script).toContain(`migrações por fazer: 1, a partir de ${all.at(-1)?.name}`);
    }
    expect(await contents(url)).toEqual(before);
  });

  test('a rehearsal that is stopped during the restore leaves nothing', async () => {
    const made = await makeBackup(app.db, folder, new Date('2026-11-21T16:00:00Z'));
    const temporary = temporaryFolder();
    const rehearsal = spawn(
      process.execPath,
      ['scripts/rehearse.ts', '--from', path.join(backupFolder(folder), made.name), '--end'],
      { cwd: root, stdio: 'ignore', env: { PATH: process.env['PATH'], TMPDIR: temporary, DATA_DIR: folder } },
    );
    const ended = new Promise((resolve) => rehearsal.on('exit', (code) => resolve(code)));
    const left = () => fs.readdirSync(temporary).filter((name) => name.startsWith('caderneta-rehearsal-'));
    await expect.poll(left, { timeout: 60_000, interval: 10 }).toHaveLength(1);
    rehearsal.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(left()).toEqual([]);
    fs.rmSync(temporary, { recursive: true, force: true });
  });

  describe('changing the secret that is kept in a file', () => {
    const own = fs.mkdtempSync(path.join(folder, 'secret-'));
    const file = path.join(own, 'secret.key');
    const old = 'the-old-secret-of-the-file-the-old-secret';
    const rotate = (env: Record<string, string>) =>
      run('secret-rotate', [], { env: { SECRET_KEY: '', DATA_DIR: own, ...env } });
    beforeEach(() => fs.writeFileSync(file, old));

    test('is refused if the new one is too short for a start', () => {
      expect(rotate({ NEW_SECRET_KEY: 'curta' }).error).toMatch(/32 caracteres/);
      expect(fs.readFileSync(file, 'utf8')).toBe(old);
    });

    test('leaves only the new one', () => {
      const next = 'the-new-secret-of-the-file-the-new-secret';
      expect(rotate({ NEW_SECRET_KEY: next }).out).toContain('Chave mudada');
      expect(fs.readFileSync(file, 'utf8')).toBe(next);
      expect(fs.readdirSync(own)).toEqual(['secret.key']);
    });

    test('keeps the old one beside it, and says so, when the commit fails', async () => {
      await app.db.script(
        `create function refuse_rotation() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
         create constraint trigger refuse_rotation after insert on audit_log deferrable initially deferred
         for each row when (new.action = 'settings.secret-rotated') execute function refuse_rotation()`,
      );
      try {
        expect(rotate({}).error).toContain(`A chave antiga está em ${file}.old`);
      } finally {
        await app.db.script('drop trigger refuse_rotation on audit_log; drop function refuse_rotation');
      }
      expect(fs.readFileSync(`${file}.old`, 'utf8')).toBe(old);
      expect(rotate({}).error).toMatch(/ficou a meio/);
      fs.rmSync(`${file}.old`);
    });
  });

  test('the first administrator can sign in with the password from standard input, and weak ones are refused', async () => {
    const who = ['--username', 'chefia', '--name', 'Ana Chefe', '--email', 'ana@escola.example'];
    const address = ['--username', 'ana@escola.example', ...who.slice(2)];
    expect(run('admin-create', address, { input: 'palavra muito comprida\n' }).error).toMatch(/não leva @/);
    expect(run('admin-create', who, { input: 'curta\n' }).error).toMatch(/10 caracteres/);
    const strange = run('admin-create', who.with(1, 'chefia!'), { input: 'palavra muito comprida\n' });
    expect(strange.error).toMatch(/^--username: /);
    expect(run('admin-create', who, { input: 'palavra muito comprida\n' }).out).toContain('chefia');
    const login = await app.visitor().post('/api/login', { username: 'chefia', password: 'palavra muito comprida' });
    expect(login.body).toMatchObject({ isAdmin: true, fullName: 'Ana Chefe' });
    expect(run('admin-create', who, { input: 'palavra muito comprida\n' }).error).toMatch(/já existe/);
  });

  test('a lost second factor of staff is removed in 24 hours after the command, unless it is cancelled', async () => {
    const admin = await aUser(app, 'admin');
    const replace = (...more: string[]) => run('factor-replace', ['--username', admin.username, ...more]);
    const due = () =>
      app.db.rows(
        `select round(extract(epoch from due_at - now()) / 3600)::int as hours from factor_replacements where user_id = $1`,
        [admin.id],
      );
    expect(run('factor-replace', ['--username', 'ninguém']).error).toContain('Não há nenhuma conta ninguém.');
    expect(replace().error).toContain('não tem verificação em dois passos');
    expect(replace('--cancel').error).toContain('Não há nenhum pedido');
    await confirmWithoutCode(app.db, admin.id);
    expect(replace().out).toContain('é retirada daqui a 24 horas');
    expect(await due()).toEqual([{ hours: 24 }]);
    expect(replace('--cancel').out).toContain('fica com a sua verificação em dois passos');
    expect(await due()).toEqual([]);
    const noted = await app.db.rows<{ action: string; userId: number | null }>(
      `select action, user_id as "userId" from audit_log where subject = $1 order by id`,
      [`user ${admin.id}`],
    );
    expect(noted).toEqual([
      { action: 'user.factor-replacement-asked', userId: null },
      { action: 'user.factor-replacement-cancelled', userId: null },
    ]);
    const mails = await app.db.rows<{ kind: string }>('select kind from mails where user_id = $1 order by id', [
      admin.id,
    ]);
    expect(mails.map(({ kind }) => kind)).toContain('replacement_asked');
  });

  test('a family’s data is written to a file once, readable only by its owner', async () => {
    const parent = await aParent(app, { fullName: 'Rosa Exportada' });
    const { body } = await parent.get('/api/user');
    const to = path.join(folder, 'familia.json');
    expect(run('family-export', ['--user', body.username, '--to', to]).out).toContain(to);
    expect(JSON.parse(fs.readFileSync(to, 'utf8'))).toMatchObject({ user: { fullName: 'Rosa Exportada' } });
    expect(fs.statSync(to).mode & 0o077).toBe(0);
    expect(run('family-export', ['--user', 'ninguém', '--to', `${to}2`]).error).toMatch(/Não há nenhuma conta/);
    expect(run('family-export', ['--user', body.username, '--to', to]).error).toMatch(/Já existe/);
    await app.db.script(
      `create function refuse_export() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$;
       create trigger refuse_export before insert on audit_log for each row when (new.action = 'user.exported') execute function refuse_export()`,
    );
    try {
      expect(run('family-export', ['--user', body.username, '--to', `${to}3`]).error).toMatch(/no audit/);
    } finally {
      await app.db.script('drop trigger refuse_export on audit_log; drop function refuse_export');
    }
    expect(fs.existsSync(`${to}3`)).toBe(false);
  });
});

test('a backup is deleted after thirty days, by the job or by the next backup; no other file is', async () => {
  const own = fs.mkdtempSync(path.join(folder, 'old-'));
  fs.mkdirSync(backupFolder(own));
  const now = new Date('2026-11-22T10:00:00Z');
  const names = [
    'copia-20261022-235959.ndjson.gz',
    'copia-20261023-000000.ndjson.gz',
    'copia-20200101-000000.ndjson.gz',
  ];
  for (const name of [...names, 'apontamentos.txt']) fs.writeFileSync(path.join(backupFolder(own), name), 'x');
  expect(deleteOldBackups(own, now)).toBe(2);
  expect(fs.readdirSync(backupFolder(own)).sort()).toEqual(['apontamentos.txt', 'copia-20261023-000000.ndjson.gz']);
  const made = await makeBackup(app.db, own, new Date('2026-11-23T10:00:00Z'));
  expect(listBackups(own).map(({ name }) => name)).toEqual([made.name]);
});
