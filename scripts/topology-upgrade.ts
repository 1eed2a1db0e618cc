// Migrations of every kind on a database that families use, beside a reader that holds its tables for seconds, as a report or pg_dump does.
import type pg from 'pg';
import { clientFor } from '../src/server/db/database-address.ts';
import { applyMigration } from '../src/server/db/migrate.ts';
import { watchLocks } from './topology-locks.ts';

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

/**
 * Runs each migration beside a new reader, and before each a reader alone for comparison, so that both meet the same load of the machine.
 *
 * @param over is called after each reader: `alone`, or `migrating`.
 * @returns how often a migration gave up its place and tried again, and the longest time in milliseconds that the app waited for a lock.
 */
export async function migrateBesideReaders(
  url: string,
  milliseconds: number,
  over: (what: 'alone' | 'migrating') => void,
): Promise<{ retries: number; longestLock: number }> {
  const client = await connected(url);
  const unwatch = await watchLocks(url);
  let retries = 0;
  for (const [index, text] of MIGRATIONS.entries()) {
    await (await longReader(url, milliseconds)).over;
    over('alone');
    const reader = await longReader(url, milliseconds);
    const name = `9${index}00_topology.sql`;
    await applyMigration(client, { name, text, checksum: 'topology' }, () => (retries += 1));
    await reader.over;
    over('migrating');
  }
  await client.query(`delete from schema_migrations where checksum = 'topology'`);
  await client.end();
  return { retries, longestLock: (await unwatch()).milliseconds };
}

/**
 * The same without the migrator: a statement that waits for the reader, with everybody behind it.
 *
 * @returns the longest time in milliseconds that the app waited for a lock.
 */
export async function changeBesideReader(url: string, milliseconds: number): Promise<number> {
  const client = await connected(url);
  const unwatch = await watchLocks(url);
  const { over } = await longReader(url, milliseconds);
  await client.query('alter table answers add column topology_note text');
  await client.query('alter table answers drop column topology_note');
  await over;
  await client.end();
  return (await unwatch()).milliseconds;
}
