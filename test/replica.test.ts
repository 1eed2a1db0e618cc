import { beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../src/server/config.ts';
import { type Replica, ReplicaLost } from '../src/server/db/replica.ts';
import { appOn, testDatabase } from './support/app.ts';
import { aChildMidTest, anAdmin, aParent } from './support/builders.ts';
import { runMatrix } from './support/matrix.ts';

// The same server through a read-only login: it never lags, so that only the choice of the database is tested.
const { db, url } = await testDatabase();
const replicaUrl = `${url}${url.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`;
const app = await appOn({ db, url, replicaUrl });
const replica = app.frame.replica as Replica;
expect(await replica.check()).toBe('usable');

// Lag is tested in faults/replica.test.ts.
beforeEach(() => void vi.spyOn(replica, 'usable').mockReturnValue(true));

const stale = [...app.frame.endpoints].filter(([, { stale }]) => stale).map(([key]) => key);

/** Returns a function that counts the statements sent to the replica, without reads of the settings every few seconds. */
function countStatements(): () => number {
  const spies = (['rows', 'row', 'transaction'] as const).map((name) => vi.spyOn(replica.db, name));
  const isSettings = ([text]: unknown[]) => typeof text === 'string' && /from settings where key in/.test(text);
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.filter((call) => !isSettings(call)).length, 0);
}

test('exactly these endpoints may reply from a replica', () => {
  expect(stale.toSorted()).toEqual([
    'GET /api/admin/audit',
    'GET /api/admin/audit/file',
    'GET /api/admin/overview',
    'GET /api/admin/payments',
    'GET /api/admin/payments/file',
    'GET /api/admin/payments/months',
    'GET /api/admin/payments/months/file',
    'GET /api/admin/payments/summary',
    'GET /api/admin/phones',
    'GET /api/admin/statistics',
    'GET /api/admin/subscriptions',
    'GET /api/admin/subscriptions/file',
    'GET /api/admin/tests',
    'GET /api/admin/tests/file',
    'GET /api/admin/users',
    'GET /api/admin/users/file',
    'GET /api/children/:id/knowledge/pdf',
    'GET /api/children/:id/report',
    'GET /api/children/:id/report/pdf',
    'GET /api/teacher/tests/:id/statistics',
    'GET /api/teacher/tests/:id/statistics/file',
  ]);
});

test('those endpoints read from a read-only replica, and reply as from the primary', async () => {
  const statements = countStatements();
  const { read } = replica;
  /** Number of statements of each call that the replica answered. */
  const answered: number[] = [];
  const lost: string[] = [];
  vi.spyOn(replica, 'read').mockImplementation(async (work) => {
    const before = statements();
    try {
      const result = await read(work);
      answered.push(statements() - before);
      return result;
    } catch (error) {
      if (error instanceof ReplicaLost) lost.push(error.message);
      throw error;
    }
  });
  const { table, problems } = await runMatrix(app, stale);
  expect(problems).toEqual([]);
  // On a busy machine a check may time out, and the primary then answers the call; the reason must never be a write.
  expect(lost.filter((message) => /read-only/.test(message))).toEqual([]);
  const successes = table.match(/ 200 /g)?.length ?? 0;
  expect(answered).toHaveLength(successes - lost.length);
  // The reply would not show that a handler reads from `frame.db`.
  expect(Math.min(...answered)).toBeGreaterThan(0);
}, 300_000);

test('a result, the dashboard and an open attempt never come from the replica', async () => {
  const parent = await aParent(app, { plan: 'individual' });
  const sitting = await aChildMidTest(app, parent);
  const read = vi.spyOn(replica, 'read');
  const statements = countStatements();
  for (const letter of ['before', 'after']) {
    if (letter === 'after') {
      await sitting.answer(0, 'A');
      expect((await sitting.complete()).status).toBe(200);
    }
    for (const path of [
      `/api/attempts/${sitting.id}`,
      '/api/children',
      '/api/recent-tests',
      '/api/children/performance',
      `/api/children/${sitting.childId}/knowledge`,
      '/api/notifications',
      '/api/subscription',
    ])
      expect((await parent.get(path)).status).toBe(200);
  }
  expect(read).not.toHaveBeenCalled();
  expect(statements()).toBe(0);
});

test('a caller who has just changed something requests fresh data and gets it from the primary', async () => {
  const admin = await anAdmin(app);
  const read = vi.spyOn(replica, 'read');
  expect((await admin.get('/api/admin/users', { 'cache-control': 'max-age=0' })).status).toBe(200);
  expect(read).not.toHaveBeenCalled();
  expect((await admin.get('/api/admin/users')).status).toBe(200);
  expect(read).toHaveBeenCalledOnce();
});

const PRIMARY = 'postgres://a:secreta@um:5432/x';
test.each([
  [{}, /só se usa com DATABASE_URL/],
  [{ DATABASE_URL: PRIMARY, DATABASE_REPLICA_URL: 'postgres://b@um/x' }, /mesmo servidor/],
  [{ DATABASE_URL: PRIMARY }, /outra base de dados/, 'postgres://a@dois/y'],
  [{ DATABASE_URL: PRIMARY }, /um só servidor/, 'postgres://a@dois,tres/x'],
  [{ DATABASE_URL: PRIMARY }, /target_session_attrs/, 'postgres://a@dois/x?target_session_attrs=read-write'],
  [{ DATABASE_URL: PRIMARY }, /tem de começar por postgres/, 'mysql://dois/x'],
])('contradictory database addresses are refused: %j', (given, reason, address = 'postgres://a@dois/x') => {
  const environment = { SECRET_KEY: 'x'.repeat(32), DATABASE_REPLICA_URL: address, ...given };
  expect(() => readConfig(environment)).toThrow(reason);
  expect(() => readConfig(environment)).toThrow('DATABASE_REPLICA_URL');
});
