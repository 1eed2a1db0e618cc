// Runs the topology of deploy/compose.yaml on this machine without containers: PostgreSQL, two app processes, and haproxy with TLS in front
// (with the unchanged deploy/haproxy.cfg). It generates load, kills processes, restarts both one after the other, and reports what was
// lost. Then the database goes away, and at last both processes: what people get meanwhile is checked. haproxy and openssl are Debian packages, which are installed if they are missing (as root).
//   npm run topology [-- --seconds 20]
import { execFileSync } from 'node:child_process';
import http2 from 'node:http2';
import { parseArgs } from 'node:util';
import { ownServer } from '../test/support/faults.ts';
import { type KeptAnswer, Ledger } from '../test/support/ledger.ts';
import { startProxy } from '../test/support/proxy.ts';
import { freePort, type RunningApp, runningApp } from '../test/support/running-app.ts';
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

/** Installs the Debian package of a program if the program is missing. */
function needed(program: string): void {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
  } catch {
    console.log(`A instalar ${program}…`);
    execFileSync('apt-get', ['install', '-y', '-qq', program], { stdio: 'inherit' });
  }
}

interface Replied {
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | undefined;
  body: Record<string, unknown>;
  cookie: string | undefined;
}

/** One browser: an HTTP/2 connection over TLS, reopened when it ends. */
class Phone {
  #origin: string;
  #session: http2.ClientHttp2Session | undefined;
  cookie = '';
  constructor(origin: string) {
    this.#origin = origin;
  }
  #connection(): http2.ClientHttp2Session {
    if (!this.#session || this.#session.closed || this.#session.destroyed) {
      this.#session = http2.connect(this.#origin, { rejectUnauthorized: false });
      this.#session.on('error', () => {});
    }
    return this.#session;
  }
  /**
   * Calls the app, and repeats a call whose stream the proxy refused: the app has not processed it, and browsers repeat it too (RFC 9113,
   * 8.7).
   */
  async call(method: string, address: string, body?: unknown): Promise<Replied> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send(method, address, body);
      } catch (error) {
        if (tries === 3 || !/REFUSED_STREAM/.test(String(error))) throw error;
      }
    }
  }
  #send(method: string, address: string, body?: unknown): Promise<Replied> {
    return new Promise((resolve, reject) => {
      const stream = this.#connection().request({
        ':method': method,
        ':path': address,
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      });
      let status = 0;
      let retryAfter: string | undefined;
      let text = '';
      stream.on('response', (headers) => {
        status = Number(headers[':status']);
        retryAfter = headers['retry-after'];
        const given = headers['set-cookie']?.[0]?.split(';')[0];
        if (given) this.cookie = given;
      });
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (text += chunk));
      stream.on('end', () =>
        resolve({
          status,
          retryAfter,
          body: text.startsWith('{') ? JSON.parse(text) : { message: text },
          cookie: this.cookie,
        }),
      );
      stream.on('error', reject);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  close(): void {
    this.#session?.destroy();
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
expect('two processes that start at once migrate once and both get ready', true);
const hostOf = (app: RunningApp) => new URL(app.url).host;
const endProxy = await startProxy(`127.0.0.1:${proxyPort}`, [hostOf(apps[0]), hostOf(apps[1])]);

interface Taker {
  phone: Phone;
  attemptId: number;
  questions: number[];
  failed: string[];
  answered: number;
}

async function aTaker(index: number): Promise<Taker> {
  const phone = new Phone(origin);
  const username = `topologia${process.pid}x${index}`;
  await phone.call('POST', '/api/register', {
    username,
    fullName: 'Teresa Domingos',
    email: `${username}@familia.example`,
    password: 'segredo1',
    confirmPassword: 'segredo1',
  });
  const child = await phone.call('POST', '/api/children', { fullName: 'Maria', schoolClass: '4º Ano' });
  const tests = await server.run<{ id: number }>(
    `select id from tests where active and school_class = '4º Ano' order by id limit 1`,
    [],
    'topology',
  );
  const started = await phone.call('POST', '/api/attempts', { childId: child.body['id'], testId: tests[0]?.id });
  return {
    phone,
    attemptId: Number(started.body['id']),
    questions: (started.body['questions'] as { id: number }[]).map(({ id }) => id),
    failed: [],
    answered: 0,
  };
}

const takers = await Promise.all(Array.from({ length: TAKERS }, (_, index) => aTaker(index)));
expect(
  `${TAKERS} families registered and started a test through the proxy, each call on whichever process was free`,
  takers.every(({ attemptId }) => attemptId > 0),
);

let going = true;
const ledger = new Ledger();
/** The longest time in milliseconds that a child waited for an answer to be saved, since it was set to 0. */
let slowest = 0;
const load = takers.map(async (taker) => {
  let sequence = 0;
  while (going) {
    const question = taker.questions[taker.answered % taker.questions.length] as number;
    const letter = 'ABCD'[Math.floor(taker.answered / taker.questions.length) % 4] as string;
    sequence += 1;
    const sent = performance.now();
    const answer = { attemptId: taker.attemptId, questionId: question, selectedAnswer: letter, sequence };
    ledger.sending(answer);
    const reply = await taker.phone
      .call('POST', '/api/answers', answer)
      .catch((error: Error) => ({ status: 0, body: { message: error.message } }));
    if (reply.status === 200) ledger.acknowledged(answer);
    else taker.failed.push(`${reply.status} ${String(reply.body['message'])}`);
    taker.answered += 1;
    slowest = Math.max(slowest, performance.now() - sent);
    await pause(20);
  }
});
const failures = () => takers.reduce((sum, { failed }) => sum + failed.length, 0);
const answered = () => takers.reduce((sum, taker) => sum + taker.answered, 0);

await pause((SECONDS * 1_000) / 4);
expect(`under load all is answered (${answered()} answers)`, failures() === 0);
for (const app of apps) {
  app.signal('SIGTERM');
  await app.ended();
  await pause(500);
  await app.start();
  await pause((SECONDS * 1_000) / 8);
}
expect(`both processes restarted one after the other, and no request failed (${answered()} answers)`, failures() === 0);
for (const line of takers.flatMap(({ failed }) => failed).slice(0, 5)) say(`   ${line}`);

slowest = 0;
await pause((SECONDS * 1_000) / 2);
const usual = slowest;
slowest = 0;
const retries = await migrateBesideReaders(server.url('topology'), 4_000);
// On a machine that is busy with other things an answer may take longer than a second without any migration.
const bound = Math.max(1_000, 1.5 * usual);
expect(
  `migrations of every kind beside readers of 4 s: no answer waited for more than ${bound.toFixed(0)} ms (${slowest.toFixed(0)}, before ${usual.toFixed(0)}; ${retries} retries), none failed`,
  slowest < bound && failures() === 0 && retries > 0,
);
slowest = 0;
await changeBesideReader(server.url('topology'), 4_000);
expect(
  `a change that waits for its reader makes answers wait, so that the check above can fail (${slowest.toFixed(0)} ms)`,
  slowest > 2_000,
);

for (const app of apps) {
  const before = failures();
  await app.kill();
  await pause(1_000);
  await app.start();
  await pause((SECONDS * 1_000) / 8);
  say(`  kill -9 of a process: ${failures() - before} requests that were on it failed and were told so`);
}
going = false;
await Promise.all(load);
/** Compares all that was acknowledged with the database. */
const faults = async () =>
  ledger.faults(
    await server.run<KeptAnswer>(
      `select attempt_id as "attemptId", question_id as "questionId", selected_answer as letter, sequence from answers`,
      [],
      'topology',
    ),
  );
const lost = await faults();
expect(
  `no acknowledged answer is lost, doubled or changed (${ledger.size} questions) ${lost.slice(0, 3).join(', ')}`,
  lost.length === 0,
);
await server.run(
  'delete from answers where (attempt_id, question_id) in (select attempt_id, question_id from answers limit 1)',
  [],
  'topology',
);
expect('the check above fails with one answer deleted', (await faults()).length > 0);

const [first] = takers;
const cookie = first?.phone.cookie as string;
const bySession = await Promise.all(
  apps.map(async (app) => (await fetch(`${app.url}/api/user`, { headers: { cookie } })).status),
);
expect(
  'a session made through one process opens on both',
  bySession.every((status) => status === 200),
);
await first?.phone.call('POST', '/api/logout');
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

const signedIn = takers[1]?.phone.cookie;
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

for (const taker of takers) taker.phone.close();
endProxy();
for (const app of apps) await app.dispose();
await server.dispose();
say(problems.length === 0 ? 'Nada se perdeu.' : `Falhou: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
