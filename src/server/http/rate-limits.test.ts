import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/app.ts';
import { openDatabase } from '../db/db.ts';
import { consumeRateLimit } from './rate-limits.ts';

const { url } = await testDatabase();
const db = openDatabase(url, { connections: 20, statementTimeout: 30_000 });
afterAll(() => db.close());
const ONCE = { name: 'once', hits: 1, seconds: 60 } as const;

test('of many first hits at the same time one passes in each second in which they begin', async () => {
  // Opens the connections, so that all of them are used at once.
  await Promise.all(Array.from({ length: 20 }, () => db.row('select pg_sleep(0.05)')));
  for (const who of ['a', 'b', 'c', 'd', 'e']) {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => consumeRateLimit(db, ONCE, who)));
    const passed = all.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBeGreaterThanOrEqual(1);
    // Two when a second begins in between.
    expect(passed).toBeLessThanOrEqual(2);
  }
});
