// Runs the topology of deploy/compose.yaml on this machine without containers: PostgreSQL, two app processes, and haproxy with TLS in front
// (with the unchanged deploy/haproxy.cfg). It generates load, kills processes, restarts both one after the other, and reports what was
// lost. Then the database goes away, and at last both processes: what people get meanwhile is checked. haproxy and openssl are Debian packages, which are installed if they are missing (as root).
//   npm run topology [-- --seconds 20]
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/cpu.ts';
import { LOCK_TIMEOUT_MS } from '../src/server/db/migrate.ts';
import { ownServer } from '../test/support/faults.ts';
import type { KeptAnswer } from '../test/support/ledger.ts';
import { startProxy } from '../test/support/proxy.ts';
import { freePort, type RunningApp, runningApp } from '../test/support/running-app.ts';
import { Phone, type Replied, Takers } from './topology-phone.ts';
import { changeBesideReader, migrateBesideReaders } from './topology-upgrade.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(
    'npm run topology [-- --seconds 20]\n\nPõe a correr PostgreSQL, dois processos da aplicação e o haproxy, e prova que nada se perde.',
  );
  process.exit(0);
}
const SECONDS = Number(values.seconds);
const TAKERS = 24;
/** Milliseconds for which a reader holds its tables. */
const READER_MS = 4_000;
/** Maximum milliseconds that a query of the app may wait for a lock while a migration runs. The migration gives up its own after `LOCK_TIMEOUT_MS`. */
const MAX_LOCK_MS = 1_000;
/** `timeout check` of deploy/haproxy.cfg. */
const CHECK_MS = 5_000;

/** Installs the Debian package of a program if the program is missing. */
function needed(program: string): void {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
  } catch {
    console.log(`A instalar ${program}…`);
    execFileSync('apt-get', ['install', '-y', '-qq', program], { stdio: 'inherit' });
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const problems: string[] = [];
const say = (line: string) => console.log(line);
function expect(what: string, holds: boolean): void {
  say(`${holds ? '✓' : '✗'} ${what}`);
  if (!holds) problems.push(what);
}

needed('haproxy');
needed('openssl');

const server = await ownServer();
await server.run('create database topology');
const proxyPort = await freePort();
const origin = `https://127.0.0.1:${proxyPort}`;
const environment = {
  DATABASE_URL: server.url('topology'),
  PUBLIC_URL: origin,
  SECRET_KEY: 'a-secret-only-for-this-run-a-secret-only-for-this-run',
  TRUST_PROXY: '1',
};
const apps: [RunningApp, RunningApp] = [await runningApp(environment), await runningApp(environment)];
await Promise.all(apps.map((app) => app.start()));
say('two processes that started at once are both ready');
const hostOf = (app: RunningApp) => new URL(app.url).host;
const endProxy = await startProxy(`127.0.0.1:${proxyPort}`, [hostOf(apps[0]), hostOf(apps[1])]);

const [first] = await server.run<{ id: number }>(
  `select id from tests where active and school_class = '4º Ano' order by id limit 1`,
  [],
  'topology',
);
const takers = new Takers();
await takers.begin(origin, TAKERS, first?.id ?? 0);
expect(
  `${TAKERS} families registered and started a test through the proxy, each call on whichever process was free`,
  takers.all.every(({ attemptId }) => attemptId > 0),
);

await pause((SECONDS * 1_000) / 4);
expect(`under load all is answered (${takers.answered} answers)`, takers.failed.length === 0);
for (const app of apps) {
  app.signal('SIGTERM');
  await app.ended();
  await pause(500);
  await app.start();
  await pause((SECONDS * 1_000) / 8);
}
expect(
  `both processes restarted one after the other, and no request failed (${takers.answered} answers)`,
  takers.failed.length === 0,
);
for (const line of takers.failed.slice(0, 5)) say(`   ${line}`);

takers.takeWaits();
const [before, waits] = [takers.failed.length, { alone: [] as number[], migrating: [] as number[] }];
const upgrade = await migrateBesideReaders(server.url('topology'), READER_MS, (what) =>
  waits[what].push(...takers.takeWaits()),
);
const p95 = { alone: percentile(waits.alone, 0.95), migrating: percentile(waits.migrating, 0.95) };
const bound = 2 * p95.alone + LOCK_TIMEOUT_MS;
expect(
  `migrations of every kind beside readers of ${READER_MS / 1_000} s: no statement waited longer than ${MAX_LOCK_MS} ms for a lock (${upgrade.longestLock.toFixed(0)}; ${upgrade.retries} retries), none failed`,
  upgrade.longestLock < MAX_LOCK_MS && takers.failed.length === before && upgrade.retries > 0,
);
expect(
  `meanwhile 95 of 100 answers took at most ${bound.toFixed(0)} ms, twice as long as beside readers alone and the wait for a lock (${p95.migrating.toFixed(0)}; alone ${p95.alone.toFixed(0)}; longest ${Math.max(...waits.migrating).toFixed(0)}, alone ${Math.max(...waits.alone).toFixed(0)})`,
  p95.migrating < bound,
);
takers.takeWaits();
const stoppedLock = await changeBesideReader(server.url('topology'), READER_MS);
const stopped = percentile(takers.takeWaits(), 0.95);
expect(
  `a change that waits for its reader fails both checks above (${stoppedLock.toFixed(0)} ms for a lock, ${stopped.toFixed(0)} ms for answers)`,
  stoppedLock > MAX_LOCK_MS && stopped > bound,
);

for (const app of apps) {
  const before = takers.failed.length;
  await app.kill();
  await pause(1_000);
  await app.start();
  await pause((SECONDS * 1_000) / 8);
  say(`  kill -9 of a process: ${takers.failed.length - before} requests that were on it failed and were told so`);
}
await takers.stop();
/** Compares all that was acknowledged with the database. */
const faults = async () =>
  takers.ledger.faults(
    await server.run<KeptAnswer>(
      `select attempt_id as "attemptId", question_id as "questionId", selected_answer as letter, sequence from answers`,
      [],
      'topology',
    ),
  );
const lost = await faults();
expect(
  `no acknowledged answer is lost, doubled or changed (${takers.ledger.size} questions) ${lost.slice(0, 3).join(', ')}`,
  lost.length === 0,
);
await server.run(
  'delete from answers where (attempt_id, question_id) in (select attempt_id, question_id from answers limit 1)',
  [],
  'topology',
);
expect('the check above fails with one answer deleted', (await faults()).length > 0);

const phone = takers.all[0]?.phone as Phone;
const { cookie } = phone;
const bySession = await Promise.all(
  apps.map(async (app) => (await fetch(`${app.url}/api/user`, { headers: { cookie } })).status),
);
expect(
  'a session made through one process opens on both',
  bySession.every((status) => status === 200),
);
await phone.call('POST', '/api/logout');
const afterwards = await Promise.all(
  apps.map(async (app) => (await fetch(`${app.url}/api/user`, { headers: { cookie } })).status),
);
expect(
  'signed out on one, it is over on both',
  afterwards.every((status) => status === 401),
);

const hidden = await Promise.all(
  ['/metrics', '/readyz', '/%6detrics', '/%72eadyz'].map((path) => new Phone(origin).call('GET', path)),
);
expect(
  'the proxy hides /metrics and /readyz, however they are spelled',
  hidden.every(({ status }) => status === 404),
);
const flood = await Promise.all(
  Array.from({ length: 600 }, () => new Phone(origin)).map(async (phone, at) => {
    // The second spelling is the same path.
    const reply = await phone.call('POST', at % 2 === 0 ? '/api/login' : '/api/%6cogin', {
      username: 'x',
      password: 'errada',
    });
    phone.close();
    return reply;
  }),
);
const refused = flood.filter(({ status, retryAfter }) => status === 429 && retryAfter === '10');
expect(
  `a flood of sign-ins from one address is refused by the proxy (${refused.length} of ${flood.length} with Retry-After), pages are not`,
  refused.length >= 250 && (await new Phone(origin).call('GET', '/healthz')).status === 200,
);

/** Asks through the proxy on a connection of its own. */
async function asked(address: string, cookie = ''): Promise<Replied> {
  const phone = new Phone(origin);
  phone.cookie = cookie;
  try {
    return await phone.call('GET', address);
  } finally {
    phone.close();
  }
}
const saysWhen = ({ status, retryAfter }: Replied) => status === 503 && Number(retryAfter) > 0;
/** Repeats a check for some seconds, until the proxy has noticed. */
async function soon(holds: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 40; tries += 1) {
    if (await holds()) return true;
    await pause(250);
  }
  return false;
}

const signedIn = takers.all[1]?.phone.cookie;
await server.kill();
const isUnready = async () =>
  (await Promise.all(apps.map((app) => fetch(`${app.url}/readyz`)))).every((one) => one.status === 503);
await soon(isUnready);
// Longer than the proxy's checks.
await pause(1_000);
const away = await Promise.all(['/', '/sw.js', '/api/user'].map((address) => asked(address, signedIn)));
expect(
  `without the database the start page and the service worker are served, and calls say when to come back (${away.map(({ status }) => status).join(', ')})`,
  away[0]?.status === 200 &&
    away[1]?.status === 200 &&
    saysWhen(away[2] as Replied) &&
    away[2]?.body['code'] !== undefined,
);
await server.restart();
expect(
  'with the database back, calls are answered again',
  await soon(async () => (await asked('/api/user')).status === 401),
);
// Longer than the proxy waits for a check.
for (const app of apps) app.signal('SIGSTOP');
await pause(CHECK_MS + 1_500);
const calledMeanwhile = asked('/api/user');
await pause(500);
for (const app of apps) app.signal('SIGCONT');
const late = await calledMeanwhile;
expect(
  `a call to processes that are too busy for the proxy's checks is answered when they can (${late.status})`,
  late.status === 401,
);
await Promise.all(apps.map((app) => app.kill()));
await pause(1_500);
const [page, call] = [await asked('/'), await asked('/api/user')];
expect(
  'without any process the proxy answers in Portuguese and says when to come back: a page to people, JSON to calls',
  saysWhen(page) &&
    /Voltamos já/.test(String(page.body['message'])) &&
    saysWhen(call) &&
    call.body['code'] === 'unavailable',
);

takers.close();
endProxy();
for (const app of apps) await app.dispose();
await server.dispose();
say(problems.length === 0 ? 'Nada se perdeu.' : `Falhou: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
