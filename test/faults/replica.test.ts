import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/db/db.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { MAX_BEHIND_MS } from '../../src/server/db/replica.ts';
import { appOn, type TestApp } from '../support/app.ts';
import { aChildMidTest, aParent, type Parent, type Sitting } from '../support/builders.ts';
import { type Line, lineTo } from '../support/faults.ts';
import { type Pair, replicatedPair } from '../support/replica.ts';
import { runningApp } from '../support/running-app.ts';

let pair: Pair;
let app: TestApp;
let line: Line;
let parent: Parent;
let sitting: Sitting;

beforeAll(async () => {
  pair = await replicatedPair();
  await migrate(pair.primary.url);
  line = await lineTo(pair.replica.port);
  const db = openDatabase(pair.primary.url);
  app = await appOn({ db, url: pair.primary.url, replicaUrl: line.url });
  parent = await aParent(app, { plan: 'individual' });
  sitting = await aChildMidTest(app, parent);
});
afterAll(async () => {
  await app.frame.server.close();
  await app.db.close();
  await line.close();
  await pair.dispose();
});

const usable = () => app.frame.replica?.usable();
/** Returns the number of tests in the child's report. */
async function reported(headers: Record<string, string> = {}): Promise<number> {
  const { status, body } = await parent.get(`/api/children/${sitting.childId}/report`, headers);
  expect(status).toBe(200);
  return body.trend.length;
}

test('while the replica lags by less than the limit it serves reports, but never a result', async () => {
  await expect.poll(usable).toBe(true);
  await expect.poll(() => reported()).toBe(0);
  await pair.replica.run('select pg_wal_replay_pause()');
  await sitting.answer(0, 'A');
  expect((await sitting.complete()).status).toBe(200);

  // The replica does not have the test yet.
  expect(await reported()).toBe(0);
  expect((await parent.get(`/api/attempts/${sitting.id}`)).body.result).not.toBeNull();
  expect((await parent.get('/api/recent-tests')).body).toHaveLength(1);
  expect((await parent.get('/api/children')).body[0].stats.testsCompleted).toBe(1);
  expect(await reported({ 'cache-control': 'max-age=0' })).toBe(1);
});

test('a replica that lags more is not used, and is used again once it has caught up', async () => {
  await expect.poll(usable, { timeout: MAX_BEHIND_MS + 5_000 }).toBe(false);
  expect(await reported()).toBe(1);
  await pair.replica.run('select pg_wal_replay_resume()');
  await expect.poll(usable, { timeout: 10_000 }).toBe(true);
  expect(await reported()).toBe(1);
});

test('an idle primary and a new WAL segment do not make a replica look late', async () => {
  await pair.primary.run('select pg_switch_wal()');
  const until = Date.now() + MAX_BEHIND_MS + 2_500;
  const seen = new Set<unknown>();
  while (Date.now() < until) {
    seen.add(usable());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect([...seen]).toEqual([true]);
});

test('a replica that stops replying delays nobody for long', async () => {
  expect(usable()).toBe(true);
  line.delay(60_000);
  const since = performance.now();
  expect(await reported()).toBe(1);
  expect(performance.now() - since).toBeLessThan(4_500);
  await expect.poll(usable).toBe(false);
  line.delay(0);
});

test('without a replica reports come from the primary', async () => {
  await pair.primary.run(`alter system set synchronous_standby_names = ''`);
  await pair.primary.run('select pg_reload_conf()');
  await pair.replica.kill();
  for (let turn = 0; turn < 5; turn += 1) expect(await reported()).toBe(1);
  expect(usable()).toBe(false);
});

test('a server that is not a replica of the primary stops the start with one line and exit code 3', async () => {
  const other = await replicatedPair();
  const misled = await runningApp({
    DATABASE_URL: pair.primary.url,
    DATABASE_REPLICA_URL: other.primary.url,
    LOG_LEVEL: 'silent',
  });
  await expect(misled.start()).rejects.toThrow(/não é réplica do que está em DATABASE_URL/);
  expect(await misled.ended()).toBe(3);
  expect(misled.output().trim().split('\n')).toHaveLength(1);
  await misled.dispose();
  await other.dispose();
});
