import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_GRACE_SECONDS } from '../../src/domains/sitting/attempts/attempts.rules.ts';
import {
  answering,
  answers,
  aTaker,
  BACK_WITHIN,
  expectKept,
  FAULT_SECONDS,
  lineTo,
  nextAnswer,
  note,
  type OwnServer,
  ownServer,
  pause,
  send,
  someTakers,
  type Taker,
  timeUntil,
} from '../support/faults.ts';
import { type RunningApp, runningApp, temporaryFolder, withLoadedDatabase } from '../support/running-app.ts';

const ROUNDS = Number(process.env['DATABASE_KILL_ROUNDS'] ?? 3);
const SLOWEST_REPLY = 6_000;

let server: OwnServer;
let app: RunningApp;
let overdue: Taker;
beforeAll(async () => {
  server = await ownServer({}, withLoadedDatabase(temporaryFolder()));
  app = await runningApp({ DATABASE_URL: server.url() });
  await app.start();
  overdue = await aTaker(app.url);
});
afterAll(async () => {
  await app.dispose();
  await server.dispose();
});

const tellsToComeBack = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  status === 503 && Number(headers['retry-after']) > 0;

test(
  `the database is killed and restarted, ${ROUNDS} times: the app keeps running, replies 503, recovers by itself and loses nothing`,
  async () => {
    const pid = app.pid();
    let acknowledged = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const takers = await someTakers(app.url, 6);
      const load = answering(takers);
      await pause(150 + ((round * 137) % 400));
      await server.kill();
      const { cookie } = takers[0] as Taker;
      await timeUntil(async () => (await answers(app.url, '/readyz')) === 503, BACK_WITHIN, '/readyz says no');
      expect(await answers(app.url, '/healthz')).toBe(200);
      expect(await answers(app.url, '/')).toBe(200);
      for (const address of ['/api/user', '/api/tests', '/dashboard'])
        expect(await send(app.url, 'GET', address, { cookie }), address).toSatisfy(tellsToComeBack);
      await server.restart();
      const before = load.met.acknowledged;
      const back = await timeUntil(
        async () => load.met.acknowledged > before + takers.length,
        BACK_WITHIN,
        'answers are taken',
      );
      await timeUntil(async () => (await answers(app.url, '/readyz')) === 200, BACK_WITHIN, '/readyz says yes');
      const met = await load.stop();
      expect(Object.keys(met.replies).sort()).toEqual(['200', '503']);
      expect(met.withoutRetryAfter).toBe(0);
      note('database killed', { back, ...met });
      refused += met.replies['503'] ?? 0;
      acknowledged += await expectKept(takers);
    }
    // Rounds in which nothing was acknowledged, or nothing refused, would prove nothing.
    expect(acknowledged).toBeGreaterThan(ROUNDS * 10);
    expect(refused).toBeGreaterThan(ROUNDS);
    expect(app.pid()).toBe(pid);
    // Prepares the last test of this file: nobody continues this attempt.
    await server.run(
      `update attempts set attempt_date = attempt_date - interval '20 minutes', deadline_at = now() - interval '${ANSWER_GRACE_SECONDS + 1} seconds' where id = $1`,
      [overdue.attemptId],
    );
  },
  300_000 + ROUNDS * 20_000,
);

test(
  'connections dropped each second: only 2xx and few 503, and no failure for a client that retries',
  async () => {
    const pid = app.pid();
    const takers = await someTakers(app.url, 8);
    const load = answering(takers, { tries: 4 });
    let dropped = 0;
    for (let second = 0; second < FAULT_SECONDS; second += 1) {
      await pause(1_000);
      const rows = await server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'caderneta%'`,
      );
      dropped += rows.length;
    }
    const met = await load.stop();
    note('connections dropped', { dropped, ...met });
    expect(dropped).toBeGreaterThan(FAULT_SECONDS);
    expect(Object.keys(met.replies).filter((status) => status !== '200' && status !== '503')).toEqual([]);
    expect((met.replies['503'] ?? 0) / met.acknowledged).toBeLessThan(0.03);
    expect(met.withoutRetryAfter).toBe(0);
    expect(met.givenUp).toBe(0);
    expect(await expectKept(takers)).toBeGreaterThan(20);
    expect(app.pid()).toBe(pid);
  },
  300_000 + FAULT_SECONDS * 2_000,
);

test('a locked table: calls that need it get 503 in time, the others their reply', async () => {
  const taker = await aTaker(app.url);
  const { cookie } = taker;
  const locker = new pg.Client({ connectionString: server.url() });
  await locker.connect();
  await locker.query('begin');
  await locker.query('lock table answers in access exclusive mode');
  const [answer, catalogue, completed] = await Promise.all([
    send(app.url, 'POST', '/api/answers', { cookie, body: nextAnswer(taker) }),
    send(app.url, 'GET', '/api/tests', { cookie }),
    send(app.url, 'PUT', `/api/attempts/${taker.attemptId}`, { cookie, body: { completed: true } }),
  ]);
  await locker.query('rollback');
  await locker.end();
  note('table locked', { answer: answer.took, completed: completed.took, catalogue: catalogue.took });
  expect(answer).toSatisfy(tellsToComeBack);
  expect(completed).toSatisfy(tellsToComeBack);
  expect(Math.max(answer.took, completed.took)).toBeLessThan(SLOWEST_REPLY);
  expect(catalogue.status).toBe(200);
  const again = await send(app.url, 'POST', '/api/answers', { cookie, body: nextAnswer(taker) });
  expect(again.status).toBe(200);
});

test(
  'a database that answers 2 s late: every reply in time, pages and files fast, and normal once the delay ends',
  async () => {
    const line = await lineTo(server.socket());
    const far = await runningApp({ DATABASE_URL: line.url });
    await far.start();
    try {
      const takers = await someTakers(far.url, 12);
      const [first] = takers as [Taker];
      const { cookie } = first;
      const asset = /\/?assets\/[\w.-]+/.exec((await send(far.url, 'GET', '/')).body)?.[0] as string;
      line.delay(2_000);
      const load = answering(takers);
      const slow: number[] = [];
      const quick: number[] = [];
      const until = performance.now() + FAULT_SECONDS * 1_000;
      const callers = [
        ['GET', '/api/user'],
        ['GET', '/api/tests'],
        ['GET', '/api/children'],
        ['GET', '/dashboard'],
        ['GET', '/readyz'],
        ['POST', '/api/attempts', { childId: first.childId, testId: first.testId }],
      ].map(async ([method, address, body]) => {
        do {
          const reply = await send(far.url, method as string, address as string, { cookie, body });
          expect(reply.status === 200 || tellsToComeBack(reply), `${address}: ${reply.status}`).toBe(true);
          slow.push(reply.took);
        } while (performance.now() < until);
      });
      const reader = (async () => {
        do {
          for (const address of ['/', '/auth', asset, '/healthz']) {
            const reply = await send(far.url, 'GET', address);
            expect(reply.status, address).toBe(200);
            quick.push(reply.took);
          }
          await pause(20);
        } while (performance.now() < until);
      })();
      await Promise.all([...callers, reader]);
      line.delay(0);
      const normal = await timeUntil(
        async () => (await send(far.url, 'GET', '/api/children', { cookie })).took < 300,
        BACK_WITHIN,
        'normal again',
      );
      const met = await load.stop();
      quick.sort((one, other) => one - other);
      const p95 = quick[Math.floor(quick.length * 0.95)];
      note('database slow', { normal, slowestOther: Math.max(...slow), p95OfFiles: p95, files: quick.length, ...met });
      expect(Object.keys(met.replies).filter((status) => status !== '200' && status !== '503')).toEqual([]);
      expect(met.withoutRetryAfter).toBe(0);
      expect(Math.max(met.slowest, ...slow)).toBeLessThan(SLOWEST_REPLY);
      expect(met.slowest).toBeGreaterThan(2_000);
      expect(p95).toBeLessThan(200);
      expect(await expectKept(takers)).toBeGreaterThan(0);
    } finally {
      line.delay(0);
      await far.dispose();
      await line.close();
    }
  },
  300_000 + FAULT_SECONDS * 2_000,
);

test('after these faults the queue still works: an attempt past its deadline is closed by the job', async () => {
  const stateOf = async () =>
    (await server.run<{ state: string }>('select state from attempts where id = $1', [overdue.attemptId]))[0]?.state;
  await timeUntil(async () => (await stateOf()) === 'provisional', 180_000, 'the attempt is closed');
});
