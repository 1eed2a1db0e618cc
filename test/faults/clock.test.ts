import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_GRACE_SECONDS } from '../../src/domains/sitting/attempts/attempts.rules.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { aTaker, nextAnswer, type OwnServer, ownServer, send, type Taker, timeUntil } from '../support/faults.ts';
import { type RunningApp, runningApp, temporaryFolder, withLoadedDatabase } from '../support/running-app.ts';

const SHIFTED = path.join(import.meta.dirname, '..', 'support', 'shifted-clock.ts');

let server: OwnServer;
const running: RunningApp[] = [];

/** Returns an app with a wrong clock, and its database with content and a family, whose clock is right. */
async function appOffBy(shift: number): Promise<{ app: RunningApp; database: string }> {
  const name = `off_by_${Math.abs(shift)}`;
  await server.run(`create database ${name} template prepared`);
  const app = await runningApp({
    DATABASE_URL: server.url(name),
    NODE_OPTIONS: `--import=${SHIFTED}`,
    CLOCK_SHIFT: String(shift),
    LOG_LEVEL: 'info',
  });
  running.push(app);
  await app.start();
  return { app, database: name };
}

let ongoing: Taker;
let overdue: Taker;
let expired: Taker;
beforeAll(async () => {
  server = await ownServer({}, withLoadedDatabase(temporaryFolder()));
  await server.run('create database prepared template postgres');
  const right = await runningApp({ DATABASE_URL: server.url('prepared') });
  await right.start();
  [ongoing, overdue, expired] = [await aTaker(right.url), await aTaker(right.url), await aTaker(right.url)];
  await right.dispose();
});
afterAll(async () => {
  for (const app of running) await app.dispose();
  await server.dispose();
});

test('with the app’s clock an hour behind, 40 minutes or a day ahead: the time left is right, and attempts and sessions end on time', async () => {
  await Promise.all([-60 * MINUTE_MS, 40 * MINUTE_MS, 24 * 60 * MINUTE_MS].map(expectRightTimes));
});

async function expectRightTimes(shift: number): Promise<void> {
  const { app, database } = await appOffBy(shift);
  const run = (text: string, values: unknown[]) => server.run<{ left: number; state: string }>(text, values, database);
  const plan = `update users set subscription_type = 'family', subscription_end = now() + interval '30 minutes' where id = (select user_id from children where id = $1)`;
  await run(plan, [ongoing.childId]);
  await run(
    `update attempts set attempt_date = attempt_date - interval '20 minutes', deadline_at = now() - interval '${ANSWER_GRACE_SECONDS + 1} seconds' where id = $1`,
    [overdue.attemptId],
  );
  await run(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select user_id from children where id = $1)`,
    [expired.childId],
  );
  const call = (taker: Taker, method: string, address: string, body?: unknown) =>
    send(app.url, method, address, { cookie: taker.cookie, body });

  // The log proves that the app's clock is wrong.
  const [, logged] = /"time":"([^"]+)"/.exec(app.output()) ?? [];
  expect(Math.abs(Date.parse(logged as string) - Date.now() - shift)).toBeLessThan(MINUTE_MS);

  /** The seconds that are left by the database's clock, and its time in milliseconds. */
  const measured = async () => {
    const [row] = await run(
      'select extract(epoch from deadline_at - now())::float as left from attempts where id = $1',
      [ongoing.attemptId],
    );
    return { left: row?.left ?? 0, at: Date.now() };
  };
  const before = await measured();
  const resumed = await call(ongoing, 'POST', '/api/attempts', { childId: ongoing.childId, testId: ongoing.testId });
  const after = await measured();
  expect(resumed.status).toBe(200);
  // Between the two, however long the call took; to the second.
  expect(resumed.body.remainingSeconds).toBeLessThan(before.left + 1);
  expect(resumed.body.remainingSeconds).toBeGreaterThan(after.left - 1);
  expect(Date.parse(resumed.body.serverTime)).toBeGreaterThan(before.at - 1_000);
  expect(Date.parse(resumed.body.serverTime)).toBeLessThan(after.at + 1_000);
  expect((await call(ongoing, 'POST', '/api/answers', nextAnswer(ongoing))).status).toBe(200);
  expect((await call(overdue, 'POST', '/api/answers', nextAnswer(overdue))).status).toBe(409);
  expect((await call(expired, 'GET', '/api/user')).status).toBe(401);
  expect((await call(ongoing, 'GET', '/api/children')).body[0].covered).toBe(true);

  const stateOf = async ({ attemptId }: Taker) =>
    (await run('select state from attempts where id = $1', [attemptId]))[0]?.state;
  await timeUntil(async () => (await stateOf(overdue)) === 'provisional', 180_000, 'the overdue attempt is closed');
  expect(await stateOf(ongoing)).toBe('open');
  const finished = await call(ongoing, 'PUT', `/api/attempts/${ongoing.attemptId}`, { completed: true });
  expect(finished.status).toBe(200);
  expect(finished.body.timeSpent).toBeLessThan(300);
}
