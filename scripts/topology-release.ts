// Upgrades two processes from a checkout of the last release (with its packages and build) to this version while children tap, as
// docs/operations.md describes: one process after the other, or with --stopped both at once, as a release may require. Simulated phones
// repeat each answer until the server acknowledges it; the longest wait is printed. With --minutes, the processes are then exchanged back
// and forth between the two versions for that long; the earlier version must work with this version's schema.
//   node scripts/topology-release.ts ../caderneta-1.0.0 [--stopped] [--rounds 1] [--minutes 20]
import { parseArgs } from 'node:util';
import { ownServer } from '../test/support/faults.ts';
import type { KeptAnswer } from '../test/support/ledger.ts';
import { startProxy } from '../test/support/proxy.ts';
import { freePort, type RunningApp, runningApp } from '../test/support/running-app.ts';
import { watchLocks } from './topology-locks.ts';
import { Takers } from './topology-phone.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stopped: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '0' },
  },
});
const [earlier] = positionals;
if (!earlier) {
  console.error('node scripts/topology-release.ts PASTA-DA-VERSÃO-ANTERIOR [--stopped] [--rounds 1] [--minutes 20]');
  process.exit(3);
}
const TAKERS = 12;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const server = await ownServer();
await server.run('create database topology');
const ask = <Row>(text: string) => server.run<Row>(text, [], 'topology');
const ports = [await freePort(), await freePort()];
const proxyPort = await freePort();
const origin = `https://127.0.0.1:${proxyPort}`;
/** The process of one version on a port. */
const versionOn = (port: number, folder?: string): Promise<RunningApp> =>
  runningApp(
    {
      PORT: String(port),
      DATABASE_URL: server.url('topology'),
      PUBLIC_URL: origin,
      SECRET_KEY: 'a-secret-only-for-this-run-a-secret-only-for-this-run',
      TRUST_PROXY: '1',
      ALLOW_NEWER_SCHEMA: '1',
    },
    'launcher',
    folder,
  );
const old = await Promise.all(ports.map((port) => versionOn(port, earlier)));
const current = await Promise.all(ports.map((port) => versionOn(port)));
for (const app of old) await app.start();
const endProxy = await startProxy(
  `127.0.0.1:${proxyPort}`,
  ports.map((port) => `127.0.0.1:${port}`) as [string, string],
);
const [test] = await ask<{ id: number }>(
  `select id from tests where active and school_class = '4º Ano' order by id limit 1`,
);
// A child has a quarter of an hour for a test.
await ask(
  `set session_replication_role = replica; update tests set duration = 120; update test_versions set duration = 120`,
);
const takers = new Takers(true);
await takers.begin(origin, TAKERS, test?.id ?? 0);
await pause(5_000);

const problems: string[] = [];
/** Replaces the processes under load, and prints failed calls and the longest wait. */
async function replaced(what: string, work: () => Promise<void>): Promise<void> {
  const [failed, answered, since] = [takers.failed.length, takers.answered, Date.now()];
  takers.takeWaits();
  const unwatch = await watchLocks(server.url('topology'));
  let lock: Awaited<ReturnType<typeof unwatch>>;
  try {
    await work();
    await pause(3_000);
  } finally {
    lock = await unwatch();
  }
  const refusals = new Map<string, number>();
  for (const line of takers.failed.slice(failed)) refusals.set(line, (refusals.get(line) ?? 0) + 1);
  console.log(
    `${what}: ${((Date.now() - since) / 1_000).toFixed(0)} s, ${takers.answered - answered} answers, longest wait ${(Math.max(0, ...takers.takeWaits()) / 1_000).toFixed(1)} s, repeated calls ${takers.failed.length - failed} ${JSON.stringify([...refusals].slice(0, 6))}`,
  );
  console.log(
    `  longest wait for a lock ${lock.milliseconds.toFixed(0)} ms${lock.waiting && `: «${lock.waiting}» for «${lock.blocking}»`}`,
  );
}
const [oldOne, oldTwo] = old as [RunningApp, RunningApp];
const [one, two] = current as [RunningApp, RunningApp];
async function exchange(from: RunningApp, to: RunningApp): Promise<void> {
  from.signal('SIGTERM');
  await from.ended();
  await to.start();
}
try {
  if (values.stopped)
    await replaced('both stopped, then both of this version', async () => {
      for (const app of old) app.signal('SIGTERM');
      await Promise.all(old.map((app) => app.ended()));
      await Promise.all(current.map((app) => app.start()));
    });
  else {
    await replaced('the first process to this version, which migrates', () => exchange(oldOne, one));
    await replaced('the second process', () => exchange(oldTwo, two));
  }
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const app of [one, two]) await replaced('a process of this version again', () => exchange(app, app));
  const end = Date.now() + Number(values.minutes) * 60_000;
  while (Date.now() < end) {
    for (const [there, back] of [
      [one, oldOne],
      [two, oldTwo],
    ] as const)
      await replaced('a process to the earlier version', () => exchange(there, back));
    for (const [there, back] of [
      [oldOne, one],
      [oldTwo, two],
    ] as const)
      await replaced('a process to this version', () => exchange(there, back));
  }
} catch (error) {
  problems.push(String(error));
}
await takers.stop();
const faults = takers.ledger.faults(
  await ask<KeptAnswer>(
    `select attempt_id as "attemptId", question_id as "questionId", selected_answer as letter, sequence from answers`,
  ),
);
console.log(
  `lost, doubled or changed: ${faults.length} of ${takers.ledger.size} acknowledged questions (${takers.answered} answers)`,
);
problems.push(...faults);
console.log(`calls that failed after retries: ${takers.failedAfterRetries}; repeated: ${takers.failed.length}`);
const noticed = takers.failedAfterRetries > 0;
if (noticed && !values.stopped) problems.push('calls failed after retries');
if (!noticed && values.stopped) problems.push('nobody noticed that both were stopped');
takers.close();
endProxy();
for (const app of [...old, ...current]) await app.dispose();
await server.dispose();
console.log(problems.length === 0 ? 'Nada se perdeu.' : `Falhou: ${problems.slice(0, 5).join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
