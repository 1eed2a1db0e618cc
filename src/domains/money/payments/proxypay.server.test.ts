import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { anAdmin, aParent, aUser } from '../../../../test/support/builders.ts';
import { fakeProxypay, signatureOf, TOKEN } from '../../../../test/support/proxypay.ts';
import { createLog } from '../../../server/watch/log.ts';
import { expirePayments, reconcile, syncReferences } from '../subscriptions/lifecycle.server.ts';
import { openBilling } from './billing.server.ts';

const gateway = await fakeProxypay();
afterAll(() => gateway.close());
let logged = '';
const app = await testApp(
  {
    PAYMENT_GATEWAY: 'proxypay',
    PROXYPAY_URL: `${gateway.url}/`,
    PROXYPAY_TOKEN: TOKEN,
    PROXYPAY_ENTITY: '11111',
    LOG_LEVEL: 'debug',
  },
  {
    write: (line: string) => {
      logged += line;
    },
  },
);
const billing = openBilling({ config: app.config, db: app.db, log: createLog('silent') });
beforeEach(() => {
  gateway.faults.length = 0;
  gateway.queue.length = 0;
});

interface Begun {
  id: number;
  transactionId: string;
  referenceNumber: string;
}
const initiate = (parent: Visitor, planId = 'family', amount = 18_000) =>
  parent.post('/api/emis/initiate-payment', { planId, amount, paymentMethod: 'reference', currency: 'AOA' });
async function begun(planId = 'family', amount = 18_000): Promise<{ parent: Visitor; payment: Begun }> {
  const parent = await aParent(app);
  const reply = await initiate(parent, planId, amount);
  expect(reply.status, reply.text).toBe(200);
  return { parent, payment: reply.body.payment };
}
const call = (told: { body: string; headers: Record<string, string> }) =>
  app.visitor().post('/api/emis/callback/proxypay', told.body, told.headers);
const statusOf = async (parent: Visitor, { transactionId }: Begun) =>
  (await parent.get(`/api/emis/payment-status/${transactionId}`)).body.payment.status as string;
const endOf = async (parent: Visitor) => (await parent.get('/api/user')).body.subscriptionEnd as string | null;
const flags = (id: number | null) =>
  app.db.rows<{ type: string; raw: Record<string, unknown> }>(
    `select notification_type as type, raw_data as raw from emis_notifications where payment_id is not distinct from $1 and status = 'flagged' order by id`,
    [id],
  );
const age = (payment: Begun, milliseconds: number) =>
  app.db.count('update emis_payments set expires_at = expires_at - make_interval(secs => $2) where id = $1', [
    payment.id,
    milliseconds / 1000,
  ]);

test('a reference is created as the gateway documents it, and its callback completes the payment', async () => {
  const { parent, payment } = await begun();
  expect(payment).toMatchObject({ paymentDetails: { entity: '11111' } });
  const reference = gateway.references.get(payment.referenceNumber);
  expect(reference).toMatchObject({ amount: '18000.00', custom_fields: { transactionId: payment.transactionId } });
  const told = gateway.callback(gateway.pay(payment.referenceNumber));
  const reply = await call(told);
  expect([reply.status, reply.body]).toEqual([200, { received: true }]);
  expect(await statusOf(parent, payment)).toBe('completed');
  const end = await endOf(parent);
  // The same payment, reported again several times and also from the queue, is recorded once.
  await Promise.all([call(told), call(told), call(told), reconcile(billing)]);
  expect(await endOf(parent)).toBe(end);
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
  expect(gateway.queue).toEqual([]);
  expect(logged).not.toContain(TOKEN);
});

test('T34 a callback is accepted only with the gateway’s signature of its exact bytes', async () => {
  const { parent, payment } = await begun();
  const right = gateway.callback(gateway.pay(payment.referenceNumber));
  const refused: Record<string, string>[] = [
    { 'content-type': 'application/json' },
    { ...right.headers, 'x-signature': '' },
    { ...right.headers, 'x-signature': '0'.repeat(64) },
    { ...right.headers, 'x-signature': signatureOf(right.body, 'a-token-of-production') },
    { ...right.headers, 'x-signature': signatureOf('{}') },
    { ...right.headers, 'x-signature': `sha256=${signatureOf(right.body)}` },
    { ...right.headers, 'x-signature': signatureOf(right.body).slice(0, 62) },
  ];
  for (const headers of refused) expect((await call({ body: right.body, headers })).status).toBe(401);
  for (const body of [`${right.body} `, right.body.replace('{', '{ '), right.body.replace('18000', '18001')])
    expect((await call({ body, headers: right.headers })).status).toBe(401);
  expect(await statusOf(parent, payment)).toBe('pending');
  expect(await flags(payment.id)).toEqual([]);
  expect((await call(right)).status).toBe(200);
  // Callbacks of other gateways do not exist, and with a real gateway no browser can complete a payment.
  const other = await begun('individual', 9_000);
  const forged = await other.parent.post(`/api/emis/complete-payment/${other.payment.transactionId}`, {
    status: 'completed',
  });
  expect(forged.status).toBe(403);
  expect(await statusOf(other.parent, other.payment)).toBe('pending');
  const simulated = await testApp();
  expect((await simulated.visitor().post('/api/emis/callback/proxypay', right.body, right.headers)).status).toBe(404);
});

test('T35 a valid signature for the wrong payment is recorded and flagged, and completes nothing', async () => {
  const { parent, payment } = await begun();
  const other = await begun('individual', 9_000);
  const paid = gateway.pay(payment.referenceNumber);
  const wrong = [
    { ...paid, id: 501, amount: '1.00' },
    { ...paid, id: 502, amount: '18000.50' },
    { ...paid, id: 503, amount: null },
    { ...paid, id: 504, currency: 'USD' },
    // The reference of one payment with the number of another.
    { ...paid, id: 505, custom_fields: { transactionId: other.payment.transactionId }, amount: '9000.00' },
  ];
  for (const told of wrong) expect((await call(gateway.callback(told))).status).toBe(200);
  expect((await flags(payment.id)).map(({ type }) => type)).toEqual(['mismatch', 'mismatch', 'mismatch', 'mismatch']);
  expect((await flags(other.payment.id)).map(({ type }) => type)).toEqual(['mismatch']);
  const unknown = { ...paid, id: 506, reference_id: 999, custom_fields: {} };
  for (let again = 0; again < 3; again += 1) expect((await call(gateway.callback(unknown))).status).toBe(200);
  expect((await flags(null)).map(({ raw }) => raw['id'])).toEqual([506]);
  for (const told of [[], {}, 'texto', { id: 'x', reference_id: 1 }, { id: 1 }])
    expect((await call(gateway.callback(told))).status).toBe(400);
  expect([await statusOf(parent, payment), await statusOf(other.parent, other.payment)]).toEqual([
    'pending',
    'pending',
  ]);
});

test.each([
  ['U+0000 from a machine', 'a\\u0000b', 'a\ufffdb'],
  ['a lone surrogate', '\\ud83d', '\ufffd'],
  ['an escaped backslash', '\\\\u0000', '\\u0000'],
])('an unusual field in the callback does not prevent the payment: %s', async (_, sent, kept) => {
  const { parent, payment } = await begun();
  const about = { id: 7, reference_id: payment.referenceNumber, amount: '18000.00', terminal: 'TERMINAL' };
  const body = JSON.stringify(about)
    .replace('"id":7', `"id":${payment.id + 700_000}`)
    .replace('TERMINAL', sent);
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) };
  expect((await call({ body, headers })).status).toBe(200);
  expect(await statusOf(parent, payment)).toBe('completed');
  const row = await app.db.row<{ kept: string }>(
    `select callback_data ->> 'terminal' as kept from emis_payments where id = $1`,
    [payment.id],
  );
  expect(row?.kept).toBe(kept);
});

test('a callback with very deep nesting completes the payment', async () => {
  const { parent, payment } = await begun();
  const nested = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
  const body = `{"id":${payment.id + 800_000},"reference_id":${payment.referenceNumber},"amount":18000,"x":${nested}}`;
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) };
  expect((await call({ body, headers })).status).toBe(200);
  expect(await statusOf(parent, payment)).toBe('completed');
});

test('T36 callbacks that arrive out of order do not change a completed payment', async () => {
  const { parent, payment } = await begun();
  const told = gateway.callback(gateway.pay(payment.referenceNumber));
  await call(told);
  // The payment ends by expiry, cancellation or failure before the confirmation arrives: all confirmations are too late.
  await age(payment, 57 * 3_600_000);
  await expirePayments(billing);
  expect((await parent.post(`/api/emis/cancel-payment/${payment.transactionId}`)).status).toBe(409);
  await call({ ...told });
  expect(await statusOf(parent, payment)).toBe('completed');
  await expect(
    app.db.count(`update emis_payments set status = 'pending', completed_at = null where id = $1`, [payment.id]),
  ).rejects.toThrow(/does not go/);
  // The callback arrives before the reference is stored.
  const early = await begun();
  const paid = gateway.pay(early.payment.referenceNumber);
  await app.db.count('update emis_payments set reference_number = null where id = $1', [early.payment.id]);
  await call(gateway.callback(paid));
  expect(await statusOf(early.parent, early.payment)).toBe('completed');
});

test('a late confirmation is recorded and flagged, and so is a second payment of one reference', async () => {
  const { parent, payment } = await begun();
  const paid = gateway.pay(payment.referenceNumber);
  await age(payment, 49 * 3_600_000);
  await expirePayments(billing);
  await call(gateway.callback(paid));
  expect(await statusOf(parent, payment)).toBe('expired');
  expect((await flags(payment.id)).map(({ type }) => type)).toEqual(['late']);
  const twice = await begun();
  await call(gateway.callback(gateway.pay(twice.payment.referenceNumber)));
  const end = await endOf(twice.parent);
  await call(gateway.callback(gateway.pay(twice.payment.referenceNumber, 18_000)));
  expect(await endOf(twice.parent)).toBe(end);
  expect((await flags(twice.payment.id)).map(({ type }) => type)).toEqual(['paid_twice']);
  const admin = await aUser(app, 'admin');
  const listed = (await admin.get('/api/admin/payments/flagged')).body as { paymentId: number }[];
  expect(listed.map(({ paymentId }) => paymentId)).toEqual(expect.arrayContaining([payment.id, twice.payment.id]));
});

test('a payment without a callback is found in the gateway’s queue, and removed from it only once it is recorded', async () => {
  const { parent, payment } = await begun();
  gateway.pay(payment.referenceNumber);
  gateway.pay('123123123', '500.00');
  gateway.queue.push({ nonsense: true });
  // The acknowledgement is lost: the same payment is reported again at the next run.
  gateway.faults.push('none', 500, 500, 500);
  await reconcile(billing);
  expect(await statusOf(parent, payment)).toBe('completed');
  const end = await endOf(parent);
  expect(gateway.queue).toHaveLength(2);
  await reconcile(billing);
  expect(gateway.queue).toEqual([{ nonsense: true }]);
  expect(await endOf(parent)).toBe(end);
  gateway.pay(payment.referenceNumber);
  gateway.queue = [gateway.queue.at(-1) as never, gateway.queue.at(-1) as never];
  await reconcile(billing);
  expect(await endOf(parent)).toBe(end);
  expect(await flags(payment.id)).toHaveLength(1);
});

test('a failing gateway is retried, and in the end the parent is asked to come back', async () => {
  const { payment } = await (async () => {
    gateway.faults.push(503, 'hang-up');
    return begun();
  })();
  expect(payment.referenceNumber).toMatch(/^\d+$/);
  const parent = await aParent(app);
  gateway.faults.push(500, 502, 429);
  const refused = await initiate(parent);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'gateway-away', '60']);
  const [failed] = (await parent.get('/api/payments')).body;
  expect(failed.status).toBe('failed');
  // A refusal is not retried; a response without a valid number counts as none.
  const asked = gateway.asked.length;
  gateway.faults.push(401);
  expect((await initiate(parent)).status).toBe(503);
  expect(gateway.asked.length - asked).toBe(1);
  gateway.faults.push('not-json');
  expect((await initiate(parent)).status).toBe(503);
  // The request was carried out although its response says that it failed: repeating it is harmless.
  gateway.faults.push('done-but-500', 'done-but-500');
  expect((await initiate(parent)).status).toBe(200);
});

test('the reference of a cancelled payment is withdrawn, and a missing one is created', async () => {
  await syncReferences(billing);
  const { parent, payment } = await begun();
  expect((await parent.post(`/api/emis/cancel-payment/${payment.transactionId}`)).status).toBe(200);
  gateway.faults.push(500, 500, 500);
  await syncReferences(billing);
  expect(gateway.references.has(payment.referenceNumber)).toBe(true);
  await syncReferences(billing);
  expect(gateway.references.has(payment.referenceNumber)).toBe(false);
  const other = await begun();
  await app.db.count(
    `update emis_payments set reference_number = null, created_at = created_at - interval '5 minutes' where id = $1`,
    [other.payment.id],
  );
  await syncReferences(billing);
  const { body } = await other.parent.get(`/api/emis/payment-status/${other.payment.transactionId}`);
  expect(gateway.references.get(body.payment.referenceNumber)?.custom_fields['transactionId']).toBe(
    other.payment.transactionId,
  );
});

test('a tap that gets no reference does not cancel the payment whose reference another tap has got', async () => {
  const parent = await aParent(app);
  const before = gateway.asked.length;
  // The first tap's request hangs; the second is answered meanwhile; then the first is finally refused.
  gateway.faults.push('silence', 'none', 'none', 500, 500);
  const first = initiate(parent);
  await expect.poll(() => gateway.asked.length).toBe(before + 1);
  const second = await initiate(parent);
  expect(second.body.payment).toMatchObject({ status: 'pending', referenceNumber: expect.stringMatching(/^\d+$/) });
  const { transactionId, referenceNumber } = second.body.payment;
  const reply = await first;
  expect([reply.status, reply.body.payment?.referenceNumber]).toEqual([200, referenceNumber]);
  expect(await statusOf(parent, second.body.payment)).toBe('pending');
  await call(gateway.callback(gateway.pay(referenceNumber)));
  expect((await parent.get(`/api/emis/payment-status/${transactionId}`)).body.payment.status).toBe('completed');
});

test('payments whose ids exceed a double’s precision are told apart', async () => {
  const { parent, payment } = await begun();
  const told = (id: string) => {
    const body = `{"id":${id},"reference_id":${payment.referenceNumber},"amount":"18000.00"}`;
    return call({ body, headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body) } });
  };
  expect((await told('9007199254740992')).status).toBe(200);
  expect(await statusOf(parent, payment)).toBe('completed');
  expect((await told('9007199254740992')).status).toBe(200);
  expect(await flags(payment.id)).toEqual([]);
  expect((await told('9007199254740993')).status).toBe(200);
  expect((await flags(payment.id)).map(({ type, raw }) => [type, raw['id']])).toEqual([
    ['paid_twice', '9007199254740993'],
  ]);
});

test('an unreadable payment is flagged once, and left in the gateway’s queue', async () => {
  const unread = async () => (await flags(null)).filter(({ type }) => type === 'unread').map(({ raw }) => raw);
  const before = (await unread()).length;
  const odd = { id: 'd41d8cd9', reference_id: 5, amount: '18000.00' };
  for (let again = 0; again < 2; again += 1) expect((await call(gateway.callback(odd))).status).toBe(400);
  gateway.queue.push(odd, { id: 77 });
  for (let again = 0; again < 2; again += 1) await reconcile(billing);
  expect((await unread()).slice(before)).toEqual([odd, { id: 77 }]);
  expect(gateway.queue).toEqual([odd, { id: 77 }]);
  const admin = await anAdmin(app);
  const listed = (await admin.get('/api/admin/payments/flagged')).body as { id: number; notificationType: string }[];
  const [flag] = listed.filter(({ notificationType }) => notificationType === 'unread');
  const resolved = await admin.post(`/api/admin/payments/flagged/${flag?.id}/resolve`, {
    decision: 'dismissed',
    note: 'Visto com o operador.',
  });
  expect(resolved.status).toBe(200);
});
