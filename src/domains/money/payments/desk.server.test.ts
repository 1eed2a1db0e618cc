import { afterAll, expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { anAdmin, aParent } from '../../../../test/support/builders.ts';
import { fakeProxypay, TOKEN } from '../../../../test/support/proxypay.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { createLog } from '../../../server/watch/log.ts';
import { syncReferences } from '../subscriptions/lifecycle.server.ts';
import { openBilling } from './billing.server.ts';

const gateway = await fakeProxypay();
afterAll(() => gateway.close());
const app = await testApp({
  PAYMENT_GATEWAY: 'proxypay',
  PROXYPAY_URL: `${gateway.url}/`,
  PROXYPAY_TOKEN: TOKEN,
  PROXYPAY_ENTITY: '11111',
});

interface Begun {
  id: number;
  transactionId: string;
  referenceNumber: string;
}
let events = 900;

/** A family that was asked 9.000 Kz, and the flag of what the gateway reported instead. */
async function flaggedWith(told: Record<string, unknown>) {
  const parent = await aParent(app);
  const reply = await parent.post('/api/emis/initiate-payment', {
    planId: 'individual',
    amount: 9_000,
    paymentMethod: 'reference',
    currency: 'AOA',
  });
  const payment = reply.body.payment as Begun;
  events += 1;
  const { body, headers } = gateway.callback({ ...gateway.pay(payment.referenceNumber), id: events, ...told });
  expect((await app.visitor().post('/api/emis/callback/proxypay', body, headers)).status).toBe(200);
  const admin = await anAdmin(app);
  const { body: flags } = await admin.get('/api/admin/payments/flagged');
  const flag = flags.find((one: { paymentId: number }) => one.paymentId === payment.id);
  return { parent, payment, admin, flag };
}

/** The amounts that the family and the administrators read after the payment was completed. */
async function told(parent: Visitor, admin: Visitor, { id, transactionId }: Begun) {
  const [receipt] = (await parent.get('/api/receipts')).body;
  const { payment } = (await parent.get(`/api/emis/payment-status/${transactionId}`)).body;
  const one = `search=${encodeURIComponent(`n.º ${id}`)}`;
  const [listed] = (await admin.get(`/api/admin/payments?${one}`)).body;
  const { received } = (await admin.get(`/api/admin/payments/summary?${one}`)).body;
  const event = await app.db.row<{ amount: number }>(
    `select (payload ->> 'amount')::int as amount from outbox where kind = 'payment-completed' and payload ->> 'paymentId' = $1`,
    [String(id)],
  );
  return {
    receipt: receipt?.amount,
    family: payment.received,
    listed: [listed.amount, listed.received],
    received,
    event: event?.amount,
  };
}
const allSay = (amount: number) => ({
  receipt: amount,
  family: amount,
  listed: [9_000, amount],
  received: amount,
  event: amount,
});

/** What the family was told, in the order in which it happened. */
async function noticesOf(parent: Visitor): Promise<string[]> {
  while ((await deliver(app.db, createLog('silent'))) > 0);
  const { body } = await parent.get('/api/notifications?includeRead=true');
  return (body as { id: number; type: string; message: string }[])
    .filter(({ type }) => type.startsWith('payment_'))
    .sort((one, other) => one.id - other.id)
    .map(({ message }) => message.replaceAll('\u00a0', ' '));
}

test.each([
  ['returned', 'Devolvemos os 8.000 Kz que pagou pelo plano'],
  ['dismissed', 'não precisa de fazer nada'],
  ['accepted', 'Recebemos 8.000 Kz pelo plano'],
])('a family hears that its money is looked at, and that it was %s', async (decision, outcome) => {
  const { parent, admin, flag } = await flaggedWith({ amount: '8000.00' });
  const first = 'Recebemos 8.000 Kz, mas o pedido era de 9.000 Kz. Estamos a ver e dizemos-lhe.';
  expect(await noticesOf(parent)).toEqual([first]);
  const path = `/api/admin/payments/flagged/${flag.id}/resolve`;
  expect((await admin.post(path, { decision, note: 'Visto.' })).status).toBe(200);
  expect(await noticesOf(parent)).toEqual([first, expect.stringContaining(outcome)]);
});

test.each([8_000, 90_000])('a wrong amount that is accepted is booked as it arrived: %i', async (amount) => {
  const { parent, payment, admin, flag } = await flaggedWith({ amount: `${amount}.00` });
  expect(flag).toMatchObject({ notificationType: 'mismatch', amount: 9_000, received: amount });
  // How to reach the family, and the reference to compare with what was paid.
  expect(flag).toMatchObject({ email: expect.stringContaining('@'), referenceNumber: payment.referenceNumber });
  expect(flag).toHaveProperty('phone');
  const [before] = (await admin.get('/api/admin/payments/months')).body.slice(-1);
  const path = `/api/admin/payments/flagged/${flag.id}/resolve`;
  expect((await admin.post(path, { decision: 'accepted', note: 'Aceite assim.' })).status).toBe(200);
  expect(await told(parent, admin, payment)).toEqual(allSay(amount));
  const [after] = (await admin.get('/api/admin/payments/months')).body.slice(-1);
  expect(after.amount - before.amount).toBe(amount);
  const [entry] = (await admin.get('/api/admin/audit?kind=payment&limit=1')).body;
  expect(entry.after).toMatchObject({ decision: 'accepted', amount });
  const [{ id }] = (await parent.get('/api/receipts')).body;
  expect((await parent.get(`/api/receipts/${id}/pdf`)).status).toBe(200);
});

test.each([
  ['with cêntimos', { amount: '8000.50' }],
  ['in another currency', { amount: '8000.00', currency: 'USD' }],
  ['without an amount', { amount: null }],
])('who accepts money %s says how much it was', async (_, sent) => {
  const { parent, payment, admin, flag } = await flaggedWith(sent);
  expect(flag.received).toBeNull();
  const accept = (more: Record<string, unknown>) =>
    admin.post(`/api/admin/payments/flagged/${flag.id}/resolve`, { decision: 'accepted', note: 'Visto.', ...more });
  for (const more of [{}, { amount: 0 }, { amount: 8_000.5 }, { amount: null }])
    expect((await accept(more)).body).toMatchObject({ message: 'Escreva quanto chegou, em kwanzas, sem cêntimos.' });
  expect((await accept({ amount: 8_000 })).status).toBe(200);
  expect(await told(parent, admin, payment)).toEqual(allSay(8_000));
});

test('a transfer of another amount is recorded with what arrived', async () => {
  const [parent, admin] = [await aParent(app), await anAdmin(app)];
  const begun = await parent.post('/api/emis/initiate-payment', {
    planId: 'individual',
    amount: 9_000,
    paymentMethod: 'multicaixa',
    currency: 'AOA',
  });
  const { payment } = begun.body;
  const confirmed = await admin.post(`/api/admin/payments/${payment.transactionId}/confirm`, {
    bankReference: 'BAI 2026 8800',
    amount: 8_000,
  });
  expect(confirmed.body.payment).toMatchObject({ status: 'completed', amount: 9_000, received: 8_000 });
  expect(await told(parent, admin, payment)).toEqual(allSay(8_000));
  // Taking it back names the same amount, and cannot be confirmed again.
  const reversed = await admin.post(`/api/admin/payments/${payment.transactionId}/reverse`, { reason: 'Engano.' });
  expect(reversed.body.payment).toMatchObject({ status: 'cancelled', received: null, reversedAt: expect.any(String) });
  const [entry] = (await admin.get('/api/admin/audit?kind=payment&limit=1')).body;
  expect(entry.after).toMatchObject({ amount: 8_000 });
  const [listed] = (await admin.get(`/api/admin/payments?search=${encodeURIComponent(`n.º ${payment.id}`)}`)).body;
  expect(listed.reversedAt).toEqual(expect.any(String));
});

test('a family whose money was paid back is not told of a mistake, and the transfer serves for nothing else', async () => {
  const admin = await anAdmin(app);
  const confirmed = async () => {
    const parent = await aParent(app);
    const wanted = { planId: 'individual', amount: 9_000, paymentMethod: 'multicaixa', currency: 'AOA' };
    const { payment } = (await parent.post('/api/emis/initiate-payment', wanted)).body;
    const path = `/api/admin/payments/${payment.transactionId}`;
    return { parent, path, reply: await admin.post(`${path}/confirm`, { bankReference: 'BAI 2026 9900' }) };
  };
  const { parent, path, reply } = await confirmed();
  expect(reply.status).toBe(200);
  expect((await admin.post(`${path}/reverse`, { what: 'outra', reason: 'x' })).status).toBe(400);
  expect((await admin.post(`${path}/reverse`, { what: 'refunded', reason: 'Desistiu.' })).status).toBe(200);
  const told = (await noticesOf(parent)).at(-1);
  expect(told).toContain('Devolvemos o que pagou: 9.000 Kz');
  expect(told).not.toContain('engano');
  const [entry] = (await admin.get('/api/admin/audit?kind=payment&limit=1')).body;
  expect(entry.after).toMatchObject({ decision: 'returned', reason: 'Desistiu.' });
  expect((await confirmed()).reply.body.code).toBe('transfer-used');
});

test('the open payment of an account that is erased ends, and its reference is withdrawn', async () => {
  const [parent, admin] = [await aParent(app), await anAdmin(app)];
  const begun = await parent.post('/api/emis/initiate-payment', {
    planId: 'individual',
    amount: 9_000,
    paymentMethod: 'reference',
    currency: 'AOA',
  });
  const { id, referenceNumber } = begun.body.payment as Begun;
  const erased = await admin.post(`/api/admin/users/${parent.id}/erasure`, { when: 'now', reason: 'Pediu.' });
  expect(erased.status, erased.text).toBe(200);
  const [listed] = (await admin.get(`/api/admin/payments?search=${encodeURIComponent(`n.º ${id}`)}`)).body;
  expect(listed).toMatchObject({ fullName: null, status: 'cancelled' });
  const [event] = await app.db.rows(
    `select notification_type as type, status from emis_notifications where payment_id = $1 order by id desc limit 1`,
    [id],
  );
  expect(event).toEqual({ type: 'cancelled', status: 'processed' });
  expect(gateway.references.has(referenceNumber)).toBe(true);
  await syncReferences(openBilling({ config: app.config, db: app.db, log: createLog('silent') }));
  expect(gateway.references.has(referenceNumber)).toBe(false);

  // Money that comes all the same cannot be accepted: there is no family any more.
  await app.db.count(
    `insert into emis_notifications (payment_id, notification_type, status, event_key, raw_data) values ($1, 'late', 'flagged', $2, '{"amount": "9000.00"}')`,
    [id, `erased ${id}`],
  );
  const flag = (await admin.get('/api/admin/payments/flagged')).body.find(
    ({ paymentId }: { paymentId: number }) => paymentId === id,
  );
  expect(flag).toMatchObject({ userId: null, acceptable: false });
  const settle = (decision: string) =>
    admin.post(`/api/admin/payments/flagged/${flag.id}/resolve`, { decision, note: 'x' });
  expect((await settle('accepted')).body.message).toContain('Esta conta foi apagada');
  expect((await settle('returned')).status).toBe(200);
  // Who comes second reads who decided.
  expect((await settle('dismissed')).body.message).toBe(
    `Domingas Cassoma já decidiu isto entretanto. Veja em «Decisões» o que ficou decidido.`,
  );
});
