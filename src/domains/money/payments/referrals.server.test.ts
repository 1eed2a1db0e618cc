import { expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { anAdmin, aParent, PASSWORD } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { createLog } from '../../../server/watch/log.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { discountFor, phoneOfOnePerson } from './referrals.rules.ts';

const app = await testApp();
const log = createLog('silent');
let count = 0;

const codeOf = async (parent: Visitor): Promise<string> => (await parent.get('/api/referrals')).body.code;
const state = async (parent: Visitor) => (await parent.get('/api/referrals')).body;

async function friend(ref: unknown, more: Record<string, unknown> = {}, delivered = true): Promise<Visitor> {
  count += 1;
  const username = `amigo${process.pid}x${count}`;
  const visitor = app.visitor();
  const reply = await visitor.post('/api/register', {
    username,
    fullName: 'Amiga Nova',
    email: `${username}@amigos.example`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ref,
    ...more,
  });
  expect(reply.status, reply.text).toBe(201);
  if (delivered) await deliver(app.db, log);
  return visitor;
}

async function buys(visitor: Visitor, planId = 'individual', amount = 9_000) {
  const begun = await visitor.post('/api/emis/initiate-payment', { planId, amount, paymentMethod: 'reference' });
  expect(begun.status, begun.text).toBe(200);
  if (!begun.body.payment) return begun;
  return visitor.post(`/api/emis/complete-payment/${begun.body.payment.transactionId}`, {});
}
const friendsPay = async (code: string, many: number) => {
  for (let made = 0; made < many; made += 1) await buys(await friend(code));
};

test('five referrals that pay give 30 % once, on the next purchase; then counting starts again', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  expect((await state(parent)).link).toBe(`${app.config.publicUrl}/auth?tab=register&ref=${code}`);
  await friendsPay(code, 4);
  await friend(code);
  expect(await state(parent)).toMatchObject({ waiting: 1, paid: 4, discountPercent: 0 });
  await friendsPay(code, 1);
  expect(await state(parent)).toMatchObject({ paid: 5, discountPercent: 30, appliesTo: 'purchase' });
  // The full price is accepted as input; the amount to pay is the one that the server computed.
  const begun = await parent.post('/api/emis/initiate-payment', {
    planId: 'family',
    amount: 18_000,
    paymentMethod: 'reference',
  });
  expect(begun.body.payment).toMatchObject({ amount: 12_600, paymentDetails: { price: 18_000, discountPercent: 30 } });
  await parent.post(`/api/emis/complete-payment/${begun.body.payment.transactionId}`, {});
  expect((await parent.get('/api/receipts')).body[0].amount).toBe(12_600);
  expect(await state(parent)).toMatchObject({ paid: 0, discountPercent: 0, appliesTo: 'renewal' });
});

test('a referral that pays before its event is delivered counts once', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  await buys(await friend(code, {}, false));
  // The event is delivered while the friend pays.
  const hasty = await friend(code, {}, false);
  await Promise.all([buys(hasty), deliver(app.db, log), deliver(app.db, log)]);
  await deliver(app.db, log);
  expect(await state(parent)).toMatchObject({ waiting: 0, paid: 2 });
  await buys(hasty);
  expect(await state(parent)).toMatchObject({ waiting: 0, paid: 2 });
});

test('a code is valid in any capitals, but not with other characters', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  await friend(code.toLowerCase());
  await friend([...code].map((letter, index) => (index % 2 ? letter.toLowerCase() : letter)).join(''));
  expect(await state(parent)).toMatchObject({ waiting: 2 });
  const wide = [...code].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');
  for (const other of [
    wide,
    `${code}\u200b`,
    `${code}\u0000`,
    ` ${code}`,
    code.replace(/.$/, 'ſ'),
    code.repeat(4),
    [code],
    { code },
  ])
    await friend(other);
  expect(await state(parent)).toMatchObject({ waiting: 2, paid: 0 });
});

test('ten referrals pay for a year: redeemed without a payment, once, even by two taps', async () => {
  const parent = await aParent(app);
  await friendsPay(await codeOf(parent), 10);
  const offers = (await parent.get('/api/subscription')).body.offers as { planId: string; amount: number }[];
  expect(offers.map(({ amount }) => amount)).toEqual([0, 0, 0]);
  const taps = await Promise.all([1, 2, 3].map(() => buys(parent, 'family', 18_000)));
  expect(new Set(taps.map(({ text }) => text)).size).toBe(1);
  expect(taps[0]?.body).toMatchObject({ success: true, payment: null, redemption: { planId: 'family' } });
  const { body } = await parent.get('/api/user');
  expect(body.subscriptionType).toBe('family');
  expect(Math.round((Date.parse(body.subscriptionEnd) - Date.now()) / DAY_MS)).toBeOneOf([365, 366]);
  expect(await state(parent)).toMatchObject({ paid: 0 });
  expect([(await parent.get('/api/payments')).body, (await parent.get('/api/receipts')).body]).toEqual([[], []]);
});

test('a discount waits for the renewal while a plan runs: an upgrade costs the full price', async () => {
  const parent = await aParent(app, { plan: 'family' });
  await friendsPay(await codeOf(parent), 5);
  const { offers } = (await parent.get('/api/subscription')).body;
  expect(offers.map((offer: Record<string, unknown>) => [offer['planId'], offer['effect'], offer['amount']])).toEqual([
    ['individual', 'after', 6_300],
    ['family', 'extend', 12_600],
    ['family-plus', 'upgrade', 30_000],
  ]);
});

test('T43 own accounts, the own mailbox, second uses and guessed codes do not count', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  const { email } = (await parent.get('/api/user')).body;
  const [name, domain] = (email as string).split('@');
  await parent.put('/api/account/profile', { phone: '+244 923 111 222' });
  for (const own of [
    { email },
    { email: `${name}+dois@${domain}` },
    { email: `${name?.toUpperCase()}@${domain}` },
    { phone: '923111222' },
  ])
    await buys(await friend(code, own));
  expect(await state(parent)).toMatchObject({ waiting: 0, paid: 0 });
  // Guessed codes, and values that are no codes at all.
  for (const ref of [code.slice(0, 12), `${code}0`, 'AAAAAAAAAAAAA', '', null, 5, ['x'], { a: 1 }, "' or 1=1"])
    await buys(await friend(ref));
  expect(await state(parent)).toMatchObject({ waiting: 0, paid: 0 });
  // An e-mail counts once, whoever refers it and however it is written; five concurrent registrations count once.
  const other = await aParent(app);
  const second = await codeOf(other);
  const first = await friend(code, { email: 'uma.so@gmail.com' });
  await buys(first);
  await buys(await friend(second, { email: 'umaso+2@googlemail.com' }));
  await friend('', { email: 'velha.conta@googlemail.com' });
  await buys(await friend(second, { email: 'velhaconta@gmail.com' }));
  expect(await state(other)).toMatchObject({ waiting: 0, paid: 0 });
  const crowd = await Promise.all([1, 2, 3, 4, 5].map((n) => friend(second, { email: `juntos+${n}@familia.example` })));
  for (const one of crowd) await buys(one);
  expect(await state(other)).toMatchObject({ waiting: 0, paid: 1 });
  // A further payment does not count as a second referral, nor does an account that has not paid.
  await buys(first);
  await friend(code);
  expect(await state(parent)).toMatchObject({ waiting: 1, paid: 1, discountPercent: 0 });
  // In the opposite direction: an account that existed before cannot be referred by one that it referred.
  expect(await state(first)).toMatchObject({ waiting: 0, paid: 0 });
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/);
});

test('T43 a parked plan does not make an upgrade a first purchase', async () => {
  const parent = await aParent(app, { plan: 'individual' });
  await friendsPay(await codeOf(parent), 10);
  await parent.post('/api/subscription', { subscriptionType: 'free' });
  const { offers, discount } = (await parent.get('/api/subscription')).body;
  expect(offers.map(({ amount }: { amount: number }) => amount)).toEqual([0, 18_000, 30_000]);
  expect(discount).toEqual({ percent: 100, appliesTo: 'renewal' });
  expect((await state(parent)).appliesTo).toBe('renewal');
  const dearer = await parent.post('/api/emis/initiate-payment', {
    planId: 'family-plus',
    amount: 30_000,
    paymentMethod: 'reference',
  });
  expect(dearer.body.payment).toMatchObject({ amount: 30_000, paymentDetails: { discountPercent: 0 } });
  // The same with a smaller plan that is running.
  await buys(parent, 'individual', 9_000);
  const other = await aParent(app, { plan: 'family' });
  await friendsPay(await codeOf(other), 5);
  await other.post('/api/subscription', { subscriptionType: 'free' });
  await buys(other, 'individual', 9_000);
  await friendsPay(await codeOf(other), 5);
  const beside = (await other.get('/api/subscription')).body.offers as { amount: number }[];
  expect(beside.map(({ amount }) => amount)).toEqual([6_300, 18_000, 30_000]);
});

test('simultaneous payments of referrals are all counted, and the reward is notified once', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  const earned = () =>
    app.db.rows<{ percent: number }>(
      `select (payload ->> 'percent')::int as percent from outbox where kind = 'discount-earned' and (payload ->> 'userId')::int = $1 order by id`,
      [parent.id],
    );
  const friends: Visitor[] = [];
  for (let made = 0; made < 14; made += 1) friends.push(await friend(code));
  await Promise.all(friends.slice(0, 7).map((one) => buys(one)));
  expect(await earned()).toEqual([{ percent: 30 }]);
  await Promise.all(friends.slice(7).map((one) => buys(one)));
  expect(await earned()).toEqual([{ percent: 30 }, { percent: 100 }]);
  expect(await state(parent)).toMatchObject({ waiting: 0, paid: 14 });
});

test('of two simultaneous renewals one uses the discount', async () => {
  const parent = await aParent(app);
  await friendsPay(await codeOf(parent), 5);
  const begin = () =>
    parent.post('/api/emis/initiate-payment', { planId: 'individual', amount: 6_300, paymentMethod: 'reference' });
  const [a, b] = await Promise.all([begin(), begin()]);
  expect(a.body.payment.transactionId).toBe(b.body.payment.transactionId);
  const { transactionId } = a.body.payment;
  await Promise.all([1, 2].map(() => parent.post(`/api/emis/complete-payment/${transactionId}`, {})));
  const next = await begin();
  expect([next.status, next.body.message]).toEqual([400, 'Valor do plano inválido']);
});

test('a discount serves one year, however many payments it was offered for', async () => {
  const parent = await aParent(app);
  await friendsPay(await codeOf(parent), 5);
  const promised: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const begun = await parent.post('/api/emis/initiate-payment', {
      planId: 'family',
      amount: 12_600,
      paymentMethod: 'multicaixa',
    });
    promised.push(begun.body.payment.transactionId);
    await parent.post(`/api/emis/cancel-payment/${promised.at(-1)}`);
  }
  const admin = await anAdmin(app);
  const confirm = (index: number) =>
    admin.post(`/api/admin/payments/${promised[index]}/confirm`, { bankReference: `Desconto ${promised[index]}` });
  const replies = await Promise.all([0, 1, 2].map(confirm));
  expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([
    200,
    'discount-used',
    'discount-used',
  ]);
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
  // An administrator may still accept such a payment.
  const flags = (await admin.get('/api/admin/payments/flagged')).body as { id: number; notificationType: string }[];
  const [flag] = flags.filter(({ notificationType }) => notificationType === 'discount_used');
  const accepted = await admin.post(`/api/admin/payments/flagged/${flag?.id}/resolve`, {
    decision: 'accepted',
    note: 'Oferta.',
  });
  expect(accepted.status).toBe(200);
  expect((await parent.get('/api/receipts')).body).toHaveLength(2);
});

test('a late payment is not accepted with a discount that another year has used meanwhile', async () => {
  const parent = await aParent(app);
  await friendsPay(await codeOf(parent), 5);
  const wanted = { planId: 'family', amount: 12_600, paymentMethod: 'multicaixa' };
  const first = await parent.post('/api/emis/initiate-payment', wanted);
  const { id, transactionId } = first.body.payment;
  await parent.post(`/api/emis/cancel-payment/${transactionId}`);
  expect((await parent.post(`/api/emis/complete-payment/${transactionId}`, {})).status).toBe(409);
  await buys(parent, 'family', 12_600);
  const admin = await anAdmin(app);
  const flagOf = async () =>
    ((await admin.get('/api/admin/payments/flagged')).body as { id: number; paymentId: number }[]).find(
      ({ paymentId }) => paymentId === id,
    );
  const path = `/api/admin/payments/flagged/${(await flagOf())?.id}/resolve`;
  const accepted = await admin.post(path, { decision: 'accepted', note: 'Pagou.' });
  expect([accepted.status, accepted.body.code]).toEqual([409, 'discount-used']);
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
  expect(await flagOf()).toBeDefined();
  expect((await admin.post(path, { decision: 'returned', note: 'Devolvido.' })).status).toBe(200);
});

test('a friend’s payment that is taken back takes the discount with it, also from a payment already begun', async () => {
  const parent = await aParent(app);
  const code = await codeOf(parent);
  await friendsPay(code, 4);
  const unsure = await friend(code);
  const paid = await buys(unsure);
  const wanted = { planId: 'family', amount: 12_600, paymentMethod: 'multicaixa' };
  const { id, transactionId } = (await parent.post('/api/emis/initiate-payment', wanted)).body.payment;
  const admin = await anAdmin(app);
  const reversed = await admin.post(`/api/admin/payments/${paid.body.payment.transactionId}/reverse`, {
    reason: 'Engano',
  });
  expect(reversed.status, reversed.text).toBe(200);
  const refused = await parent.post(`/api/emis/complete-payment/${transactionId}`, {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'O desconto deste pagamento já não se aplica. Cancele-o e comece de novo.',
  ]);
  expect((await parent.get('/api/receipts')).body).toEqual([]);
  const flags = (await admin.get('/api/admin/payments/flagged')).body as { paymentId: number }[];
  expect(flags.filter(({ paymentId }) => paymentId === id)).toMatchObject([{ notificationType: 'discount_used' }]);
});

test('the discount is 0, 30 or 100 percent; telephones are compared in a normalized form', () => {
  expect([0, 4, 5, 9, 10, 25].map((paid) => discountFor(paid).percent)).toEqual([0, 0, 30, 30, 100, 100]);
  expect([phoneOfOnePerson('+244 923 000 000'), phoneOfOnePerson('923-000-000'), phoneOfOnePerson('12')]).toEqual([
    '923000000',
    '923000000',
    null,
  ]);
});

test('the stored hash of a referral’s e-mail cannot be reproduced without the server’s secret', async () => {
  const parent = await aParent(app);
  await friend(await codeOf(parent), { email: 'amiga.secreta@amigos.example' });
  const kept = await app.db.row<{ plain: boolean; bytes: number }>(
    `select email_key = sha256('amiga.secreta@amigos.example') as plain, octet_length(email_key) as bytes from referrals where referrer_id = $1`,
    [parent.id],
  );
  expect(kept).toEqual({ plain: false, bytes: 32 });
  // An e-mail still counts only once.
  const other = await aParent(app);
  await friend(await codeOf(other), { email: 'amiga.secreta@amigos.example' });
  expect((await state(other)).waiting).toBe(0);
});
