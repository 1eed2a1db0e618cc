import http from 'node:http';
import net from 'node:net';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import {
  answering,
  answers,
  aTaker,
  BACK_WITHIN,
  expectKept,
  nextAnswer,
  note,
  pause,
  send,
  someTakers,
  timeUntil,
} from '../support/faults.ts';
import { loadedApp, type RunningApp } from '../support/running-app.ts';

const ROUNDS = Number(process.env['SIGTERM_ROUNDS'] ?? 2);
const TAKERS = 12;

const running: RunningApp[] = [];
afterAll(async () => {
  for (const app of running) await app.dispose();
});

/** Waits until the calls are answered: on a busy machine the first replies take a while. */
const isUnderLoad = (load: ReturnType<typeof answering>) =>
  expect.poll(() => load.met.acknowledged).toBeGreaterThan(TAKERS);

test('the launcher restarts the app after kill -9 of the app or its database, with every acknowledged answer', async () => {
  const app = await loadedApp({}, 'launcher');
  running.push(app);
  await app.start();
  for (const victim of ['app', 'database'] as const) {
    const takers = await someTakers(app.url, TAKERS);
    const load = answering(takers);
    await isUnderLoad(load);
    const pid = app.pid();
    if (victim === 'app') process.kill(pid, 'SIGKILL');
    else process.kill(app.databasePid(), 'SIGKILL');
    await timeUntil(async () => app.pid() > 0 && app.pid() !== pid, BACK_WITHIN, 'a new process');
    const ready = await timeUntil(async () => (await answers(app.url, '/readyz')) === 200, BACK_WITHIN, 'ready');
    const met = await load.stop();
    note(`${victim} killed under the launcher`, { ready, ...met });
    expect(Object.keys(met.replies).filter((what) => !['200', '503', 'lost'].includes(what))).toEqual([]);
    expect(met.replies['lost']).toBeGreaterThan(0);
    expect(await expectKept(takers)).toBeGreaterThan(TAKERS);
  }
  app.signal('SIGTERM');
  expect(await app.ended()).toBe(0);
});

test(
  `SIGTERM while answers are sent, ${ROUNDS} times: every reply complete, connections closed in order, exit 0, nothing lost`,
  async () => {
    const app = await loadedApp();
    running.push(app);
    await app.start();
    for (let round = 0; round < ROUNDS; round += 1) {
      const takers = await someTakers(app.url, TAKERS);
      const waiting = await aTaker(app.url);
      const agent = new http.Agent({ keepAlive: true });
      const load = answering(takers, { agent });
      const idle = await anIdleConnection(app.url);
      await isUnderLoad(load);
      await pause((round * 137) % 300);
      // A lock in the database delays one call, so that one is certainly being processed.
      const locker = new pg.Client({ connectionString: embeddedUrl(`${app.dataDir}/postgres`) });
      // This connection is lost when the database ends with the program.
      locker.on('error', () => {});
      await locker.connect();
      await locker.query('begin');
      await locker.query('select 1 from attempts where id = $1 for update', [waiting.attemptId]);
      const held = send(app.url, 'POST', '/api/answers', { cookie: waiting.cookie, body: nextAnswer(waiting) });
      await pause(50);
      const before = load.met.acknowledged;
      const since = performance.now();
      app.signal('SIGTERM');
      await timeUntil(async () => (await answers(app.url, '/readyz')) === 503, BACK_WITHIN, 'no longer ready');
      await pause(1_000);
      await locker.query('rollback');
      await locker.end();
      expect((await held).status).toBe(200);
      expect((await held).headers.connection).toBe('close');
      expect(await app.ended()).toBe(0);
      const took = performance.now() - since;
      expect(took).toBeLessThan(10_000);
      const met = await load.stop();
      agent.destroy();
      note('SIGTERM', { took, ...met });
      expect(before).toBeGreaterThan(TAKERS);
      // Answers were still accepted while connections were being closed; then the port was closed.
      expect(met.acknowledged).toBeGreaterThan(before);
      expect(Object.keys(met.replies).sort()).toEqual(['200', 'lost']);
      expect(met.cut).toBe(0);
      expect(met.lostInUse).toBe(0);
      expect(await idle.end).toBe('closed');
      await app.start();
      expect(await expectKept(takers)).toBeGreaterThan(TAKERS);
    }
  },
  300_000 + ROUNDS * 20_000,
);

/** Opens a connection, sends one request, keeps it idle, and returns how it ends. */
async function anIdleConnection(url: string): Promise<{ end: Promise<'closed' | 'broken'> }> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  return {
    end: new Promise((resolve) => {
      socket.on('end', () => resolve('closed'));
      socket.on('error', () => resolve('broken'));
    }),
  };
}
