import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, anAdmin, aParent, aUser, confirmWithoutCode, type Parent } from '../../../../test/support/builders.ts';
import { addDevice, aPasskeyDevice } from '../../../../test/support/passkey-device.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { DAY_MS } from '../../../shared/time.ts';

const app = await testApp();
const silent = pino({ level: 'silent' });
/** Returns a parent's notifications about payments, the oldest first, each with whether a mail was sent too. */
async function toldOf(parent: Parent): Promise<{ type: string; title: string; message: string }[]> {
  while ((await deliver(app.db, silent)) > 0);
  const { body } = await parent.get('/api/notifications?includeRead=true');
  const told = (body as { id: number; type: string; title: string; message: string }[])
    .filter(({ type }) => /^(plan_granted|payment_reversed)$/.test(type))
    .sort((a, b) => a.id - b.id)
    .map(({ type, title, message }) => ({ type, title, message }));
  const mails = (await mailsTo(`${parent.username}@familia.example`)).map(({ kind }) => kind);
  expect(mails.filter((kind) => /^(plan_granted|payment_reversed)$/.test(kind))).toEqual(told.map(({ type }) => type));
  return told;
}
const admin = await anAdmin(app);
const lastLine = async () => (await admin.get('/api/admin/audit?limit=1')).body[0];
const mailsTo = (address: string) =>
  app.db.rows<{ kind: string; text: string }>(
    'select kind, content::text as text from mails where recipient = $1 order by id',
    [address],
  );
const account = async (id: number, username: string) =>
  (await admin.get(`/api/admin/users?search=${username}`)).body.find((one: { id: number }) => one.id === id);

async function pays(parent: Parent, planId: string, amount: number) {
  const begun = await parent.post('/api/emis/initiate-payment', {
    amount,
    planId,
    paymentMethod: 'multicaixa',
    currency: 'AOA',
  });
  return begun.body.payment.transactionId as string;
}
let transfers = 0;
const confirm = (transactionId: string) => {
  transfers += 1;
  return admin.post(`/api/admin/payments/${transactionId}/confirm`, { bankReference: `BAI ${transfers}` });
};

test('staff are invited by a link and choose a password that nobody else knows', async () => {
  const wanted = { username: 'convidada', fullName: 'Rosa Neto', email: 'rosa@escola.example', role: 'teacher' };
  const made = await admin.post('/api/admin/users', wanted);
  expect(made).toMatchObject({ status: 201, body: { resetForced: true, lastLogin: null } });
  const token = async () => /#([\w-]{20,})/.exec((await mailsTo(wanted.email)).at(-1)?.text ?? '')?.[1] as string;
  const first = await token();
  expect((await admin.post(`/api/admin/users/${made.body.id}/invitation`)).status).toBe(200);
  const newPassword = 'mangueiras-altas-9';
  const choose = async (which: string) =>
    (await app.visitor().post('/api/password/reset', { token: which, newPassword, confirmPassword: newPassword }))
      .status;
  expect(await choose(first)).toBe(400);
  expect(await choose(await token())).toBe(204);
  expect(
    (await app.visitor().post('/api/login', { username: wanted.username, password: newPassword })).body,
  ).toMatchObject({ isTeacher: true });
  expect(await admin.post(`/api/admin/users/${made.body.id}/invitation`)).toMatchObject({ status: 409 });
});

test('an e-mail is corrected with a reason; the old address gets a mail, and the log contains neither address', async () => {
  const parent = await aParent(app);
  const change = (body: object) => admin.put(`/api/admin/users/${parent.id}/email`, body);
  expect((await change({ email: 'certo@familia.example' })).body.fields).toHaveProperty('reason');
  expect((await change({ email: 'nada', reason: 'x' })).body.fields).toHaveProperty('email');
  const done = await change({ email: 'certo@familia.example', reason: 'Letra trocada' });
  expect(done).toMatchObject({ status: 200, body: { email: 'certo@familia.example' } });
  expect((await mailsTo(`${parent.username}@familia.example`)).at(-1)?.kind).toBe('email_changed');
  const line = await lastLine();
  expect(line).toMatchObject({ action: 'user.email-mended', after: { reason: 'Letra trocada' } });
  expect(JSON.stringify([line.before, line.after])).not.toContain('@');
});

test('one administrator alone cannot become a family: a corrected e-mail gets no new password for 24 hours, and the others are told', async () => {
  const parent = await aParent(app);
  const other = await anAdmin(app);
  const told = await app.db.row<{ email: string }>('select email from users where id = $1', [other.id]);
  await admin.put(`/api/admin/users/${parent.id}/email`, { email: 'meu@familia.example', reason: 'Letra trocada' });
  expect((await mailsTo(told?.email as string)).at(-1)?.kind).toBe('email_mended_of');
  const reset = () => other.post(`/api/admin/users/${parent.id}/password-reset`);
  expect(await reset()).toMatchObject({ status: 409, body: { code: 'email-just-mended' } });
  expect((await parent.get('/api/user')).status).toBe(200);
  await app.db.script('alter table audit_log disable trigger audit_log_is_kept');
  await app.db.script(`update audit_log set at = at - interval '25 hours' where action = 'user.email-mended'`);
  await app.db.script('alter table audit_log enable trigger audit_log_is_kept');
  expect((await reset()).status).toBe(200);
});

describe('one administrator alone cannot become another member of staff', () => {
  /** As the others get mails, they would notice within a day. */
  const aDayPasses = async () => {
    await app.db.script('alter table audit_log disable trigger audit_log_is_kept');
    await app.db.script(`update audit_log set at = at - interval '25 hours' where action = 'user.email-mended'`);
    await app.db.script('alter table audit_log enable trigger audit_log_is_kept');
  };
  const mendEmail = (id: number) =>
    admin.put(`/api/admin/users/${id}/email`, { email: `meu${id}@correio.example`, reason: 'Letra trocada' });
  const setRole = (id: number, role: string) => admin.put(`/api/admin/users/${id}/role`, { role });
  const linksTo = async (id: number) =>
    (await mailsTo(`meu${id}@correio.example`)).filter(({ kind }) => /^(password_reset|staff_invitation)$/.test(kind));

  test.each(['teacher', 'admin'] as const)(
    'T57 a second factor of one (%s) stays: a role and back does not remove it',
    async (role) => {
      const one = await (role === 'admin' ? anAdmin(app) : aUser(app, 'teacher'));
      if (role === 'teacher') await confirmWithoutCode(app.db, one.id);
      const factors = () => app.db.rows('select 1 from second_factors where user_id = $1', [one.id]);
      expect(await factors()).toHaveLength(1);
      await mendEmail(one.id);
      await aDayPasses();
      expect(await setRole(one.id, 'parent')).toMatchObject({
        status: 409,
        body: { code: 'has-factor', message: expect.stringContaining('24 horas') },
      });
      expect((await setRole(one.id, role === 'admin' ? 'teacher' : 'admin')).status).toBe(200);
      expect(await factors()).toHaveLength(1);
      expect(await linksTo(one.id)).toEqual([]);
    },
  );

  test('T57 a passkey of one stays too', async () => {
    const one = await aUser(app, 'teacher');
    expect(
      (await addDevice(one, aPasskeyDevice(app.config.publicUrl.replace('//127.0.0.1', '//localhost')))).status,
    ).toBe(201);
    expect((await setRole(one.id, 'parent')).body.code).toBe('has-factor');
    expect(await app.db.rows('select 1 from passkeys where user_id = $1', [one.id])).toHaveLength(1);
  });

  test('T57 a corrected e-mail gets no link for 24 hours, neither by a role and back nor by another invitation', async () => {
    const one = await aUser(app, 'teacher');
    await mendEmail(one.id);
    expect((await setRole(one.id, 'parent')).status).toBe(200);
    expect(await setRole(one.id, 'admin')).toMatchObject({ status: 409, body: { code: 'email-just-mended' } });
    expect((await account(one.id, one.username)).userRole).toBe('parent');
    const invited = await admin.post('/api/admin/users', {
      username: 'convidado-mudado',
      fullName: 'Rui Neto',
      email: 'rui@escola.example',
      role: 'admin',
    });
    await mendEmail(invited.body.id);
    const again = () => admin.post(`/api/admin/users/${invited.body.id}/invitation`);
    expect(await again()).toMatchObject({ status: 409, body: { code: 'email-just-mended' } });
    expect([...(await linksTo(one.id)), ...(await linksTo(invited.body.id))]).toEqual([]);
    await aDayPasses();
    expect((await setRole(one.id, 'teacher')).status).toBe(200);
    expect((await again()).status).toBe(200);
  });

  test('its owner and the other administrators get a mail about another role', async () => {
    const [one, other] = [await aUser(app, 'teacher'), await anAdmin(app)];
    const lastKind = async (id: number) =>
      (await app.db.row<{ kind: string }>('select kind from mails where user_id = $1 order by id desc limit 1', [id]))
        ?.kind;
    await setRole(one.id, 'admin');
    expect([await lastKind(one.id), await lastKind(other.id)]).toEqual(['role_changed', 'role_changed_of']);
    expect(await lastKind(admin.id)).not.toBe('role_changed_of');
  });
});

test('an account is erased at once, or in 30 days with a mail to its owner', async () => {
  const gone = await aParent(app);
  await aChild(gone);
  const erase = (id: number, when: string) =>
    admin.post(`/api/admin/users/${id}/erasure`, { when, reason: 'A pedido da família' });
  expect(await erase(gone.id, 'now')).toMatchObject({ status: 200, body: null });
  expect((await gone.get('/api/user')).status).toBe(401);
  expect((await erase(gone.id, 'now')).status).toBe(404);
  expect(await lastLine()).toMatchObject({ action: 'user.erased', subject: `user ${gone.id}` });
  expect((await app.db.rows('select 1 from children where user_id = $1', [gone.id])).length).toBe(0);

  const later = await aParent(app);
  const asked = await erase(later.id, 'later');
  expect(asked.body.deletionAt).not.toBeNull();
  expect((await mailsTo(`${later.username}@familia.example`)).at(-1)?.kind).toBe('deletion_asked');
  expect((await erase(admin.id, 'now')).status).toBe(409);

  // Until the day comes an administrator can cancel it, once.
  const keep = () => admin.request('DELETE', `/api/admin/users/${later.id}/erasure`);
  expect((await keep()).body).toMatchObject({ id: later.id, deletionAt: null });
  expect(await lastLine()).toMatchObject({ action: 'user.erasure-cancelled', subject: `user ${later.id}` });
  expect((await keep()).status).toBe(200);
  expect((await admin.get('/api/admin/audit?limit=2')).body.map(({ action }: { action: string }) => action)).toEqual([
    'user.erasure-cancelled',
    'user.erasure-asked',
  ]);
});

test('a plan is given or adjusted with a reason, and paid time of another plan starts after it', async () => {
  const parent = await aParent(app);
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const give = (body: object) => admin.put(`/api/admin/users/${parent.id}/plan`, body);
  expect((await give({ planId: 'family', until: day(30) })).body.fields).toHaveProperty('reason');
  expect((await give({ planId: 'free', until: day(30), reason: 'x' })).status).toBe(400);
  for (const until of [day(-2), day(4000), '2026-02-30', ''])
    expect((await give({ planId: 'family', until, reason: 'x' })).body.fields, until).toHaveProperty('until');
  const given = await give({ planId: 'individual', until: day(30), reason: 'Oferta' });
  expect(given.body).toMatchObject({ subscriptionType: 'individual' });
  expect(given.body.subscriptionEnd.slice(0, 10)).toBe(day(30));
  expect(await lastLine()).toMatchObject({
    action: 'user.plan-granted',
    after: { plan: 'individual', reason: 'Oferta' },
  });
  expect((await give({ planId: 'family-plus', until: day(10), reason: 'Engano nosso' })).body.subscriptionType).toBe(
    'family-plus',
  );
  await give({ planId: 'family-plus', until: day(20), reason: 'Mais dez dias' });
  expect(await toldOf(parent)).toEqual([
    {
      type: 'plan_granted',
      title: 'Tem agora o plano Individual',
      message: expect.stringMatching(/^A nossa equipa deu-lhe o plano Individual, até \d+ de /),
    },
    { type: 'plan_granted', title: 'Tem agora o plano Família Plus', message: expect.any(String) },
    {
      type: 'plan_granted',
      title: 'A data do seu plano mudou',
      message: expect.stringMatching(/^O plano Família Plus vale agora até \d+ de /),
    },
  ]);
  const left = await app.db.rows(`select plan_id, kind from plan_credits where user_id = $1`, [parent.id]);
  expect(left).toEqual([{ planId: 'individual', kind: 'next' }]);
  const teacher = await aUser(app, 'teacher');
  expect(
    (await admin.put(`/api/admin/users/${teacher.id}/plan`, { planId: 'family', until: day(9), reason: 'x' })).status,
  ).toBe(409);
});

test('of two administrators who adjust a plan at once, only the first does', async () => {
  const parent = await aParent(app);
  const until = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const give = (planId: string, days: number, seen: object) =>
    admin.put(`/api/admin/users/${parent.id}/plan`, { planId, until: until(days), reason: 'x', seen });
  const free = { planId: 'free', until: null };
  const first = await give('family', 30, free);
  expect(first.status).toBe(200);
  expect((await give('family-plus', 30, free)).body.code).toBe('plan-changed');
  expect(await app.db.rows('select 1 from plan_credits where user_id = $1', [parent.id])).toEqual([]);
  // With what stands now it goes on, also once that has ended.
  const { subscriptionType: planId, subscriptionEnd } = first.body;
  expect((await give('family', 40, { planId, until: subscriptionEnd })).status).toBe(200);
  expect((await give('family', 50, { planId, until: '2026-01-01T00:00:00Z' })).status).toBe(200);
});

test('a mistaken confirmation can be undone once: plan, receipt and payment are as before', async () => {
  const parent = await aParent(app);
  const transactionId = await pays(parent, 'family', 18_000);
  expect((await confirm(transactionId)).status).toBe(200);
  expect((await parent.get('/api/receipts')).body).toHaveLength(1);
  const reverse = (which: string) => admin.post(`/api/admin/payments/${which}/reverse`, { reason: 'Engano' });
  expect((await admin.post(`/api/admin/payments/${transactionId}/reverse`, {})).status).toBe(400);
  expect((await reverse(transactionId)).body.payment.status).toBe('cancelled');
  expect(await account(parent.id, parent.username)).toMatchObject({ subscriptionType: 'free', subscriptionEnd: null });
  expect((await parent.get('/api/receipts')).body).toEqual([]);
  // The family is notified, and its exported data state that the receipt is annulled.
  expect(await toldOf(parent)).toEqual([
    {
      type: 'payment_reversed',
      title: 'Um pagamento foi anulado',
      message: expect.stringMatching(/18.000.*plano Família.*plano Essencial/),
    },
  ]);
  const { body: own } = await parent.get('/api/account/data');
  expect(own.money.receipts).toMatchObject([{ amount: 18_000, annulledAt: expect.any(String) }]);
  expect(own.money.payments).toMatchObject([{ status: 'cancelled', reversedAt: expect.any(String) }]);
  // The list and its chips tell it apart from a payment that the family cancelled, by the same word.
  const search = `search=${parent.username}`;
  for (const [status, count] of [
    ['reversed', 1],
    ['cancelled', 0],
  ] as const)
    expect((await admin.get(`/api/admin/payments?${search}&status=${status}`)).body, status).toHaveLength(count);
  expect((await admin.get(`/api/admin/payments/summary?${search}`)).body.states).toEqual([
    { status: 'reversed', count: 1 },
  ]);
  expect((await reverse(transactionId)).body.code).toBe('not-completed');
  expect((await confirm(transactionId)).body.code).toBe('payment-reversed');
  expect((await admin.get(`/api/admin/users/${parent.id}/payments`)).body).toMatchObject([
    { transactionId, status: 'cancelled', amount: 18_000 },
  ]);
  // After another payment the first one cannot be reverted separately, but the last one can.
  const second = await pays(parent, 'individual', 9_000);
  await confirm(second);
  const third = await pays(parent, 'individual', 9_000);
  await confirm(third);
  expect((await reverse(second)).body.code).toBe('changed-since');
  const before = await account(parent.id, parent.username);
  expect((await reverse(third)).status).toBe(200);
  const after = await account(parent.id, parent.username);
  expect(Number(after.subscriptionEnd.slice(0, 4))).toBe(Number(before.subscriptionEnd.slice(0, 4)) - 1);
});

test('after a mistaken confirmation is undone, its transfer can confirm the right payment, once', async () => {
  const [wrong, right] = [await aParent(app), await aParent(app)];
  const confirmBy = (which: string) =>
    admin.post(`/api/admin/payments/${which}/confirm`, { bankReference: 'BAI da família certa' });
  const mistaken = await pays(wrong, 'individual', 9_000);
  const wanted = await pays(right, 'individual', 9_000);
  expect((await confirmBy(mistaken)).status).toBe(200);
  expect((await confirmBy(wanted)).body.code).toBe('transfer-used');
  await admin.post(`/api/admin/payments/${mistaken}/reverse`, { reason: 'Engano' });
  expect((await confirmBy(wanted)).body.payment.status).toBe('completed');
  expect((await confirmBy(await pays(wrong, 'individual', 9_000))).body.code).toBe('transfer-used');
});

test('undoing an upgrade restores the start of the plan and the choice about its renewal', async () => {
  const parent = await aParent(app);
  const standing = () =>
    app.db.row<{ plan: string; since: Date | null; until: Date | null; renewal: boolean | null }>(
      `select u.subscription_type as plan, u.subscription_start as since, u.subscription_end as until, s.renewal
       from users u left join subscriptions s on s.user_id = u.id where u.id = $1`,
      [parent.id],
    );
  // The user had no plan, and had once cancelled the renewal of one.
  await app.db.count('insert into subscriptions (user_id, renewal) values ($1, false)', [parent.id]);
  const first = await pays(parent, 'individual', 9_000);
  await confirm(first);
  expect(await standing()).toMatchObject({ plan: 'individual', renewal: true });
  await admin.post(`/api/admin/payments/${first}/reverse`, { reason: 'Engano' });
  expect(await standing()).toEqual({ plan: 'free', since: null, until: null, renewal: false });

  await confirm(await pays(parent, 'individual', 9_000));
  await app.db.count(`update users set subscription_start = subscription_start - interval '40 days' where id = $1`, [
    parent.id,
  ]);
  await parent.put('/api/subscription/renewal', { renewal: false });
  const before = await standing();
  const upgrade = await pays(parent, 'family', 18_000);
  await confirm(upgrade);
  expect((await standing())?.since).not.toEqual(before?.since);
  await admin.post(`/api/admin/payments/${upgrade}/reverse`, { reason: 'Engano' });
  expect(await standing()).toEqual(before);
});

test('confirming a cancelled payment resolves the late payment that was flagged for it', async () => {
  const parent = await aParent(app);
  const transactionId = await pays(parent, 'individual', 9_000);
  await parent.post(`/api/emis/cancel-payment/${transactionId}`);
  const payment = await app.db.row<{ id: number }>('select id from emis_payments where transaction_id = $1', [
    transactionId,
  ]);
  await app.db.count(
    `insert into emis_notifications (payment_id, notification_type, status, event_key, raw_data) values ($1, 'late', 'flagged', 'tarde', '{}')`,
    [payment?.id],
  );
  expect((await admin.get('/api/admin/payments/summary')).body.flaggedPayments).toBe(1);
  expect((await confirm(transactionId)).status).toBe(200);
  expect((await admin.get('/api/admin/payments/summary')).body.flaggedPayments).toBe(0);
});

test('actions on accounts and money require a fresh code', async () => {
  const other = await aUser(app, 'admin');
  const parent = await aParent(app);
  for (const [method, path] of [
    ['POST', `users/${parent.id}/erasure`],
    ['DELETE', `users/${parent.id}/erasure`],
    ['PUT', `users/${parent.id}/plan`],
    ['PUT', `users/${parent.id}/email`],
    ['POST', 'payments/00000000-0000-4000-8000-000000000000/confirm'],
    ['POST', 'payments/00000000-0000-4000-8000-000000000000/reverse'],
  ] as const)
    expect((await other.request(method, `/api/admin/${path}`, {})).body.code, path).toBe('second-factor-missing');
  await confirmWithoutCode(app.db, other.id);
  expect((await other.post(`/api/admin/users/${parent.id}/erasure`, {})).status).toBe(400);
});

describe('actions on several accounts', () => {
  const suspended = async (ids: readonly number[]) =>
    (
      await app.db.rows<{ id: number }>('select id from users where id = any($1) and suspended_at is not null', [ids])
    ).map(({ id }) => id);

  test('suspend all of them, with the reason in the audit log, and end their sessions', async () => {
    const [one, two, before] = [await aParent(app), await aUser(app, 'teacher'), await aParent(app)];
    await admin.post(`/api/admin/users/${before.id}/suspend`, {});
    const ids = [two.id, one.id, before.id, one.id];
    const { status, body } = await admin.post('/api/admin/users/suspend', { ids, reason: 'Contas de ensaio' });
    expect([status, body]).toEqual([200, { suspended: 2 }]);
    expect((await one.get('/api/user')).status).toBe(401);
    const { body: log } = await admin.get('/api/admin/audit?kind=user&limit=2');
    expect(log).toMatchObject([
      { action: 'user.suspended', subject: `user ${two.id}`, after: { reason: 'Contas de ensaio' } },
      { action: 'user.suspended', subject: `user ${one.id}`, after: { reason: 'Contas de ensaio' } },
    ]);
  });

  test('suspend none if one is missing or the own, or without a reason', async () => {
    const parent = await aParent(app);
    for (const [ids, reason, status] of [
      [[parent.id, 2_000_000_000], 'Ensaio', 404],
      [[parent.id, admin.id], 'Ensaio', 409],
      [[parent.id], '', 400],
      [[], 'Ensaio', 400],
      [Array.from({ length: 201 }, (_, place) => place + 1), 'Ensaio', 400],
    ] as const)
      expect((await admin.post('/api/admin/users/suspend', { ids, reason })).status, `${ids.length}`).toBe(status);
    expect(await suspended([parent.id, admin.id])).toEqual([]);
  });

  test('write to the families and teachers among them, once a day', async () => {
    const [parent, teacher, other] = [await aParent(app), await aUser(app, 'teacher'), await aParent(app)];
    const gone = await aParent(app);
    await admin.post(`/api/admin/users/${gone.id}/suspend`, {});
    const send = (ids: readonly number[]) =>
      admin.post('/api/admin/messages', { ids, title: 'O seu pedido', message: 'Já está resolvido.' });
    expect((await send([parent.id, teacher.id, gone.id, admin.id])).body).toEqual({ told: 2, left: 2 });
    expect((await send([parent.id, other.id])).body).toEqual({ told: 1, left: 1 });
    const messages = async (person: typeof parent) =>
      (await person.get('/api/notifications')).body.filter((one: { type: string }) => one.type === 'news');
    for (const person of [parent, teacher, other])
      expect(await messages(person)).toMatchObject([{ title: 'O seu pedido', message: 'Já está resolvido.' }]);
    const { body: log } = await admin.get('/api/admin/audit?kind=user&limit=1');
    expect(log[0]).toMatchObject({
      action: 'users.notified',
      after: { title: 'O seu pedido', text: 'Já está resolvido.', accounts: [parent.id, other.id], rows: 1 },
    });
  });

  test('export exactly them', async () => {
    const [one, two] = [await aParent(app), await aParent(app)];
    await aParent(app);
    const file = await admin.get(`/api/admin/users/file?ids=${two.id},${one.id}`);
    expect(file.status).toBe(200);
    const lines = file.text.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(/\d+/.exec(line)?.[0])).sort((a, b) => a - b)).toEqual([one.id, two.id]);
    expect((await admin.get('/api/admin/users/file?ids=1;2')).status).toBe(400);
  });

  test('need a fresh code', async () => {
    const other = await aUser(app, 'admin');
    const parent = await aParent(app);
    const ids = [parent.id];
    for (const reply of [
      await other.post('/api/admin/users/suspend', { ids, reason: 'Ensaio' }),
      await other.post('/api/admin/messages', { ids, title: 'Olá', message: 'Olá' }),
      await other.get(`/api/admin/users/file?ids=${parent.id}`),
    ])
      expect(reply.body.code).toBe('second-factor-missing');
    expect(await suspended(ids)).toEqual([]);
  });
});
