// The archive through a kill and two switchovers, until each machine has been the primary.
import path from 'node:path';
import { type Cluster, NAMES, type Name, pause } from './machines.ts';
import type { Proof, Scene } from './proofs.ts';

/** Segments that may wait while the archive keeps up. */
export const MAX_WAITING = 2;
const LIMIT_SECONDS = 60;

async function keepLog(cluster: Cluster, size: string): Promise<void> {
  const { primary } = await cluster.whole();
  await cluster.configure(primary, { postgresql: { parameters: { wal_keep_size: size } } });
  for (let tries = 0; tries < 100; tries += 1) {
    const [shown] = await cluster.statement<{ size: string }>(primary, 'show wal_keep_size', 'postgres');
    if (Object.values(shown ?? {})[0] === size) return;
    await pause(200);
  }
  throw new Error(`wal_keep_size did not become ${size}`);
}

/** Fills some segments, makes a checkpoint, and returns the seconds until the archive has them all. */
export async function archived(cluster: Cluster, primary: Name): Promise<number> {
  const ask = async <Row>(text: string) => (await cluster.statement<Row>(primary, text, 'postgres'))[0] as Row;
  let segment = '';
  for (let turn = 0; turn < 4; turn += 1) {
    ({ segment } = await ask<{ segment: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment, txid_current()',
    ));
    await ask('select pg_switch_wal()');
    await pause(300);
  }
  await ask('checkpoint');
  const began = Date.now();
  for (;;) {
    const { there, waiting, failing } = await ask<{ there: boolean; waiting: number; failing: string | null }>(
      `select exists (select from pg_ls_archive_statusdir() where name = '${segment}.done') as there,
         (select count(*)::int from pg_ls_archive_statusdir() where name like '%.ready') as waiting,
         (select last_failed_wal from pg_stat_archiver) as failing`,
    );
    const seconds = (Date.now() - began) / 1_000;
    if (there && waiting <= MAX_WAITING) return seconds;
    if (seconds > LIMIT_SECONDS)
      throw new Error(`the archive of ${primary} stands: ${waiting} segments wait, ${failing ?? 'none'} failed`);
    await pause(250);
  }
}

/**
 * Counts, every second, the WAL segments of the running timeline that have not been archived yet: how far the archive is behind. Older ones
 * are counted apart. A machine that became the primary offers those again whose archiving it had not seen, which matters as far as the
 * running timeline waits behind them.
 */
export class ArchiveWatch {
  #most = 0;
  #older = 0;
  #looks = 0;
  #going = true;
  #loops: Promise<void>[];

  constructor(cluster: Cluster) {
    this.#loops = NAMES.map(async (name) => {
      while (this.#going) {
        // A machine that does not answer archives nothing, and neither does a standby.
        const [row] = await cluster
          .statement<{ waiting: number; older: number }>(
            name,
            `select count(*) filter (where name >= running)::int as waiting, count(*) filter (where name < running)::int as older
             from (select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as running) it
             left join pg_ls_archive_statusdir() on name ~ '^[0-9A-F]{24}[.]ready$'
             where running is not null`,
            'postgres',
          )
          .catch(() => []);
        if (row) {
          this.#looks += 1;
          if (row.waiting > Math.max(this.#most, MAX_WAITING))
            console.log(`  ${row.waiting} segments wait for the archive on ${name}`);
          this.#most = Math.max(this.#most, row.waiting);
          this.#older = Math.max(this.#older, row.older);
        }
        await pause(1_000);
      }
    });
  }

  async end(): Promise<{ most: number; older: number; looks: number }> {
    this.#going = false;
    await Promise.all(this.#loops);
    return { most: this.#most, older: this.#older, looks: this.#looks };
  }
}

/** Makes this machine the primary. Only the synchronous standby can be: another one that is stopped gives up that place. */
async function switchTo({ cluster, load }: Scene, candidate: Name): Promise<void> {
  const { primary, synchronous } = await cluster.whole();
  if (synchronous !== candidate) {
    cluster.signal(synchronous, 'database', 'SIGKILL');
    for (
      let tries = 0;
      (await cluster.members()).find(({ name }) => name === candidate)?.role !== 'sync_standby';
      tries += 1
    ) {
      if (tries > 300) throw new Error(`${candidate} did not become synchronous`);
      await pause(200);
    }
  }
  const since = Date.now();
  await cluster.switchover(primary, candidate);
  await load.backSince(since, 3_000);
  if (synchronous !== candidate) cluster.start(synchronous, 'patroni');
  await cluster.whole();
}

/** Restores to a moment after the last switchover, and throws unless exactly what was written until then is there. */
async function restored(cluster: Cluster, primary: Name): Promise<void> {
  const ask = (text: string) => cluster.statement<{ moment: string }>(primary, text, 'caderneta');
  await ask('create table if not exists moments (what text)');
  await ask('truncate moments');
  await ask(`insert into moments values ('before')`);
  const [at] = await ask('select clock_timestamp()::text as moment');
  await pause(1_500);
  await ask(`insert into moments values ('after')`);
  await archived(cluster, primary);
  const folder = path.join(cluster.disk(primary), 'after-the-switchovers');
  const configuration = path.join(cluster.folder, 'pgbackrest.conf');
  cluster.on(primary, 'sh', path.join(cluster.folder, 'restore-to.sh'), at?.moment ?? '', folder, configuration);
  const found = cluster.on(
    primary,
    'psql',
    '-h',
    folder,
    '-p',
    '5433',
    '-d',
    'caderneta',
    '-Atc',
    'select what from moments',
  );
  cluster.on(primary, '/usr/lib/postgresql/15/bin/pg_ctl', '-D', path.join(folder, 'data'), '-m', 'fast', 'stop');
  if (found.trim() !== 'before') throw new Error(`restored to ${at?.moment}: ${found.trim() || 'nothing'}`);
  console.log(`  restored to ${at?.moment}, on the last timeline`);
}

export const ARCHIVE: Proof = {
  name: 'archive',
  what: 'kill, then switchovers until each machine has been the primary: seconds until the archive has all',
  times: () => 1,
  bound: LIMIT_SECONDS,
  async once(scene) {
    const { cluster, load } = scene;
    // The end of a finished timeline is looked at once no more log than this is kept: in service hours later.
    await keepLog(cluster, '32MB');
    let { primary } = await cluster.whole();
    const configuration = path.join(cluster.folder, 'pgbackrest.conf');
    cluster.on(primary, 'pgbackrest', `--config=${configuration}`, '--stanza=caderneta', '--type=full', 'backup');
    const been = new Set<Name>([primary]);
    const since = Date.now();
    cluster.signal(primary, 'database', 'SIGKILL');
    await load.backSince(since, 3_000);
    cluster.start(primary, 'patroni');
    const seconds: number[] = [];
    for (;;) {
      ({ primary } = await cluster.whole());
      been.add(primary);
      seconds.push(await archived(cluster, primary));
      console.log(`  ${primary} archives, after ${seconds.at(-1)?.toFixed(1)} s`);
      const untouched = NAMES.find((name) => !been.has(name));
      if (!untouched) break;
      // First back to the machine that was killed, then to the one that only followed.
      const first =
        been.size === 2 && seconds.length === 1 ? NAMES.find((name) => been.has(name) && name !== primary) : untouched;
      await switchTo(scene, first ?? untouched);
    }
    await restored(cluster, primary);
    await keepLog(cluster, '2GB');
    return Math.max(...seconds);
  },
};
