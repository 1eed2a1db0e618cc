// Damages the database on purpose when a run is over, and checks that each proof of the run then fails.
import type { History } from '../../test/support/history-run.ts';
import { ArchiveWatch, MAX_WAITING } from './archive.ts';
import type { Load, SplitBrain } from './load.ts';
import { type Cluster, type Name, pause } from './machines.ts';

interface Given {
  cluster: Cluster;
  load: Load;
  history: History;
  watch: SplitBrain;
  expect: (what: string, holds: boolean) => void;
}

/** No trigger and no foreign key stands in the way. */
const FORCED = 'set session_replication_role = replica;';

export async function proveMutants({ cluster, load, history, watch, expect }: Given): Promise<void> {
  const { primary } = await cluster.whole();
  const answers = async () => (await load.faults(cluster, primary)).length > 0;
  const money = async () => (await history.contradictions()).some((line) => /payment|receipt/.test(line));
  const mutants: [string, string, string, () => Promise<boolean>][] = [
    [
      'one answer of a finished attempt deleted',
      'caderneta',
      `delete from answers where (attempt_id, question_id) in
         (select attempt_id, question_id from answers where attempt_id = ${load.ledger.attempts[0]} limit 1)`,
      answers,
    ],
    ['all answers deleted', 'caderneta', 'delete from answers', answers],
    ['one receipt deleted', 'caderneta', 'delete from receipts where number = 1', money],
    ['all payments deleted', 'caderneta', 'delete from receipts; delete from emis_payments', money],
    [
      'one write to a machine gone',
      'postgres',
      'delete from machine_writes where id = (select min(id) from machine_writes)',
      async () => (await watch.end(primary)).gone > 0,
    ],
  ];
  for (const [what, database, damage, found] of mutants) {
    await cluster.statement(primary, `${FORCED} ${damage}`, database);
    expect(`the proof fails with ${what}`, await found());
  }
  await stopArchive(cluster, primary);
  const watchArchive = new ArchiveWatch(cluster);
  await pause(5_000);
  const { most } = await watchArchive.end();
  expect(`the proof fails with an archive command that fails (${most} segments wait)`, most > MAX_WAITING);
}

/** Makes the archive command fail while WAL segments are written. */
async function stopArchive(cluster: Cluster, primary: Name): Promise<void> {
  const tell = (text: string) => cluster.statement(primary, text, 'postgres');
  await tell(`alter system set archive_command = 'false'`);
  await tell('select pg_reload_conf()');
  for (let segments = 0; segments <= MAX_WAITING; segments += 1) {
    await tell('select txid_current()');
    await tell('select pg_switch_wal()');
  }
}
