import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type TestApp, testApp, type Visitor } from '../../../../test/support/app.ts';
import { anAdmin, aParent, aUser } from '../../../../test/support/builders.ts';
import { DAY_MS } from '../../../shared/time.ts';

const app = await testApp();

const initiate = (parent: Visitor, planId: string, amount: unknown, more: Record<string, unknown> = {}) =>
  parent.post('/api/emis/initiate-payment', { planId, amount, paymentMethod: 'reference', currency: 'AOA', ...more });
const complete = (parent: Visitor, transactionId: string) =>
  parent.post(`/api/emis/complete-payment/${transactionId}`, {
    status: 'completed',
    callbackData: { reference: '123456789', paymentId: 1, timestamp: '2026-11-21T10:00:00Z' },
  });
const planOf = async (parent: Visitor) => {
  const { body } = await parent.get('/api/user');
  return { plan: body.subscriptionType as string, end: body.subscriptionEnd as string | null };
};
const opened = async (parent: Visitor, planId = 'family', amount = 18_000) => {
  const begun = await initiate(parent, planId, amount);
  expect(begun.status, begun.text).toBe(200);
  return begun.body.payment as { id: number; transactionId: string; referenceNumber: string };
};
/** Moves a payment into the past, as if it had been begun this number of milliseconds earlier. */
const age = (where: TestApp, transactionId: string, milliseconds: number) =>
  where.db.count(
    `update emis_payments set expires_at = expires_at - make_interval(secs => $2) where transaction_id = $1`,
    [transactionId, milliseconds / 1000],
  );
const events = (id: number) =>
  app.db.rows<{ type: string; status: string }>(
    'select notification_type as type, status from emis_notifications where payment_id = $1 order by id',
    [id],
  );

test('a chosen plan is paid, becomes active and has a receipt', async () => {
  const parent = await aParent(app);
  const begun = await initiate(parent, 'family', 18_000, {
    paymentMethod: 'multicaixa',
    expiresAt: '2099-01-01T00:00:00.000Z',
  });
  expect(begun.body).toMatchObject({
    success: true,
    payment: {
      userId: parent.id,
      amount: 18_000,
      currency: 'AOA',
      status: 'pending',
      paymentMethod: 'multicaixa',
      planId: 'family',
      completedAt: null,
      referenceNumber: expect.stringMatching(/^\d{9}$/),
      paymentDetails: { entity: '00000', price: 18_000, discountPercent: 0, kind: 'purchase' },
    },
  });
  const { transactionId, expiresAt, id } = begun.body.payment;
  // Forty-eight hours by the server's clock, regardless of the caller.
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 48 * 3_600_000)).toBeLessThan(10_000);
  expect((await parent.get(`/api/emis/payment-status/${transactionId}`)).body.payment.status).toBe('pending');
  const done = await complete(parent, transactionId);
  expect(done.body.payment).toMatchObject({ status: 'completed' });
  // The report of the payment network is kept for administrators only.
  expect(done.body.payment).not.toHaveProperty('callbackData');
  const { plan, end } = await planOf(parent);
  expect(plan).toBe('family');
  expect(Math.round((Date.parse(end as string) - Date.now()) / DAY_MS)).toBeOneOf([365, 366]);
  expect(await events(id)).toEqual([
    { type: 'initiated', status: 'processed' },
    { type: 'browser', status: 'processed' },
  ]);
  const [receipt] = (await parent.get('/api/receipts')).body;
  expect(receipt).toMatchObject({
    amount: 18_000,
    planId: 'family',
    transactionId,
    number: expect.stringMatching(/^\d{4}\/\d{6}$/),
  });
  const pdf = await parent.get(`/api/receipts/${receipt.id}/pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  expect((await parent.get('/api/payments')).body.map((one: { id: number }) => one.id)).toEqual([id]);
});

test('T13 another family’s payment is not found', async () => {
  const [owner, other] = [await aParent(app), await aParent(app)];
  const { transactionId } = await opened(owner);
  for (const id of [transactionId, randomUUID(), '1', "'", 'x'.repeat(90)]) {
    for (const refused of [
      await other.get(`/api/emis/payment-status/${encodeURIComponent(id)}`),
      await complete(other, encodeURIComponent(id)),
      await other.post(`/api/emis/cancel-payment/${encodeURIComponent(id)}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not-found']);
  }
  expect((await owner.get(`/api/emis/payment-status/${transactionId}`)).body.payment.status).toBe('pending');
  await complete(owner, transactionId);
  const [receipt] = (await owner.get('/api/receipts')).body;
  expect((await other.get(`/api/receipts/${receipt.id}/pdf`)).status).toBe(404);
  expect((await other.get('/api/receipts')).body).toEqual([]);
});

test('T30 a payment with another amount than the plan’s is refused', async () => {
  const parent = await aParent(app);
  const wrong: [string, unknown][] = [
    ['family-plus', 1],
    ['family-plus', -30_000],
    ['family-plus', 0],
    ['family-plus', '30000'],
    ['family-plus', 30_000.5],
    ['family-plus', 1e12],
    ['family-plus', null],
    ['family', 9_000],
    ['family', 12_600],
    ['free', 0],
    ['free', 9_000],
  ];
  for (const [planId, amount] of wrong) {
    const refused = await initiate(parent, planId, amount);
    expect([refused.status, refused.body.message], `${planId} ${amount}`).toEqual([400, 'Valor do plano inválido']);
  }
  for (const planId of ['gold', '', '__proto__', 'FAMILY']) {
    const refused = await initiate(parent, planId, 9_000);
    expect([refused.status, refused.body.message]).toEqual([400, 'Plano não encontrado']);
  }
  expect((await initiate(parent, 'family', 18_000, { currency: 'USD' })).status).toBe(400);
  expect((await initiate(parent, 'family', 18_000, { paymentMethod: 'cash' })).status).toBe(400);
  expect((await parent.get('/api/payments')).body).toEqual([]);
});

test('T31 no plan without paying: only the free one can be taken, and an end sent by the client is ignored', async () => {
  const parent = await aParent(app);
  for (const subscriptionType of ['individual', 'family', 'family-plus']) {
    const refused = await parent.post('/api/subscription', { subscriptionType, subscriptionEnd: '2099-01-01' });
    expect(refused.status).toBe(402);
  }
  expect((await parent.post('/api/subscription', { subscriptionType: 'gold' })).status).toBe(400);
  const free = await parent.post('/api/subscription', { subscriptionType: 'free', subscriptionEnd: '2099-01-01' });
  expect([free.status, free.body.planId, free.body.until]).toEqual([200, 'free', null]);
  expect(await planOf(parent)).toEqual({ plan: 'free', end: null });
});

test('T32 a completion of a payment that is not open changes nothing', async () => {
  const parent = await aParent(app);
  const late = await opened(parent);
  await age(app, late.transactionId, 48 * 3_600_000 + 60_000);
  const refused = await complete(parent, late.transactionId);
  expect([refused.status, refused.body.code]).toEqual([409, 'payment-expired']);
  expect((await complete(parent, late.transactionId)).status).toBe(409);
  // A late confirmation is stored once, for the administrator.
  expect((await events(late.id)).filter(({ status }) => status === 'flagged')).toEqual([
    { type: 'late', status: 'flagged' },
  ]);
  const cancelled = await opened(parent);
  expect((await parent.post(`/api/emis/cancel-payment/${cancelled.transactionId}`)).status).toBe(200);
  expect((await complete(parent, cancelled.transactionId)).status).toBe(409);
  const failed = await opened(parent);
  const said = await parent.post(`/api/emis/complete-payment/${failed.transactionId}`, { status: 'failed' });
  expect(said.body.payment.status).toBe('failed');
  expect((await complete(parent, failed.transactionId)).status).toBe(409);
  expect(await planOf(parent)).toEqual({ plan: 'free', end: null });
  expect((await parent.get('/api/receipts')).body).toEqual([]);
});

test('T33 fifty completions at once, and again the next day, give one year', async () => {
  const parent = await aParent(app);
  const { transactionId, id } = await opened(parent);
  const replies = await Promise.all(Array.from({ length: 50 }, () => complete(parent, transactionId)));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  const { end } = await planOf(parent);
  const again = await complete(parent, transactionId);
  expect([again.status, again.text]).toEqual([200, replies[0]?.text]);
  expect((await planOf(parent)).end).toBe(end);
  const told = await events(id);
  expect(told.filter(({ type, status }) => type === 'browser' && status === 'processed')).toHaveLength(1);
  expect(told.filter(({ status }) => status === 'duplicate')).toHaveLength(50);
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
});

test('T37 a double tap gives one payment, another choice a second one', async () => {
  const parent = await aParent(app);
  const taps = await Promise.all(Array.from({ length: 8 }, () => initiate(parent, 'family', 18_000)));
  expect(new Set(taps.map(({ body }) => body.payment.transactionId)).size).toBe(1);
  expect(new Set(taps.map(({ body }) => body.payment.referenceNumber)).size).toBe(1);
  const first = taps[0]?.body.payment;
  // A payment can be paid by another method after it was begun.
  const method = await initiate(parent, 'family', 18_000, { paymentMethod: 'multicaixa' });
  expect(method.body.payment).toMatchObject({ transactionId: first.transactionId, paymentMethod: 'multicaixa' });
  const other = await initiate(parent, 'family-plus', 30_000);
  expect(other.body.payment.transactionId).not.toBe(first.transactionId);
  expect((await parent.get(`/api/emis/payment-status/${first.transactionId}`)).body.payment.status).toBe('cancelled');
  // The first page is still open in another tab.
  expect((await complete(parent, first.transactionId)).status).toBe(409);
  expect((await complete(parent, other.body.payment.transactionId)).status).toBe(200);
  expect((await planOf(parent)).plan).toBe('family-plus');
});

test('T38 teachers cannot pay, and get the message of the specification', async () => {
  const teacher = await aUser(app, 'teacher');
  const admin = await aUser(app, 'admin');
  const payments = 'Professores não têm acesso ao sistema de pagamentos';
  const plans = 'Professores não têm acesso a planos de assinatura';
  for (const [method, address, message] of [
    ['POST', '/api/emis/initiate-payment', payments],
    ['GET', `/api/emis/payment-status/${randomUUID()}`, payments],
    ['POST', `/api/emis/complete-payment/${randomUUID()}`, payments],
    ['POST', `/api/emis/cancel-payment/${randomUUID()}`, payments],
    ['GET', '/api/payments', payments],
    ['GET', '/api/receipts', payments],
    ['GET', '/api/subscription', plans],
    ['POST', '/api/subscription', plans],
    ['PUT', '/api/subscription/renewal', plans],
    ['POST', '/api/subscription/restore', plans],
    ['GET', '/api/referrals', plans],
  ] as const) {
    const refused = await teacher.request(method, address, method === 'GET' ? undefined : {});
    expect([refused.status, refused.body.message], `${method} ${address}`).toEqual([403, message]);
    expect((await admin.request(method, address, method === 'GET' ? undefined : {})).status).toBe(403);
  }
});

test('a transfer is confirmed by an administrator, once, and logged', async () => {
  const [parent, other] = [await aParent(app), await aParent(app)];
  const admin = await anAdmin(app);
  const { transactionId, id } = await opened(parent);
  const late = await opened(other);
  // A transfer takes longer than two days: an expired payment can still be accepted.
  await age(app, transactionId, 2 * DAY_MS);
  expect((await parent.get(`/api/emis/payment-status/${transactionId}`)).body.payment.status).toBe('expired');
  const confirm = (which: string, bankReference: string) =>
    admin.post(`/api/admin/payments/${which}/confirm`, { bankReference });
  expect((await confirm(transactionId, '')).status).toBe(400);
  expect((await parent.post(`/api/admin/payments/${transactionId}/confirm`, { bankReference: 'x' })).status).toBe(403);
  const confirmed = await confirm(transactionId, 'BAI 2026 7788');
  expect([confirmed.status, confirmed.body.payment?.status]).toEqual([200, 'completed']);
  expect((await confirm(transactionId, 'BAI 2026 7788')).status).toBe(200);
  expect((await confirm(late.transactionId, 'bai20267788')).status).toBe(409);
  expect((await planOf(other)).plan).toBe('free');
  expect((await planOf(parent)).plan).toBe('family');
  const [entry, ...more] = await app.db.rows(
    `select user_id, action, before, after from audit_log where subject = $1`,
    [`payment ${id}`],
  );
  expect(entry).toMatchObject({
    userId: admin.id,
    action: 'payment.confirmed',
    before: { status: 'expired' },
    after: { status: 'completed', amount: 18_000 },
  });
  expect(more).toEqual([]);
});

test('a late payment is resolved by an administrator, once', async () => {
  const parent = await aParent(app);
  const admin = await anAdmin(app);
  const { transactionId, id } = await opened(parent);
  await age(app, transactionId, 49 * 3_600_000);
  await complete(parent, transactionId);
  const flags = (await admin.get('/api/admin/payments/flagged')).body as { id: number; paymentId: number }[];
  const flag = flags.find(({ paymentId }) => paymentId === id);
  expect(flag).toMatchObject({ notificationType: 'late', paymentStatus: 'expired', username: parent.username });
  const resolve = () =>
    admin.post(`/api/admin/payments/flagged/${flag?.id}/resolve`, {
      decision: 'accepted',
      note: 'O dinheiro está na conta.',
    });
  const decisions = await Promise.all([resolve(), resolve()]);
  expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await planOf(parent)).plan).toBe('family');
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
  // The reason can be read again: where the decisions are listed, and in the audit log.
  const { body: decided, headers } = await admin.get('/api/admin/payments/decisions?limit=1');
  expect(Number(headers['x-total-count'])).toBeGreaterThan(0);
  expect(decided).toMatchObject([
    { id: flag?.id, decision: 'accepted', note: 'O dinheiro está na conta.', decidedAt: expect.any(String) },
  ]);
  const { body: log } = await admin.get('/api/admin/audit?kind=payment&limit=1');
  expect(log[0]).toMatchObject({
    action: 'payment.flag-resolved',
    after: { flag: 'late', reason: 'O dinheiro está na conta.' },
  });
  expect(decided[0].decidedBy).toBe(log[0].who);
});

test('erasing an account keeps its payments and receipts without names', async () => {
  const parent = await aParent(app, { fullName: 'Nome Que Desaparece' });
  await parent.put('/api/subscription/nif', { nif: '5000393533' });
  const { transactionId, id } = await opened(parent);
  await complete(parent, transactionId);
  await app.db.count('delete from users where id = $1', [parent.id]);
  const row = await app.db.row(
    `select p.user_id, p.callback_data, p.amount, p.status, r.user_id as receipt_user, r.payer_name, r.nif, r.number is not null as numbered
     from emis_payments p join receipts r on r.payment_id = p.id where p.id = $1`,
    [id],
  );
  expect(row).toEqual({
    userId: null,
    callbackData: null,
    amount: 18_000,
    status: 'completed',
    receiptUser: null,
    payerName: null,
    nif: null,
    numbered: true,
  });
  await expect(app.db.count('delete from receipts where payment_id = $1', [id])).rejects.toThrow(/kept/);
  await expect(app.db.count(`update emis_payments set status = 'pending' where id = $1`, [id])).rejects.toThrow();
});

test('a tax number is validated, and added to receipts without one', async () => {
  const parent = await aParent(app);
  await complete(parent, (await opened(parent)).transactionId);
  for (const nif of [
    '1',
    'abc',
    '123456789012345',
    5,
    '005123456L041',
    '00512345LA041',
    '٥٠٠٠٣٩٣٥٣٣',
    '5000393533\u0000',
    '5000393533\n1',
    [],
    {},
    true,
  ])
    expect((await parent.put('/api/subscription/nif', { nif })).status).toBe(400);
  expect((await parent.put('/api/subscription/nif', { nif: '005 123 456 LA 041' })).body.nif).toBe('005123456LA041');
  expect((await parent.get('/api/receipts')).body[0].nif).toBe('005123456LA041');
  expect((await parent.put('/api/subscription/nif', { nif: null })).body.nif).toBeNull();
  expect((await parent.get('/api/receipts')).body[0].nif).toBe('005123456LA041');
});

test('the callback data of a completion may contain text, numbers or nothing', async () => {
  for (const callbackData of [
    { reference: null, paymentId: null, timestamp: 1_795_000_000_000 },
    { reference: 123_456_789, paymentId: '7', timestamp: '2026-11-21T10:00:00Z', more: { isAdmin: true } },
    null,
    {},
  ]) {
    const parent = await aParent(app);
    const { transactionId } = await opened(parent);
    const done = await parent.post(`/api/emis/complete-payment/${transactionId}`, {
      status: 'completed',
      callbackData,
    });
    expect([done.status, done.body.payment?.status], done.text).toEqual([200, 'completed']);
    const kept = await app.db.row<{ more: boolean }>(
      `select callback_data ? 'more' as more from emis_payments where transaction_id = $1`,
      [transactionId],
    );
    expect(kept).toEqual({ more: false });
  }
});

test('the number of payments begun but not made is limited, and paying resets the limit', async () => {
  const parent = await aParent(app);
  const plans = [
    ['individual', 9_000],
    ['family', 18_000],
  ] as const;
  // Each payment cancels the one before and requests another reference from the gateway. Only the last stays open.
  const statuses: number[] = [];
  for (let begun = 0; begun < 33; begun += 1) {
    const [plan, amount] = plans[begun % 2] as (typeof plans)[number];
    statuses.push((await initiate(parent, plan, amount)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429, 200, 429]);
  const refused = await initiate(parent, 'individual', 9_000);
  expect(refused.body.message).toMatch(/^Demasiadas tentativas\. Tente de novo daqui a \d+ minutos\.$/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  // The open payment stays open, is returned again, and can be paid.
  const again = await initiate(parent, 'family', 18_000, { paymentMethod: 'multicaixa' });
  expect([again.status, again.body.payment?.status]).toEqual([200, 'pending']);
  expect((await complete(parent, again.body.payment.transactionId)).status).toBe(200);
  expect((await initiate(parent, 'family', 18_000)).status).toBe(200);
  // Another family is not affected by the limit.
  expect((await initiate(await aParent(app), 'family', 18_000)).status).toBe(200);
});

test('V15.2.2 receipts count towards the family’s limit of PDF files', async () => {
  const parent = await aParent(app);
  await complete(parent, (await opened(parent)).transactionId);
  const [{ id }] = (await parent.get('/api/receipts')).body;
  const file = () => parent.get(`/api/receipts/${id}/pdf`);
  expect((await file()).status).toBe(200);
  await app.db.count(`update rate_limits set hits = 60 where key = $1`, [`pdf:${parent.id}`]);
  const refused = await file();
  expect([refused.status, refused.body.code]).toEqual([429, 'too-many']);
});
