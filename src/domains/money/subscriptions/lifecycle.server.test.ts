import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aParent, type Parent } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { createLog } from '../../../server/watch/log.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { openBilling } from '../payments/billing.server.ts';
import { recordConfirmation } from '../payments/completing.server.ts';
import { beginPayment } from '../payments/payments.server.ts';
import { afterFree, afterRestore } from '../plans/period.rules.ts';
import { findNow } from '../plans/standing.store.ts';
import { PLAN_CHOICES } from './choices.server.ts';
import { expirePayments, movePlans, syncReferences } from './lifecycle.server.ts';

const app = await testApp();
const log = createLog('silent');

/** Returns the billing of a program whose clock is this number of days ahead. */
const inDays = (days: number) => ({
  ...openBilling({ config: app.config, db: app.db, log: log }),
  now: async (db: typeof app.db) => new Date((await findNow(db)).getTime() + days * DAY_MS),
});
/** Runs the jobs of that day, twice and concurrently, as two processes would. */
async function jobs(days: number): Promise<void> {
  const billing = inDays(days) as never;
  await Promise.all([expirePayments(billing), expirePayments(billing)]);
  await Promise.all([movePlans(billing), movePlans(billing)]);
  await syncReferences(billing);
  await deliver(app.db, log);
}
const told = async (parent: Parent): Promise<string[]> =>
  (
    await app.db.rows<{ type: string }>(
      `select type from notifications where user_id = $1 and category = 'subscription' order by id`,
      [parent.id],
    )
  ).map(({ type }) => type);
const subscription = async (parent: Parent) => (await parent.get('/api/subscription')).body;
const end = async (parent: Parent) => (await parent.get('/api/user')).body.subscriptionEnd as string | null;

test('reminders at 30, 7 and 1 days, the next payment at 14, grace for 7, then the free plan with nothing deleted', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 100 * DAY_MS) });
  const until = await end(parent);
  await jobs(60);
  expect(await told(parent)).toEqual([]);
  await jobs(71);
  await jobs(72);
  expect(await told(parent)).toEqual(['plan_ending']);
  await jobs(85);
  await jobs(86.5);
  expect(await told(parent)).toEqual(['plan_ending', 'renewal_ready']);
  const { openPayment } = await subscription(parent);
  expect(openPayment).toMatchObject({
    amount: 18_000,
    planId: 'family',
    paymentDetails: { kind: 'renewal' },
    referenceNumber: expect.stringMatching(/^\d+$/),
  });
  expect(Date.parse(openPayment.expiresAt)).toBe(Date.parse(until as string) + 7 * DAY_MS);
  await jobs(94);
  await jobs(99.5);
  expect(await told(parent)).toEqual(['plan_ending', 'renewal_ready', 'plan_ending', 'plan_ending']);
  await jobs(106);
  expect(await end(parent)).toBe(until);
  await jobs(107.5);
  await jobs(108);
  expect(await end(parent)).toBeNull();
  expect((await told(parent)).slice(4)).toEqual(['plan_ended']);
  expect((await subscription(parent)).openPayment).toBeNull();
  expect((await parent.get('/api/payments')).body.map(({ status }: { status: string }) => status)).toEqual(['expired']);
});

test('a paid renewal starts where the plan ends; paying on one’s own uses the same payment', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 10 * DAY_MS) });
  const until = (await end(parent)) as string;
  await jobs(0);
  const { openPayment } = await subscription(parent);
  const begun = await parent.post('/api/emis/initiate-payment', {
    planId: 'family',
    amount: 18_000,
    paymentMethod: 'multicaixa',
  });
  expect(begun.body.payment.transactionId).toBe(openPayment.transactionId);
  await parent.post(`/api/emis/complete-payment/${openPayment.transactionId}`, {});
  const next = new Date(until);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  expect(await end(parent)).toBe(next.toISOString());
  await deliver(app.db, log);
  expect(await told(parent)).toEqual(expect.arrayContaining(['renewal_ready', 'payment_confirmed']));
});

test('a cancelled renewal keeps the plan to its end without a payment; a cancelled payment is not created again', async () => {
  const parent = await aParent(app, { plan: 'individual', planEnds: new Date(Date.now() + 10 * DAY_MS) });
  const until = await end(parent);
  await jobs(0);
  const cancelled = await parent.request('PUT', '/api/subscription/renewal', { renewal: false });
  expect(cancelled.body).toMatchObject({ planId: 'individual', renewal: false, openPayment: null });
  await jobs(5);
  expect(await end(parent)).toBe(until);
  expect((await subscription(parent)).openPayment).toBeNull();
  await parent.request('PUT', '/api/subscription/renewal', { renewal: true });
  await jobs(6);
  const { openPayment } = await subscription(parent);
  expect(openPayment).not.toBeNull();
  await parent.post(`/api/emis/cancel-payment/${openPayment.transactionId}`);
  await jobs(7);
  expect((await subscription(parent)).openPayment).toBeNull();
  await parent.request('PUT', '/api/subscription/renewal', { renewal: false });
  expect((await subscription(parent)).ended).toBeNull();
  await jobs(10.1);
  expect(await end(parent)).toBeNull();
  expect((await subscription(parent)).ended).toEqual({ planId: 'individual', on: until });
});

test('an upgrade credits unused time; a cheaper plan begins when the present one ends', async () => {
  const parent = await aParent(app, { plan: 'individual', planEnds: new Date(Date.now() + 200 * DAY_MS) });
  const buy = async (planId: string, amount: number) => {
    const { body } = await parent.post('/api/emis/initiate-payment', { planId, amount, paymentMethod: 'reference' });
    await parent.post(`/api/emis/complete-payment/${body.payment.transactionId}`, {});
  };
  const { offers } = await subscription(parent);
  expect(offers.map(({ effect }: { effect: string }) => effect)).toEqual(['extend', 'upgrade', 'upgrade']);
  expect(offers[1]).toMatchObject({ creditedDays: 100, amount: 18_000 });
  await buy('family', 18_000);
  const after = await subscription(parent);
  expect(after.planId).toBe('family');
  expect(after.until.slice(0, 10)).toBe(offers[1].until.slice(0, 10));
  await buy('individual', 9_000);
  const later = await subscription(parent);
  expect(later).toMatchObject({ planId: 'family', until: after.until, next: [{ planId: 'individual' }] });
  expect(later.next[0].days).toBeOneOf([365, 366]);
  const days = Math.ceil((Date.parse(after.until) - Date.now()) / DAY_MS);
  await jobs(days + 0.1);
  expect((await parent.get('/api/user')).body).toMatchObject({ subscriptionType: 'individual' });
});

test('switching to the free plan at once parks the unused time to the millisecond, and it can be resumed', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 50 * DAY_MS) });
  const parked = await parent.post('/api/subscription', { subscriptionType: 'free' });
  expect(parked.body).toMatchObject({ planId: 'free', until: null, parked: [{ planId: 'family', days: 50 }] });
  expect((await parent.post('/api/subscription', { subscriptionType: 'free' })).status).toBe(200);
  await jobs(400);
  const restored = await parent.post('/api/subscription/restore');
  expect(restored.body).toMatchObject({ planId: 'family', parked: [] });
  expect(Math.abs(Date.parse(restored.body.until) - Date.now() - 50 * DAY_MS)).toBeLessThan(60_000);
  expect((await parent.post('/api/subscription/restore')).status).toBe(409);
});

test('T61 resuming a plan uses up at least seven days, however soon it is paused again', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 17 * DAY_MS) });
  const pause = async () => (await parent.post('/api/subscription', { subscriptionType: 'free' })).body;
  const resume = () => parent.post('/api/subscription/restore');
  // A plan that was only bought can be paused without loss.
  expect(await pause()).toMatchObject({ planId: 'free', parked: [{ planId: 'family', days: 17 }] });
  await resume();
  expect(await pause()).toMatchObject({ planId: 'free', parked: [{ planId: 'family', days: 10 }] });
  await resume();
  // After more than seven days nothing else is taken.
  await app.db.count(`update plan_changes set at = at - interval '8 days' where user_id = $1`, [parent.id]);
  expect(await pause()).toMatchObject({ parked: [{ planId: 'family', days: 10 }] });
  await resume();
  expect(await pause()).toMatchObject({ parked: [{ planId: 'family', days: 3 }] });
  // The last days are used up whole, and the result cannot be resumed.
  await resume();
  expect(await pause()).toMatchObject({ planId: 'free', parked: [] });
  expect((await resume()).status).toBe(409);
});

test('seven days that the resumed plan does not last for are taken from the one that follows', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  const parked = [
    { planId: 'family', milliseconds: 3 * DAY_MS },
    { planId: 'individual', milliseconds: 30 * DAY_MS },
  ] as const;
  const free = { planId: 'free', since: null, until: null, renewal: true, next: [], parked, resumedAt: null } as const;
  const paused = afterFree(afterRestore(free, now), new Date(now.getTime() + DAY_MS));
  expect(paused.parked).toEqual([{ planId: 'individual', milliseconds: 26 * DAY_MS }]);
});

test('T61 pausing and resuming a plan is limited to ten calls an hour', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 300 * DAY_MS) });
  for (let call = 0; call < PLAN_CHOICES.hits; call += 1) {
    const [address, body] = call % 2 ? ['/restore'] : ['', { subscriptionType: 'free' }];
    expect((await parent.post(`/api/subscription${address}`, body)).status).toBe(200);
  }
  expect((await parent.post('/api/subscription', { subscriptionType: 'free' })).status).toBe(429);
  expect((await parent.post('/api/subscription/restore')).status).toBe(429);
});

test('a discount earned while the renewal is open reduces its amount, down to zero', async () => {
  const parent = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() + 10 * DAY_MS) });
  const until = (await end(parent)) as string;
  const friendsPaid = () =>
    app.db.count('insert into referrals (referrer_id, paid_at) select $1, now() from generate_series(1, 5)', [
      parent.id,
    ]);
  await jobs(0);
  const first = (await subscription(parent)).openPayment;
  await friendsPaid();
  await jobs(1);
  await jobs(1.5);
  const second = (await subscription(parent)).openPayment;
  expect([first.amount, second.amount, second.paymentDetails.kind]).toEqual([18_000, 12_600, 'renewal']);
  expect(second.expiresAt).toBe(first.expiresAt);
  expect((await parent.get(`/api/emis/payment-status/${first.transactionId}`)).body.payment.status).toBe('cancelled');
  await friendsPaid();
  await jobs(2);
  const after = await subscription(parent);
  expect([after.openPayment, after.discount.percent]).toEqual([null, 0]);
  const next = new Date(until);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  expect(after.until).toBe(next.toISOString());
});

test('a deleted or suspended user gets no renewal payment; a restored one does', async () => {
  for (const [leave, back] of [
    ['deletion_asked_at = now()', 'deletion_asked_at = null'],
    ['suspended_at = now()', 'suspended_at = null'],
  ]) {
    const parent = await aParent(app, { plan: 'individual', planEnds: new Date(Date.now() + 10 * DAY_MS) });
    await app.db.count(`update users set ${leave} where id = $1`, [parent.id]);
    await jobs(0);
    const payments = () => app.db.rows('select 1 from emis_payments where user_id = $1', [parent.id]);
    expect(await payments()).toEqual([]);
    await app.db.count(`update users set ${back} where id = $1`, [parent.id]);
    await jobs(0);
    expect(await payments()).toHaveLength(1);
  }
});

test('at the end of a year receipts have the year in Luanda, and a plan from a leap day ends on its anniversary', async () => {
  const pay = async (at: string) => {
    const parent = await aParent(app);
    const billing = { ...openBilling({ config: app.config, db: app.db, log: log }), now: async () => new Date(at) };
    const { payment } = await beginPayment(billing, parent.id, {
      planId: 'individual',
      amount: 9_000,
      paymentMethod: 'reference',
    });
    await recordConfirmation(billing, payment ?? undefined, {
      from: 'callback',
      key: `end:${parent.id}`,
      amount: 9_000,
      raw: {},
    });
    const row = await app.db.row<{ series: number; number: number; until: Date }>(
      `select r.series, r.number, u.subscription_end as until from receipts r join users u on u.id = r.user_id where u.id = $1`,
      [parent.id],
    );
    return [row?.series, row?.number, row?.until.toISOString()];
  };
  // An hour before midnight UTC it is midnight in Luanda, in winter and in summer.
  expect(await pay('2031-12-31T22:59:59.999Z')).toEqual([2031, 1, '2032-12-31T22:59:59.999Z']);
  expect(await pay('2031-12-31T23:00:00.000Z')).toEqual([2032, 1, '2032-12-31T23:00:00.000Z']);
  expect(await pay('2031-06-30T22:30:00.000Z')).toEqual([2031, 2, '2032-06-30T22:30:00.000Z']);
  expect(await pay('2032-02-29T11:00:00.000Z')).toEqual([2032, 2, '2033-02-28T11:00:00.000Z']);
  // In Luanda it is already the 29th.
  expect(await pay('2032-02-28T23:30:00.000Z')).toEqual([2032, 3, '2033-02-27T23:30:00.000Z']);
});
