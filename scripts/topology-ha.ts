// Runs deploy/ha on this machine: three database machines (network namespaces; etcd, Patroni, PostgreSQL), haproxy and two app processes,
// under an open-loop load of answers, while one component after another is killed, frozen, cut off or filled up. It needs root on Debian,
// installs the packages that are missing, stops what it started and removes what it made.
//   npm run topology:ha [-- --quick] [--only primary,backups] [--answers 10000000]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { History, REPLICA_BEHIND_MS } from '../test/support/history-run.ts';
import { freePort, type RunningApp, runningApp } from '../test/support/running-app.ts';
import { proveAccess } from './topology-ha/access.ts';
import { ARCHIVE, ArchiveWatch, archived, MAX_WAITING } from './topology-ha/archive.ts';
import { proveBackups } from './topology-ha/backups.ts';
import { fill } from './topology-ha/fill.ts';
import { Load, SplitBrain } from './topology-ha/load.ts';
import { Cluster, insist, install, NAMES, pause } from './topology-ha/machines.ts';
import { proveMutants } from './topology-ha/mutants.ts';
import { DatabaseProxy, FAULTS, type Scene } from './topology-ha/proofs.ts';
import { print, type Row } from './topology-ha/report.ts';
import { MACHINE, PASSWORDS, proveReturn } from './topology-ha/runbooks.ts';
import { UPGRADE } from './topology-ha/upgrade.ts';

const PROOFS = [...FAULTS, MACHINE, ARCHIVE, UPGRADE, PASSWORDS];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    answers: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h' },
  },
});
const answers = Number(values.answers);
/** Share of the test answers that is inserted after the backups, so that a restore has to replay more than a day of log. */
const AFTER_THE_BACKUPS = 0.1;
const known = [...PROOFS.map(({ name }) => name), 'backups'];
if (values.help) {
  console.log(
    `npm run topology:ha [-- --quick] [-- --only NOME,…] [-- --answers N]\n\nPõe a correr deploy/ha nesta máquina (Debian, como root), estraga uma coisa de cada vez e diz o que se perdeu.\n--quick repete pouco; --only escolhe entre ${known.join(', ')}; --answers junta N respostas antes de começar.`,
  );
  process.exit(0);
}
const wanted = values.only?.split(',') ?? known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0 || process.getuid?.() !== 0) {
  console.error(
    unknown.length > 0 ? `Prova desconhecida: ${unknown.join(', ')}` : 'Só como root: cria redes e discos.',
  );
  process.exit(3);
}

// Failovers take as long as the machines need, not as long as other work on this one makes them wait. All programs of the run inherit it.
os.setPriority(-15);
install();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-ha-'));
fs.chmodSync(folder, 0o755);
const cluster = new Cluster(folder);
const apps: RunningApp[] = [];
const proxies: DatabaseProxy[] = [];
const rows: Row[] = [];
const problems: string[] = [];
const expect = (what: string, holds: boolean) => {
  console.log(`${holds ? '✓' : '✗'} ${what}`);
  if (!holds) problems.push(what);
};

async function remove(): Promise<void> {
  for (const proxy of proxies) proxy.end();
  for (const app of apps) {
    await app.kill();
    fs.rmSync(app.dataDir, { recursive: true, force: true });
  }
  await cluster.remove();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void remove().finally(() => process.exit(1)));

/** Starts the cluster and the apps. The primary creates the cluster, and the other machines copy it. */
async function bringUp(): Promise<void> {
  cluster.build();
  for (const name of NAMES) cluster.start(name, 'etcd');
  for (const name of NAMES) cluster.start(name, 'patroni');
  const { primary } = await cluster.whole();
  cluster.on(primary, 'pgbackrest', `--config=${folder}/pgbackrest.conf`, '--stanza=caderneta', 'stanza-create');
  cluster.createRole(primary);
  for (let index = 0; index < 2; index += 1) {
    const [port, reading] = [await freePort(), await freePort()];
    proxies.push(new DatabaseProxy(port, reading, cluster.authority));
    const addressOn = (which: number) =>
      `postgres://caderneta:${cluster.password}@localhost:${which}/caderneta?sslmode=verify-full&sslrootcert=${cluster.authority}`;
    apps.push(
      await runningApp({
        DATABASE_URL: addressOn(port),
        DATABASE_REPLICA_URL: addressOn(reading),
        SECRET_KEY: 'a-secret-only-for-this-run-a-secret-only-for-this-run',
      }),
    );
  }
  await Promise.all(apps.map((app) => app.start()));
}

async function prove(scene: Scene): Promise<void> {
  for (const { name, what, times, bound, once } of PROOFS) {
    if (!wanted.includes(name)) continue;
    const seconds: number[] = [];
    const loads: number[] = [];
    const before = JSON.stringify(scene.load.refusals.statuses);
    for (let turn = 0; turn < times(values.quick); turn += 1) {
      seconds.push(await once(scene));
      loads.push(os.loadavg()[0] as number);
      console.log(`  ${name} ${turn + 1}: ${seconds.at(-1)?.toFixed(1)} s, load ${loads.at(-1)?.toFixed(1)}`);
      await pause(1_000);
    }
    rows.push({
      proof: what,
      times: seconds.length,
      seconds,
      bound,
      note: `load ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`,
    });
    console.log(`  refusals before ${before}, after ${JSON.stringify(scene.load.refusals.statuses)}`);
  }
}

try {
  await bringUp();
  expect('three machines, two haproxies and two apps are up', true);
  for (const [what, holds] of await proveAccess(cluster)) expect(what, holds);
  // Extends the children's tests, because the run lasts longer than the quarter of an hour that a test has.
  const { primary: first } = await cluster.whole();
  await cluster.statement(
    first,
    'set session_replication_role = replica; update tests set duration = 120; update test_versions set duration = 120',
  );
  if (answers > 0) await fill(cluster, first, answers * (1 - AFTER_THE_BACKUPS), 'before');
  // What the preparation wrote is no part of the proof that the archive keeps up.
  await archived(cluster, first);
  const load = new Load(apps);
  await load.begin(24);
  // Phones take many tests, more than the free ones of a month.
  await cluster.statement(
    first,
    `update users set subscription_type = 'family-plus', subscription_end = now() + interval '1 year'; update children set cover = 1`,
  );
  const history = new History(
    apps,
    async (text, values) => cluster.statement((await cluster.whole()).primary, text, 'caderneta', values),
    { between: 100, behind: REPLICA_BEHIND_MS },
  );
  await insist(() => history.begin(3));
  const watch = new SplitBrain(cluster);
  await watch.begin((await cluster.whole()).primary);
  const archive = new ArchiveWatch(cluster);
  await pause(3_000);
  await prove({ cluster, load, apps, proxies });
  // A lost answer shows only in an attempt that is over.
  await load.someCompleted();

  const waiting = await load.drain();
  await history.stop();
  const { primary } = await cluster.whole();
  const split = await watch.end(primary);
  const behind = await archive.end();
  const faults = await load.faults(cluster, primary);
  expect(`phones sent everything that waited (${load.tapped} taps, ${load.acknowledged} acknowledged)`, waiting === 0);
  expect(
    `answers lost, doubled or changed: ${faults.length} of ${load.ledger.size} acknowledged questions in ${load.ledger.attempts.length} attempts ${faults.slice(0, 3).join(', ')}`,
    faults.length === 0 && load.completed > 0,
  );
  expect(
    `split brain: ${split.onTwo} of ${split.writes} writes straight to the machines, ${split.gone} gone`,
    split.onTwo + split.gone === 0,
  );
  expect(
    `segments that waited for the archive: at most ${behind.most} in ${behind.looks} looks, and of finished timelines ${behind.older}`,
    behind.looks > 0 && behind.most <= MAX_WAITING,
  );
  const { lost, 503: busy, ...other } = load.refusals.statuses;
  expect(
    `refusals: ${busy ?? 0} × 503, ${lost ?? 0} lost connections, others ${JSON.stringify(other)}, without Retry-After ${load.refusals.withoutRetryAfter}`,
    Object.keys(other).length === 0 && load.refusals.withoutRetryAfter === 0,
  );
  const contradictions = await history.contradictions();
  expect(
    `contradictions in what people saw: ${contradictions.length} in ${history.calls} calls, ${history.unknown} of them without a certain outcome ${contradictions.slice(0, 3).join(', ')}`,
    contradictions.length === 0 && history.count('payment') > 0 && history.count('total') > 0,
  );
  expect(
    `reports from the standbys: ${JSON.stringify(history.reports)}; other replies: ${history.wrong.slice(0, 5).join(', ') || 'none'}`,
    history.wrong.length === 0,
  );
  for (const app of apps) {
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect('an app reads from a standby again', metrics.includes('\nreplica_usable 1'));
  }
  if (wanted.includes('backups')) {
    const restored = await proveBackups({ cluster, load, apps, rows, expect, answers: answers * AFTER_THE_BACKUPS });
    await proveReturn({ cluster, load, rows, expect, restored });
  }
  await load.stop();
  await proveMutants({ cluster, load, history, watch, expect });
  problems.push(...print(rows));
} catch (error) {
  problems.push(String(error instanceof Error ? error.stack : error));
} finally {
  await remove();
}
console.log(problems.length === 0 ? 'Nada se perdeu.' : `Falhou: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
