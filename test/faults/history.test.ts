import { afterAll, expect, test } from 'vitest';
import { note, pause } from '../support/faults.ts';
import { History, REPLICA_BEHIND_MS } from '../support/history-run.ts';
import { type Pair, replicatedPair } from '../support/replica.ts';
import { type RunningApp, runningApp } from '../support/running-app.ts';

// A history of concurrent calls to two processes with a replica, one of which is killed or falls behind now and then, is checked for
// contradictions. test/support/history.test.ts proves that the checker finds planted ones.

/** Replies after which no further round begins; there is always one round of all faults. */
const CALLS = Number(process.env['HISTORY_CALLS'] ?? 0);
/** Minutes after which no further round begins, however few the replies. */
const MINUTES = Number(process.env['HISTORY_MINUTES'] ?? 180);
const FAMILIES = Number(process.env['HISTORY_FAMILIES'] ?? 6);
/** Replies that must arrive before the next fault. */
const BETWEEN = Number(process.env['HISTORY_BETWEEN'] ?? 200);
/** Replies after which the history so far is checked, with everybody at rest. */
const CHECKED = 100_000;

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

/** One fault after the other, each in the middle of calls. @returns the number of faults. */
async function faults(history: History): Promise<number> {
  const enough = () => history.more(BETWEEN);
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
  await enough();
  return 5;
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

    const since = Date.now();
    let made = 0;
    const check = async () => {
      await history.stop();
      const { calls, operations, unknown, reports } = history;
      const found = await history.contradictions();
      note('history', {
        seconds: Math.round((Date.now() - since) / 1000),
        calls,
        faults: made,
        operations: operations.length,
        unknown,
        changes: history.count('change'),
        reports,
        wrong: history.wrong.slice(0, 5),
        contradictions: found.length,
      });
      expect(found).toEqual([]);
    };
    for (let checked = 0; made === 0 || (history.calls < CALLS && Date.now() - since < MINUTES * 60_000); ) {
      made += await faults(history);
      if (history.calls < checked + CHECKED) continue;
      checked = history.calls;
      await check();
      history.go();
    }
    await check();

    for (const kind of ['write', 'read', 'completion', 'score', 'payment', 'total', 'change', 'shown'] as const)
      expect(history.count(kind), kind).toBeGreaterThan(0);
    expect(history.unknown).toBeGreaterThan(0);
  },
  600_000 * 2 + 2 * MINUTES * 60_000,
);
