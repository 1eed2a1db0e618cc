// Migrations of every kind on a database that families use, beside a reader that holds its tables for seconds, as a report or pg_dump does.
import type pg from 'pg';
import { clientFor } from '../src/server/db/database-address.ts';
import { applyMigration } from '../src/server/db/migrate.ts';

const MIGRATIONS = [
  'alter table answers add column topology_note text',
  `alter table answers add constraint topology_short check (length(topology_note) < 9) not valid`,
  `-- in batches
update answers set topology_note = 'x' where ctid = any(array(select ctid from answers where topology_note is null limit 50))`,
  'alter table answers validate constraint topology_short',
  `-- no transaction
drop index concurrently if exists topology_notes;
create index concurrently topology_notes on answers (topology_note)`,
  'alter table answers drop column topology_note',
];

async function connected(url: string): Promise<pg.Client> {
  const client = clientFor(url, 'caderneta-topology');
  await client.connect();
  return client;
}

/** Reads the answers, and holds them for this many milliseconds from then on; returns when that is over. */
async function longReader(url: string, milliseconds: number): Promise<{ over: Promise<void> }> {
  const client = await connected(url);
  await client.query('begin');
  await client.query('select count(*) from answers, attempts where attempts.id = answers.attempt_id');
  const end = async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await client.query('commit');
    await client.end();
  };
  return { over: end() };
}

/** As many readers one after the other as `migrateBesideReaders` has, without any migration. */
export async function readersAlone(url: string, milliseconds: number): Promise<void> {
  for (const _ of MIGRATIONS) await (await longReader(url, milliseconds)).over;
}

/**
 * Runs each migration beside a new reader; returns how often one gave up its place and tried again.
 *
 * @param done is called after each.
 */
export async function migrateBesideReaders(
  url: string,
  milliseconds: number,
  done: (text: string) => void,
): Promise<number> {
  const client = await connected(url);
  let retries = 0;
  for (const [index, text] of MIGRATIONS.entries()) {
    const { over } = await longReader(url, milliseconds);
    const name = `9${index}00_topology.sql`;
    await applyMigration(client, { name, text, checksum: 'topology' }, () => (retries += 1));
    await over;
    done(text);
  }
  await client.query(`delete from schema_migrations where checksum = 'topology'`);
  await client.end();
  return retries;
}

/** The same without the migrator: a statement that waits for the reader, with everybody behind it. */
export async function changeBesideReader(url: string, milliseconds: number): Promise<void> {
  const client = await connected(url);
  const { over } = await longReader(url, milliseconds);
  await client.query('alter table answers add column topology_note text');
  await client.query('alter table answers drop column topology_note');
  await over;
  await client.end();
}
