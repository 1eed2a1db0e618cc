import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, anAdmin, aParent, aTest } from '../../../../test/support/builders.ts';
import { openApi } from '../../../main.server.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { createLog } from '../../../server/watch/log.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { rebuildAllAggregations } from '../../sitting/regrades/aggregations.server.ts';
import { makeRequestedBackup } from '../operations/database.server.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'panel-'));
const app = await testApp({ DATA_DIR: dataDir });
const admin = await anAdmin(app);
const lastLine = async () => (await admin.get('/api/admin/audit?limit=1')).body[0];
const NAMES = { productName: 'Caderno Novo', companyName: 'Escola Viva, Lda.', supportEmail: 'ajuda@viva.example' };

test('changed names apply at once in this process, and within seconds in another', async () => {
  const other = await openApi(app.config, app.db, createLog('silent'));
  const reply = await admin.put('/api/admin/settings/brand', NAMES);
  expect(reply.body).toMatchObject({ brand: NAMES, defaults: { productName: 'Caderneta' } });
  expect(app.frame.brand()).toEqual(NAMES);
  await expect.poll(() => other.brand().productName, { timeout: 10_000 }).toBe('Caderno Novo');
  await other.server.close();
  expect(await lastLine()).toMatchObject({
    action: 'settings.changed',
    subject: 'setting brand',
    before: { productName: 'Caderneta' },
    after: NAMES,
  });
  // Repeating the change has no effect and is not logged.
  const { id } = await lastLine();
  await admin.put('/api/admin/settings/brand', NAMES);
  expect((await lastLine()).id).toBe(id);
  expect((await admin.put('/api/admin/settings/brand', { ...NAMES, supportEmail: 'x' })).body.fields).toHaveProperty(
    'supportEmail',
  );
  expect((await admin.put('/api/admin/settings/brand', { ...NAMES, productName: ' ' })).status).toBe(400);
});

test('a notice is set and removed', async () => {
  expect((await admin.put('/api/admin/settings/notice', { notice: 'Domingo às 3h: <b>pausa</b>' })).body.notice).toBe(
    'Domingo às 3h: <b>pausa</b>',
  );
  expect(liveSettings(app.db).notice).toContain('pausa');
  expect((await admin.put('/api/admin/settings/notice', { notice: '' })).body.notice).toBeNull();
  expect(liveSettings(app.db).notice).toBeNull();
  expect((await admin.put('/api/admin/settings/notice', { notice: 'x'.repeat(201) })).status).toBe(400);
});

test('the trimesters must be in order, and new results use them', async () => {
  for (const trimesters of [['09-01', '04-11', '01-01'], ['02-30', '01-01', '01-02'], ['09-01', '01-01'], 'x'])
    expect((await admin.put('/api/admin/settings/calendar', { trimesters })).status, String(trimesters)).toBe(400);
  const tomorrow = new Date(Date.now() + DAY_MS * 2).toISOString().slice(5, 10);
  const parent = await aParent(app, { plan: 'family' });
  const trimesterOf = async () => {
    const sitting = await aChildMidTest(app, parent);
    await sitting.answer(0, 'A');
    await sitting.complete();
    const row = await app.db.row<{ trimester: number }>(
      'select trimester from performance_aggregations where child_id = $1',
      [sitting.childId],
    );
    return row?.trimester;
  };
  // With these trimesters the school year begins in two days: today still belongs to the third trimester of the previous year.
  const [second, third] = tomorrow > '01-04' ? ['01-01', '01-02'] : ['01-01', '01-02'];
  if (tomorrow > '01-05') {
    await admin.put('/api/admin/settings/calendar', { trimesters: [tomorrow, second, third] });
    expect(await trimesterOf()).toBe(3);
  }
  await admin.put('/api/admin/settings/calendar', { trimesters: ['09-01', '01-01', '04-11'] });
});

test('reading the transfer account is logged, and payers see it; without an account transfers are not offered', async () => {
  const put = (iban: string, beneficiary: string) =>
    admin.put('/api/admin/settings/transfer-account', { iban, beneficiary });
  expect((await put('AO06 0044 0000 6729 5030 1010 3', 'Escola Viva')).body.fields).toHaveProperty('iban');
  for (const wrong of [
    'AO07004400006729503010102',
    'AO0600440000672950301010',
    'PT50000201231234567890154',
    'AO0600440000672950301010X',
  ])
    expect((await put(wrong, 'Escola Viva')).status, wrong).toBe(400);
  expect((await put('', 'Escola Viva')).body.fields).toHaveProperty('iban');
  expect((await put('AO06 0044 0000 6729 5030 1010 2', '')).body.fields).toHaveProperty('beneficiary');
  const account = { iban: 'AO06004400006729503010102', beneficiary: 'Escola Viva' };
  const colleague = await anAdmin(app);
  const warnings = async () =>
    (await app.db.rows(`select 1 from mails where kind = 'transfers_changed' and user_id = $1`, [colleague.id])).length;
  expect((await put('ao06 0044 0000 6729 5030 1010 2', 'Escola Viva')).body.transferAccount).toEqual(account);
  expect(await lastLine()).toMatchObject({ action: 'settings.changed', after: account });
  expect(await warnings()).toBe(1);
  await put(account.iban, account.beneficiary);
  expect(await warnings()).toBe(1);
  const parent = await aParent(app);
  const paying = await parent.post('/api/emis/initiate-payment', {
    amount: 18_000,
    planId: 'family',
    paymentMethod: 'multicaixa',
    currency: 'AOA',
  });
  expect(paying.body.payment.paymentDetails).toMatchObject(account);
  const transfers = async () => (await parent.get('/api/subscription')).body.transfers;
  expect(await transfers()).toBe(true);
  expect((await put('', '')).body.transferAccount).toEqual({ iban: null, beneficiary: null });
  expect(await transfers()).toBe(false);
});

test('after a change of the calendar, reports and the rebuild use the new trimesters', async () => {
  const parent = await aParent(app, { plan: 'family' });
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'A');
  await sitting.complete();
  const day = (days: number) => new Date(Date.now() + 3_600_000 + DAY_MS * days).toISOString().slice(5, 10);
  const now = async () => {
    await rebuildAllAggregations(app.db);
    const row = await app.db.row(
      'select school_year as "schoolYear", trimester from performance_aggregations where child_id = $1',
      [sitting.childId],
    );
    const report = (await parent.get(`/api/children/${sitting.childId}/report`)).body.trimesters;
    expect(row).toEqual({ schoolYear: report.schoolYear, trimester: report.current });
    expect(report.all[report.current - 1].tests).toBe(1);
    return report;
  };
  const before = await now();
  // Today becomes the first day of a school year, regardless of the date.
  const others = ['01-02', '01-03', '02-10', '02-11'].filter((other) => other < day(0)).slice(0, 2);
  if (others.length === 2) {
    await admin.put('/api/admin/settings/calendar', { trimesters: [day(0), ...others] });
    expect((await now()).current).toBe(1);
    await admin.put('/api/admin/settings/calendar', { trimesters: ['09-01', '01-01', '04-11'] });
    expect(await now()).toEqual(before);
  }
});

test('webinars are stored, and a trial mail is sent, at most ten an hour', async () => {
  const webinars = [{ title: 'Ler em casa', url: 'https://video.example/ler', startsAt: null }];
  expect((await admin.put('/api/admin/settings/webinars', { webinars })).body.webinars).toEqual(webinars);
  expect(
    (await admin.put('/api/admin/settings/webinars', { webinars: [{ title: 'x', url: 'javascript:1' }] })).status,
  ).toBe(400);
  const { body } = await admin.post('/api/admin/settings/mail-test');
  const mail = await app.db.row(`select recipient from mails where kind = 'mail_test'`);
  expect(mail).toEqual({ recipient: body.to });
  for (let sent = 1; sent < 10; sent += 1) await admin.post('/api/admin/settings/mail-test');
  expect((await admin.post('/api/admin/settings/mail-test')).status).toBe(429);
});

test('tests are listed with their authors, and no mean of one family', async () => {
  const built = await aTest(app.db, { theme: 'Ângulos rectos' });
  const listed = async () => (await admin.get('/api/admin/tests?search=angulos')).body[0];
  const parent = await aParent(app, { plan: 'family-plus' });
  for (let count = 0; count < 10; count += 1) {
    expect((await listed()).mean).toBeNull();
    const child = await aChild(parent, { location: 'Luanda' });
    const started = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
    const [first] = built.questions;
    await parent.post('/api/answers', { attemptId: started.body.id, questionId: first?.id, selectedAnswer: 'A' });
    await parent.put(`/api/attempts/${started.body.id}`, { completed: true });
  }
  expect(await listed()).toMatchObject({ attempts: 10, mean: null, author: null });
  const toggled = await admin.request('PATCH', `/api/teacher/tests/${built.id}/toggle-active`);
  expect(toggled.body.active).toBe(false);
  expect((await admin.get('/api/admin/tests?state=inactive&search=ANGULOS')).body).toHaveLength(1);
  expect(await lastLine()).toMatchObject({ action: 'test.toggled', userId: admin.id });
  expect((await admin.get('/api/admin/tests?discipline=Magia')).status).toBe(400);
  expect((await admin.get('/api/admin/tests/file')).text).toContain('Ângulos rectos');

  const overview = async () => (await admin.get('/api/admin/overview?days=7')).body;
  const { scores, tests } = await overview();
  expect(scores, 'no block of ten families').toBeNull();
  // A test that its deadline ended before half is not a test done.
  await app.db.count(
    `update attempts set interrupted = true, valid = false where id = (select max(id) from attempts where completed)`,
  );
  expect((await overview()).tests).toEqual({ total: tests.total - 1, gained: tests.gained - 1 });
  await app.db.count('update attempts set interrupted = false');

  const statistics = (await admin.get('/api/admin/statistics?class=4º Ano&days=90')).body;
  expect(statistics.daily).toHaveLength(90);
  expect(statistics.provinces.find(({ name }: { name: string }) => name === 'Luanda').tests).toBe(10);
  expect(statistics.scores, 'ten children of one family').toBeNull();
  expect((await admin.get('/api/admin/statistics?province=Zaire')).body).toMatchObject({ tests: 0, scores: null });
  expect((await admin.get('/api/admin/statistics?days=365')).body.daily).toHaveLength(52);
});

test('a backup is complete and consistent while others write', async () => {
  const parent = await aParent(app);
  // Stands for a name from before line breaks were removed from names.
  const odd = `O'Neill "aspas" \\ barra\nlinha ção`;
  await app.db.count('update users set full_name = $2 where id = $1', [parent.id, odd]);
  let writing = true;
  const writer = (async () => {
    for (let count = 0; writing; count += 1)
      await app.db.transaction(async (transaction) => {
        // Always both rows or neither: a backup with only one of them would not be consistent.
        await transaction.count(`insert into outbox (kind, payload) values ('backup-test', '{}')`);
        await transaction.count(`update users set phone = $2 where id = $1`, [parent.id, String(count + 1)]);
      });
  })();
  // A second request while one waits changes nothing.
  const requests = await Promise.all([admin.post('/api/admin/backups'), admin.post('/api/admin/backups')]);
  for (const { status, body } of requests) expect([status, body.state]).toEqual([200, 'waiting']);
  const made = await makeRequestedBackup(app.frame, new Date());
  writing = false;
  await writer;
  expect(await lastLine()).toMatchObject({ action: 'backup.made', userId: admin.id });
  expect(await makeRequestedBackup(app.frame, new Date())).toBeUndefined();
  const state = (await admin.get('/api/admin/database')).body;
  expect(state.backupRequest).toMatchObject({ state: 'done' });
  expect(state.backups[0]).toMatchObject({ name: made?.name, bytes: made?.bytes });
  expect(state.engine).toContain('PostgreSQL');
  expect(state.tables.map(({ name }: { name: string }) => name)).toContain('attempts');
  expect(state.migrations[0].name).toMatch(/\.sql$/);

  const file = readFileSync(path.join(dataDir, 'backups', `${made?.name}`));
  const lines = gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({
    format: 1,
    migrations: expect.arrayContaining([expect.objectContaining({ name: '0001_floor.sql' })]),
  });
  expect(lines.at(-1)).toMatchObject({ complete: true, rows: made?.rows });
  const hash = createHash('sha256');
  const from = lines.findIndex(({ table }) => table === 'users');
  const to = lines.findIndex(({ end }) => end === 'users');
  for (const line of lines.slice(from + 1, to)) hash.update(`${line}\n`);
  expect(lines[to]).toMatchObject({ rows: to - from - 1, sha256: hash.digest('hex') });
  const events = lines.filter((line) => typeof line === 'string' && line.includes('backup-test')).length;
  const [row] = lines.filter((line) => typeof line === 'string' && line.includes('Neill'));
  const read = await app.db.row<{ name: string; phone: string | null }>(
    'select full_name as name, phone from jsonb_populate_record(null::users, to_jsonb($1::users))',
    [row],
  );
  expect(read).toEqual({
    name: odd,
    phone: events === 0 ? null : String(events),
  });

  const take = (name: string) => admin.post(`/api/admin/backups/${name}/download`);
  expect((await take('..%2f..%2fetc%2fpasswd')).status).toBe(404);
  expect((await take(`${made?.name}`)).headers['content-type']).toBe('application/gzip');
  expect(await lastLine()).toMatchObject({ action: 'backup.downloaded', subject: `backup ${made?.name}` });
});

test('payments are found, summed and exported, and subscriptions and months counted', async () => {
  const parent = await aParent(app, { fullName: 'Conceição Pagadora' });
  const started = await parent.post('/api/emis/initiate-payment', {
    amount: 9000,
    planId: 'individual',
    paymentMethod: 'reference',
    currency: 'AOA',
    expiresAt: new Date(Date.now() + 7_200_000).toISOString(),
  });
  const { transactionId, referenceNumber } = started.body.payment;
  const found = async (query: string) => (await admin.get(`/api/admin/payments?${query}`)).body;
  expect(await found('search=conceicao')).toMatchObject([{ transactionId, amount: 9000, status: 'pending', flags: 0 }]);
  expect(await found(`search=${referenceNumber}`)).toHaveLength(1);
  expect(await found('search=conceicao&status=completed')).toEqual([]);
  expect((await admin.get('/api/admin/payments?status=ganho')).status).toBe(400);
  expect((await admin.get('/api/admin/payments/summary?search=conceicao')).body).toMatchObject({
    received: 0,
    awaited: 9000,
  });
  const confirmed = await admin.post(`/api/admin/payments/${transactionId}/confirm`, { bankReference: 'BAI 2026/1' });
  expect(confirmed.status).toBe(200);
  expect((await admin.get('/api/admin/payments/summary?search=conceicao')).body.received).toBe(9000);
  const [subscription] = (await admin.get('/api/admin/subscriptions?search=pagadora')).body;
  expect(subscription).toMatchObject({ id: parent.id, planId: 'individual', renewal: true, children: 0 });
  const months = (await admin.get('/api/admin/payments/months')).body;
  expect(months).toHaveLength(24);
  expect(months.at(-1)).toMatchObject({ payments: 1, amount: 9000 });
  expect((await admin.get('/api/admin/overview')).body.revenue).toEqual({ received: 9000, before: 0 });
  expect((await admin.get('/api/admin/payments/file')).text).toContain('Conceição Pagadora');
  expect((await admin.get('/api/admin/payments/months/file')).text).toContain(';"1";"9000"');
  expect((await parent.get('/api/admin/payments')).status).toBe(403);
});

test('the mean of a test is made of the marks of whole tens of families', async () => {
  const built = await aTest(app.db, { theme: 'Dezenas de famílias' });
  const listed = async () => (await admin.get('/api/admin/tests?search=dezenas')).body[0];
  /** A family whose children answer one of the four questions right, or none. */
  const aFamilyThatAnswers = async (right: boolean, children = 1) => {
    const parent = await aParent(app, { plan: 'family-plus' });
    for (let count = 0; count < children; count += 1) {
      const child = await aChild(parent, { location: 'Luanda' });
      const started = await parent.post('/api/attempts', { childId: child.id, testId: built.id });
      const [first] = built.questions;
      const letter = right ? 'A' : 'B';
      await parent.post('/api/answers', { attemptId: started.body.id, questionId: first?.id, selectedAnswer: letter });
      await parent.put(`/api/attempts/${started.body.id}`, { completed: true });
    }
  };
  await aFamilyThatAnswers(true, 11);
  for (let families = 1; families < 10; families += 1) {
    expect((await listed()).mean, 'one family with many children is one').toBeNull();
    await aFamilyThatAnswers(true);
  }
  expect(await listed()).toMatchObject({ attempts: 20, mean: 25, author: null });
  for (let families = 10; families < 20; families += 1) {
    expect((await listed()).mean, 'a single mark changes nothing').toBe(25);
    await aFamilyThatAnswers(false);
  }
  expect(await listed()).toMatchObject({ attempts: 30, mean: 13 });
});
