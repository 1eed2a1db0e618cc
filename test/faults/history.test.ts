import { afterAll, expect, test } from 'vitest';
import { note, pause } from '../support/faults.ts';
import { History, REPLICA_BEHIND_MS } from '../support/history-families.ts';
import { type Pair, replicatedPair } from '../support/replica.ts';
import { type RunningApp, runningApp } from '../support/running-app.ts';

// A history of concurrent calls to two processes with a replica, one of which is killed or falls behind now and then, is checked for
// contradictions. test/support/history.test.ts proves that the checker finds planted ones.

const ROUNDS = Number(process.env['HISTORY_ROUNDS'] ?? 1);
/** Minutes for which the rounds go on, whatever their number. */
const MINUTES = Number(process.env['HISTORY_MINUTES'] ?? 0);
const FAMILIES = Number(process.env['HISTORY_FAMILIES'] ?? 6);
/** Operations that must be recorded before the next fault. */
const BETWEEN = Number(process.env['HISTORY_BETWEEN'] ?? 200);

const pair: Pair = await replicatedPair();
const apps: RunningApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.dispose();
  await pair.dispose();
});

/** Stops the replay for longer than a replica may be behind: commits go on, because the replica still receives them. */
async function fallBehind(): Promise<void> {
  await pair.replica.run('select pg_wal_replay_pause()');
  await pause(2 * REPLICA_BEHIND_MS);
  await pair.replica.run('select pg_wal_replay_resume()');
}

test(
  `kills of each process, the replica and the primary leave no contradiction in what people saw`,
  async () => {
    const environment = {
      DATABASE_URL: pair.primary.url,
      DATABASE_REPLICA_URL: pair.replica.url,
      SECRET_KEY: 'a-secret-only-for-tests-a-secret-only-for-tests',
    };
    for (let count = 0; count < 2; count += 1) apps.push(await runningApp(environment));
    for (const app of apps) await app.start();
    const history = new History(apps, pair.primary.run, { behind: REPLICA_BEHIND_MS });
    await history.begin(FAMILIES);

    const enough = async () => {
      const next = history.operations.length + BETWEEN;
      await expect.poll(() => history.operations.length, { timeout: 600_000 }).toBeGreaterThan(next);
    };
    const end = Date.now() + MINUTES * 60_000;
    let rounds = 0;
    for (; rounds < ROUNDS || Date.now() < end; rounds += 1) {
      for (const app of apps) {
        await enough();
        await app.kill();
        await app.start();
      }
      await enough();
      await fallBehind();
      for (const server of [pair.replica, pair.primary]) {
        await enough();
        await server.kill();
        await server.restart();
      }
    }
    await enough();
    await history.stop();

    for (const kind of ['write', 'read', 'completion', 'score', 'payment', 'total'] as const)
      expect(history.count(kind), kind).toBeGreaterThan(0);
    expect(history.unknown).toBeGreaterThan(0);
    const { calls, operations, unknown, reports } = history;
    note('history', {
      rounds,
      calls,
      operations: operations.length,
      unknown,
      reports,
      wrong: history.wrong.slice(0, 5),
    });
    expect(await history.contradictions()).toEqual([]);
  },
  600_000 * (2 + ROUNDS) + 60_000 * MINUTES,
);
