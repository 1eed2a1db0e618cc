import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering, answers, BACK_WITHIN, expectKept, note, someTakers, timeUntil } from '../support/faults.ts';
import { type Pair, replicatedPair } from '../support/replica.ts';
import { type RunningApp, runningApp } from '../support/running-app.ts';

let pair: Pair;
let app: RunningApp;
beforeAll(async () => {
  pair = await replicatedPair();
  app = await runningApp({ DATABASE_URL: pair.url });
});
afterAll(async () => {
  await app.dispose();
  await pair.dispose();
});

test('a replica configured as the primary stops the start with one line and exit code 3, and nothing is changed', async () => {
  const misled = await runningApp({ DATABASE_URL: pair.replica.url, LOG_LEVEL: 'silent' });
  await expect(misled.start()).rejects.toThrow(/DATABASE_URL indica uma réplica/);
  expect(await misled.ended()).toBe(3);
  expect(misled.output().trim().split('\n')).toHaveLength(1);
  await misled.dispose();
  expect(await pair.primary.run(`select relname from pg_class where relname = 'schema_migrations'`)).toEqual([]);
});

test('the primary is killed and the replica promoted: the app continues there, with every acknowledged change', async () => {
  await app.start();
  const pid = app.pid();
  const takers = await someTakers(app.url, 6);
  const load = answering(takers);
  await timeUntil(async () => load.met.acknowledged > 30, BACK_WITHIN, 'answers are taken');
  await pair.primary.kill();
  await timeUntil(async () => (await answers(app.url, '/readyz')) === 503, BACK_WITHIN, '/readyz says no');
  await pair.replica.run('select pg_promote()');
  const before = load.met.acknowledged;
  const back = await timeUntil(
    async () => load.met.acknowledged > before + takers.length,
    BACK_WITHIN,
    'answers are taken by the other server',
  );
  const met = await load.stop();
  note('failover', { back, ...met });
  expect(Object.keys(met.replies).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect(met.withoutRetryAfter).toBe(0);
  expect(await expectKept(takers)).toBeGreaterThan(30);
  expect(app.pid()).toBe(pid);
  // The jobs must work too: their queue has separate connections.
  await expect
    .poll(() => pair.replica.run(`select 1 from pg_stat_activity where application_name = 'caderneta-jobs'`))
    .not.toEqual([]);
});
