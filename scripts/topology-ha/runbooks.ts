// The runbooks of docs/database-machines.md that replace what is lost for good.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { archived } from './archive.ts';
import { addressArguments, hashes, type Restored } from './backups.ts';
import type { Load } from './load.ts';
import { addressOf, type Cluster, NAMES, type Name, pause } from './machines.ts';
import type { Proof } from './proofs.ts';
import type { Row } from './report.ts';

/** Calls etcd on a machine as the document says. */
function etcdctl(cluster: Cluster, name: Name, ...command: string[]): string {
  const certificates = cluster.certificatesOf(name);
  const shown = ['cacert=ca.crt', 'cert=machine.crt', 'key=machine.key'].map((one) => {
    const [option, file = ''] = one.split('=');
    return `--${option}=${path.join(certificates, file)}`;
  });
  return cluster.on(name, 'etcdctl', `--endpoints=https://${addressOf(name)}:2379`, ...shown, ...command);
}

export const MACHINE: Proof = {
  name: 'machine',
  what: 'the primary lost with its disk, replaced by an empty machine',
  times: () => 1,
  bound: 15,
  async once({ cluster, load }) {
    const { primary, other } = await cluster.whole();
    const since = Date.now();
    cluster.signal(primary, 'all', 'SIGKILL');
    const seconds = await load.backSince(since, 3_000);
    for (const part of ['etcd', 'postgres'] as const) cluster.clear(primary, part);
    const line = etcdctl(cluster, other, 'member', 'list')
      .split('\n')
      .find((member) => member.includes(`, ${primary}, `));
    etcdctl(cluster, other, 'member', 'remove', line?.split(',')[0] ?? '');
    etcdctl(cluster, other, 'member', 'add', primary, `--peer-urls=https://${addressOf(primary)}:2380`);
    cluster.start(primary, 'etcd', { ETCD_INITIAL_CLUSTER_STATE: 'existing' });
    cluster.start(primary, 'patroni');
    await cluster.whole();
    console.log(`  ${primary} is back from nothing after ${((Date.now() - since) / 1_000).toFixed(0)} s`);
    const members = etcdctl(cluster, primary, 'endpoint', 'status', '--cluster').trim().split('\n');
    if (members.length !== NAMES.length) throw new Error(`etcd: ${members.join(', ')}`);
    return seconds;
  },
};

const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl';

export const PASSWORDS: Proof = {
  name: 'passwords',
  what: 'other passwords for the superuser, replication and Patroni',
  times: () => 1,
  bound: 15,
  async once({ cluster, load }) {
    const { primary, synchronous, other } = await cluster.whole();
    await cluster.changePasswords(primary, 'another-one-for-this-run');
    const seconds: number[] = [];
    let next = synchronous;
    for (const name of [other, synchronous]) {
      const since = Date.now();
      await restart(cluster, name);
      next = (await cluster.whole()).synchronous;
      seconds.push(await load.backSince(since, 0));
    }
    // Patroni cannot make the checkpoint before the switchover with the old password, and the shutdown would take that much longer.
    await cluster.statement(primary, 'checkpoint', 'postgres');
    const since = Date.now();
    await cluster.switchover(primary, next);
    await restart(cluster, primary);
    seconds.push(await load.backSince(since, 3_000));
    await cluster.whole();
    return Math.max(...seconds);
  },
};

async function restart(cluster: Cluster, name: Name): Promise<void> {
  await cluster.stop(name);
  cluster.start(name, 'patroni');
}

interface Given {
  cluster: Cluster;
  load: Load;
  rows: Row[];
  expect: (what: string, holds: boolean) => void;
  restored: Restored;
}

/**
 * Proves recovery at a second site that holds only a copy of the backup repository. After all three machines are lost, the archived data is
 * restored there, or a standby that has replayed that copy is promoted.
 */
async function proveSite({ cluster, rows, expect }: Given, primary: Name): Promise<void> {
  const elsewhere = path.join(cluster.folder, 'elsewhere');
  const copied = async (): Promise<string> => {
    const now = hashes(cluster, primary, addressArguments(cluster, primary));
    await archived(cluster, primary);
    fs.mkdirSync(elsewhere, { recursive: true });
    execFileSync('cp', ['-a', `${cluster.backups}/.`, elsewhere]);
    return now;
  };
  const there = (what: string) => {
    const folder = path.join(cluster.disk(primary), `there-${what}`);
    const command = ['sh', path.join(cluster.folder, 'restore-to.sh'), what, folder];
    const configuration = path.join(cluster.folder, 'pgbackrest.conf');
    cluster.on(primary, 'env', `PGBACKREST_REPO1_PATH=${elsewhere}`, ...command, configuration);
    return {
      hashes: () => hashes(cluster, primary, ['-h', folder, '-p', '5433']),
      control: (...task: string[]) => cluster.on(primary, PG_CTL, '-D', path.join(folder, 'data'), ...task),
      remove: () => fs.rmSync(folder, { recursive: true }),
    };
  };
  const row = (proof: string, since: number) =>
    rows.push({ proof, times: 1, seconds: [(Date.now() - since) / 1_000], bound: 300, note: 'RTO' });

  const then = await copied();
  let began = Date.now();
  const restored = there('latest');
  row('restore from a copy of the repository', began);
  expect('the repository alone, in another place, gives everything that was archived', restored.hashes() === then);
  restored.control('-m', 'fast', 'stop');
  restored.remove();

  const standby = there('standby');
  await cluster.statement(primary, `update children set full_name = 'noutro lugar'`);
  const now = await copied();
  const deadline = Date.now() + 120_000;
  while (standby.hashes() !== now && Date.now() < deadline) await pause(1_000);
  expect('a standby there has followed the copy', now !== then && standby.hashes() === now);
  began = Date.now();
  standby.control('-w', 'promote');
  row('a standby in another place takes over', began);
  expect('and has everything afterwards', standby.hashes() === now);
  standby.control('-m', 'fast', 'stop');
  standby.remove();
}

/** Puts restored data in the place of the cluster's, as after a wrong deletion; the apps are stopped. */
export async function proveReturn(given: Given): Promise<void> {
  const { cluster, load, rows, expect, restored } = given;
  const { primary, synchronous, other } = await cluster.whole();
  await proveSite(given, primary);
  expect('the deletion is noticed before the return', (await load.faults(cluster, primary)).length > 0);
  const began = Date.now();
  for (const name of [synchronous, other, primary]) await cluster.stop(name);
  const remove = `printf 'caderneta\\nYes I am aware\\n' | patronictl -c ${path.join(cluster.folder, `${primary}.yml`)} remove caderneta`;
  cluster.on(primary, 'sh', '-c', remove);
  for (const name of NAMES) cluster.clear(name, 'postgres');
  fs.renameSync(path.join(restored.folder, 'data'), path.join(cluster.disk(primary), 'postgres'));
  cluster.start(primary, 'patroni');
  while (!(await cluster.members()).some(({ role, state }) => role === 'leader' && state === 'running')) {
    if (Date.now() - began > 120_000) throw new Error('the restored machine did not become the primary');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  for (const name of [synchronous, other]) cluster.start(name, 'patroni');
  const back = await cluster.whole();
  const seconds = (Date.now() - began) / 1_000;
  rows.push({ proof: 'the cluster back to a minute', times: 1, seconds: [seconds], bound: 300, note: 'stop to whole' });
  const now = hashes(cluster, back.primary, addressArguments(cluster, back.primary));
  expect('the cluster has the data of that minute again', now === restored.hashes);
  expect('the wrong deletion is undone', (await load.faults(cluster, back.primary)).length === 0);
  const configuration = path.join(cluster.folder, 'pgbackrest.conf');
  cluster.on(back.primary, 'pgbackrest', `--config=${configuration}`, '--stanza=caderneta', '--type=full', 'backup');
  expect('its archive goes on', (await archived(cluster, back.primary)) < 60);
  // The machine that was restored becomes a standby: nothing of the restore may stay in its settings.
  await cluster.switchover(back.primary, back.synchronous);
  expect('and after a switchover', (await archived(cluster, (await cluster.whole()).primary)) < 60);
}
