import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { RunningApp } from '../../test/support/running-app.ts';
import { fill } from './fill.ts';
import type { Load } from './load.ts';
import { type Cluster, type Name, pause } from './machines.ts';
import type { Row } from './report.ts';

interface Given {
  cluster: Cluster;
  load: Load;
  apps: readonly RunningApp[];
  rows: Row[];
  expect: (what: string, holds: boolean) => void;
  /** Number of answers to add between the backups and the restore, so that the restore has log to replay. */
  answers: number;
}

const secondsSince = (moment: number) => (Date.now() - moment) / 1_000;

/** What the restores of the runbooks must give. */
export interface Restored {
  /** Folder on the primary with the restored data of that moment; its server is stopped. */
  folder: string;
  hashes: string;
}

/** Takes full and differential backups, measures the lag of the archive, restores to a given moment, and compares table by table. */
export async function proveBackups({ cluster, load, apps, rows, expect, answers }: Given): Promise<Restored> {
  const { primary } = await cluster.whole();
  const configuration = path.join(cluster.folder, 'pgbackrest.conf');
  const pgbackrest = (...given: string[]) =>
    cluster.on(primary, 'pgbackrest', `--config=${configuration}`, '--stanza=caderneta', ...given);
  const row = (proof: string, seconds: number, bound: number | undefined, note: string) =>
    rows.push({ proof, times: 1, seconds: [seconds], bound, note });

  let began = Date.now();
  pgbackrest('--type=full', 'backup');
  row('full backup', secondsSince(began), undefined, 'duration');
  load.resume();
  await pause(5_000);
  began = Date.now();
  pgbackrest('--type=diff', 'backup');
  row('differential backup', secondsSince(began), undefined, 'duration');
  const [backedUp] = await cluster.statement<{ position: string }>(primary, 'select pg_current_wal_lsn() as position');
  if (answers > 0) await fill(cluster, primary, answers, 'after');
  await pause(5_000);
  await load.drain();
  for (const app of apps) {
    app.signal('SIGTERM');
    await app.ended();
  }

  // An app that is killed leaves statements running, which commit after that moment.
  for (;;) {
    const [left] = await cluster.statement<{ count: number }>(
      primary,
      `select count(*)::int as count from pg_stat_activity where application_name like 'caderneta%'`,
    );
    if (left?.count === 0) break;
    await pause(250);
  }
  const [written] = await cluster.statement<Record<'segment' | 'moment' | 'answers' | 'size' | 'log', string>>(
    primary,
    `select pg_walfile_name(pg_current_wal_insert_lsn()) as segment, clock_timestamp()::text as moment,
       (select count(*) from answers) as answers, pg_size_pretty(pg_database_size('caderneta')) as size,
       pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)) as log`,
    'caderneta',
    [backedUp?.position],
  );
  if (!written) throw new Error('the primary said nothing');
  began = Date.now();
  const before = hashes(cluster, primary, addressArguments(cluster, primary));
  await pause(1_500);
  await cluster.statement(primary, `update children set full_name = 'depois do minuto'`);
  await cluster.statement(primary, 'delete from answers where attempt_id = $1', 'caderneta', [load.ledger.attempts[0]]);
  for (;;) {
    const [archive] = await cluster.statement<{ last: string | null }>(
      primary,
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if ((archive?.last ?? '') >= written.segment || secondsSince(began) > 180) break;
    await pause(250);
  }
  row('a write is in the archive after', secondsSince(began), 30, 'RPO without any machine left');

  began = Date.now();
  const restored = path.join(cluster.disk(primary), 'restored');
  cluster.on(primary, 'sh', path.join(cluster.folder, 'restore-to.sh'), written.moment, restored, configuration);
  row('restore to a named moment', secondsSince(began), 300, `RTO with ${written.answers} answers`);
  const repository = execFileSync('du', ['-sh', cluster.backups], { encoding: 'utf8' }).split('\t')[0];
  console.log(`  database ${written.size}, repository ${repository}, log since the last backup ${written.log}`);
  const after = hashes(cluster, primary, ['-h', restored, '-p', '5433']);
  cluster.on(primary, '/usr/lib/postgresql/15/bin/pg_ctl', '-D', path.join(restored, 'data'), '-m', 'fast', 'stop');
  const now = hashes(cluster, primary, addressArguments(cluster, primary));
  expect(
    `restored to ${written.moment}: ${before.split('\n').length} tables have the hashes of then`,
    before === after,
  );
  for (const line of before.split('\n')) if (!after.split('\n').includes(line)) console.log(`  differs: ${line}`);
  expect('what came after that moment is not in it', now !== after);

  pgbackrest('--type=full', '--repo1-retention-full-type=count', '--repo1-retention-full=1', 'backup');
  const kept = JSON.parse(pgbackrest('--output=json', 'info')) as { backup: unknown[] }[];
  expect('retention removes the older full backup and what builds on it', kept[0]?.backup.length === 1);
  const file = path.join(cluster.backups, 'backup', 'caderneta', 'backup.info');
  expect('the repository is encrypted', fs.readFileSync(file).subarray(0, 8).toString() === 'Salted__');
  return { folder: restored, hashes: before };
}

export const addressArguments = (cluster: Cluster, name: Name) => ['-h', cluster.disk(name)];

export function hashes(cluster: Cluster, name: Name, where: string[]): string {
  const text = cluster.on(
    name,
    'psql',
    '-At',
    '-d',
    'caderneta',
    ...where,
    '-f',
    path.join(cluster.folder, 'table-hashes.sql'),
  );
  return text.trim();
}
