import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { applyMigration } from './migrate.ts';

const clients: pg.Client[] = [];
const NAME = `migrating_${process.pid}`;
const at = (database: string) => inject('databaseServer').replace('DATABASE', database);
async function connected(database = NAME): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: at(database) });
  await client.connect();
  clients.push(client);
  return client;
}

beforeAll(async () => {
  const admin = await connected('postgres');
  await admin.query(`create database ${NAME}`);
  const client = await connected();
  await client.query(`create table schema_migrations (name text primary key, checksum text not null);
    create table notes (id int primary key, text text)`);
});
afterAll(async () => {
  const [admin, ...others] = clients;
  await Promise.all(others.map((client) => client.end()));
  await admin?.query(`drop database ${NAME} with (force)`);
  await admin?.end();
});

const columns = async (client: pg.Client) =>
  (
    await client.query(
      `select attname from pg_attribute where attrelid = 'notes'::regclass and attnum > 0 order by attnum`,
    )
  ).rows.map(({ attname }) => attname);

test('a migration that waits for a long reader lets everybody else pass, and runs once the reader is done', async () => {
  const [reader, writer, migrating] = [await connected(), await connected(), await connected()];
  await reader.query('begin');
  await reader.query('select count(*) from notes');
  let tries = 0;
  let waiting = () => {};
  const waitedTwice = new Promise<void>((resolve) => (waiting = resolve));
  const migrated = applyMigration(
    migrating,
    { name: '1.sql', text: 'alter table notes add column more int', checksum: 'x' },
    () => {
      tries += 1;
      if (tries === 2) waiting();
    },
  );
  // With the reader still there: what arrives behind the migration is answered as soon as the migration gives up its place.
  await waitedTwice;
  await writer.query(`insert into notes (id, text) values (1, 'meanwhile')`);
  expect(await columns(writer)).toEqual(['id', 'text']);
  await reader.query('commit');
  await migrated;
  expect(await columns(writer)).toEqual(['id', 'text', 'more']);
  expect((await writer.query('select name from schema_migrations')).rows).toEqual([{ name: '1.sql' }]);
});

test('a migration that fails for another reason is not repeated, and leaves nothing', async () => {
  const client = await connected();
  const failing = applyMigration(client, {
    name: '2.sql',
    text: 'alter table notes add column again int; select 1/0',
    checksum: 'x',
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await columns(client)).not.toContain('again');
  expect((await client.query(`select 1 from schema_migrations where name = '2.sql'`)).rowCount).toBe(0);
});

test('an index is built without a transaction, and again after an interrupted one', async () => {
  const client = await connected();
  const migration = {
    name: '3.sql',
    text: `-- owner: notes
-- no transaction
drop index concurrently if exists notes_by_text;
create index concurrently notes_by_text on notes (text);
`,
    checksum: 'x',
  };
  // What an interrupted migration leaves.
  await client.query('create index notes_by_text on notes (id)');
  await applyMigration(client, migration);
  const { rows } = await client.query(
    `select indisvalid as valid, pg_get_indexdef(indexrelid) as text from pg_index where indexrelid = 'notes_by_text'::regclass`,
  );
  expect(rows).toEqual([{ valid: true, text: expect.stringContaining('(text)') }]);
  expect((await client.query(`select 1 from schema_migrations where name = '3.sql'`)).rowCount).toBe(1);
});

test('a migration in batches changes some rows at a time, lets writers in between, and goes on after an interruption', async () => {
  const client = await connected();
  const writer = await connected();
  await client.query('truncate notes; insert into notes select n from generate_series(1, 25) as n');
  await client.query(`create table batches (changed int);
    create function note_batch() returns trigger language plpgsql as
      $$ begin insert into batches select count(*) from changed; return null; end $$;
    create trigger noted after update on notes referencing new table as changed for each statement execute function note_batch()`);
  const migration = {
    name: '4.sql',
    text: `-- owner: notes
-- in batches
update notes set text = 'filled' where id in (select id from notes where text is null order by id limit 10)`,
    checksum: 'x',
  };
  // The last row of the second batch is held: the first batch stays, the second is tried again, and nobody waits for either.
  await writer.query('begin');
  await writer.query(`update notes set text = 'mine' where id = 20`);
  const waited = new Promise<void>((resolve) => {
    void applyMigration(client, migration, () => resolve());
  });
  await waited;
  const filled = async () =>
    (await writer.query(`select count(*)::int as count from notes where text = 'filled'`)).rows[0].count;
  expect(await filled()).toBe(10);
  await writer.query('commit');
  await expect.poll(filled).toBe(24);
  await expect
    .poll(async () => (await writer.query(`select 1 from schema_migrations where name = '4.sql'`)).rowCount)
    .toBe(1);
  expect((await writer.query('select changed from batches where changed > 1')).rows).toEqual([
    { changed: 10 },
    { changed: 10 },
    { changed: 4 },
  ]);
});
