import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupFolder, makeBackup } from '../src/server/db/backup.ts';
import { emit } from '../src/server/jobs/outbox.ts';
import { queueMail } from '../src/server/mail/mail.ts';
import { type TestApp, testApp } from './support/app.ts';
import { aChildMidTest, aParent } from './support/builders.ts';
import { temporaryFolder } from './support/running-app.ts';

const app = await testApp({ DATA_DIR: temporaryFolder() });
const TOKEN = 'a-token-for-prometheus';
const remote = await testApp({ METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' });

const ask = (of: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  of.frame.server.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });

/** Returns the value of a metric in the exported text. */
function figure(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  if (!found) throw new Error(`${line} is not told: ${text.slice(0, 300)}`);
  return Number(found.slice(line.length));
}

// Metrics read from the database are cached for some seconds; the clock is moved so that the test need not wait.
const realNow = performance.now.bind(performance);
let ahead = 0;
performance.now = () => realNow() + ahead;
afterAll(() => {
  performance.now = realNow;
});
const later = async () => {
  ahead += 10_000;
  return (await ask(app)).body;
};

test('the metrics exist, and change with events', async () => {
  await app.visitor().get('/healthz');
  const before = await later();
  for (const name of [
    'http_request_duration_seconds_count',
    'database_connections{state="open"}',
    'http_requests_let_in{state="in_hand"}',
    'attempts{state="open"}',
    'attempts{state="provisional"}',
    'payments{state="completed"}',
    'payments_flagged',
    'imports_under_way',
    'push_messages_waiting',
    'outbox_waiting',
    'outbox_oldest_seconds',
    'mails{state="waiting"}',
    'mails{state="failing"}',
    'mails{state="given_up"}',
    'jobs_late',
    'database_archive_failing',
    'nodejs_eventloop_lag_p99_seconds',
    'build_info{version="',
    '# TYPE attempts_total counter',
    '# TYPE job_turns_total counter',
    '# TYPE job_failures_total counter',
  ])
    expect(before, name).toContain(name);
  expect(figure(before, 'figures_read')).toBe(1);

  const parent = await aParent(app);
  const sitting = await aChildMidTest(app, parent);
  await app.db.transaction(async (transaction) => {
    await queueMail(transaction, {
      to: 'alguem@familia.example',
      kind: 'test',
      subject: 'Teste',
      content: { title: 'Teste', paragraphs: [] },
      userId: null,
    });
    await emit(transaction, 'nothing-listens', {});
  });
  const during = await later();
  expect(figure(during, 'attempts{state="open"}')).toBe(figure(before, 'attempts{state="open"}') + 1);
  expect(figure(during, 'mails{state="waiting"}')).toBe(figure(before, 'mails{state="waiting"}') + 1);
  expect(figure(during, 'outbox_waiting')).toBeGreaterThan(figure(before, 'outbox_waiting'));

  await sitting.answer(0, 'A');
  await sitting.complete();
  await app.db.count(
    'insert into emis_payments (plan_id, kind, price, amount, payment_method, gateway, expires_at) values ($1, $2, 1000, 1000, $3, $4, now())',
    ['family', 'purchase', 'reference', 'simulated'],
  );
  const after = await later();
  expect(figure(after, 'attempts{state="open"}')).toBe(figure(before, 'attempts{state="open"}'));
  expect(figure(after, 'attempts_total{event="completed"}')).toBeGreaterThan(0);
  expect(figure(after, 'payments{state="pending"}')).toBe(figure(during, 'payments{state="pending"}') + 1);
  // Within the next seconds the cached value is returned, however often it is requested.
  await app.db.count(`update emis_payments set status = 'expired', closed_by = 'program'`);
  expect((await ask(app)).body).toContain(`payments{state="pending"} ${figure(after, 'payments{state="pending"}')}`);
  expect(figure(await later(), 'payments{state="pending"}')).toBe(0);
});

test('the metrics contain no names, and routes are patterns, not addresses', async () => {
  const parent = await aParent(app, { fullName: 'Mãe Canária' });
  await parent.get('/api/attempts/424242');
  await app.visitor().post('/api/login', { username: 'canario-desconhecido', password: 'canario-senha' });
  await app.visitor().get('/nada/canario?nome=canario');
  const told = await later();
  expect(told.toLowerCase()).not.toMatch(/can[aá]ri|424242|@/);
  expect(told).not.toContain(parent.username);
  expect(told).toContain('route="/api/attempts/:id"');
});

test('the metrics can be read from this machine or with the token; to others they are not found', async () => {
  expect((await ask(app)).statusCode).toBe(200);
  expect((await ask(app, {}, '10.0.0.7')).statusCode).toBe(404);
  // Behind a proxy on this machine every request would come from loopback.
  expect((await ask(app, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  expect((await ask(remote, { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7')).statusCode).toBe(404);
  expect((await ask(remote, { authorization: `Bearer ${TOKEN}` }, '10.0.0.7')).statusCode).toBe(200);
  expect((await ask(remote, { authorization: `Bearer ${TOKEN}x` }, '10.0.0.7')).statusCode).toBe(404);
});

test('without the database the other metrics are still exported, with a sign that some are missing', async () => {
  await app.db.count('alter table outbox rename to outbox_away');
  try {
    const told = await later();
    expect(figure(told, 'figures_read')).toBe(0);
    expect(told).not.toMatch(/^outbox_waiting /m);
    expect(told).toContain('http_request_duration_seconds_count');
  } finally {
    await app.db.count('alter table outbox_away rename to outbox');
  }
  expect(figure(await later(), 'figures_read')).toBe(1);
});

test('the age of the newest backup is told once there is one', async () => {
  expect(await later()).not.toMatch(/^backup_age_seconds /m);
  const made = await makeBackup(app.db, app.config.dataDir, new Date(Date.now() - 3_600_000), 30);
  const age = figure(await later(), 'backup_age_seconds');
  fs.rmSync(path.join(backupFolder(app.config.dataDir), made.name));
  expect(age).toBeGreaterThanOrEqual(3_600);
});

test('/readyz says when the schema is not the one of this version', async () => {
  const ready = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { statusCode, body } = await app.frame.server.inject({ method: 'GET', url: '/readyz' });
    return [statusCode, body];
  };
  expect(await ready()).toEqual([200, 'ok']);
  await app.db.count(`insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')`);
  expect(await ready()).toEqual([200, 'ok, schema is newer than this version: 9999_future.sql']);
  await app.db.count(`delete from schema_migrations where name = '9999_future.sql'`);
  const last = await app.db.row<{ name: string; checksum: string }>(
    'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, checksum',
  );
  expect(await ready()).toEqual([503, `schema is older than this version: ${last?.name} is missing`]);
  await app.db.count('insert into schema_migrations (name, checksum) values ($1, $2)', [last?.name, last?.checksum]);
  expect(await ready()).toEqual([200, 'ok']);
});

test('/readyz queries the database at most once in a quarter of a second, however many requests arrive', async () => {
  const { row } = app.db;
  let asked = 0;
  app.db.row = ((text: string, values?: readonly unknown[]) => {
    if (text.includes('schema_migrations')) asked += 1;
    return row(text, values);
  }) as typeof row;
  const ready = () => app.frame.server.inject({ method: 'GET', url: '/readyz' });
  try {
    ahead += 10_000;
    const frozen = performance.now();
    const now = performance.now;
    performance.now = () => frozen;
    const replies = await Promise.all(Array.from({ length: 40 }, ready));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(asked).toBe(1);
    performance.now = () => frozen + 250;
    await ready();
    expect(asked).toBe(2);
    performance.now = now;
  } finally {
    app.db.row = row;
  }
});
