import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/app.ts';
import { aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { updateEmailVerified, updatePasswordHash } from '../accounts/accounts.store.ts';
import { answerPasswordRequests, sendPasswordReset } from './recovery.server.ts';

const app = await testApp();
const { db } = app;
const NEW = 'outra-senha-boa';

interface Kept {
  kind: string;
  recipient: string;
  topic: string | null;
  content: { title: string; paragraphs: string[]; actions?: { label: string; path: string }[] };
}

async function mails(to: string): Promise<Kept[]> {
  await answerPasswordRequests(db);
  return db.rows<Kept>(
    'select kind, recipient, topic, content from mails where recipient = $1 and topic is null order by id',
    [to],
  );
}
const addressOf = (parent: { username: string }) => `${parent.username}@familia.example`;
const tokensIn = (mail: Kept | undefined) =>
  (mail?.content.actions ?? []).map(({ path }) => path.split('#')[1] as string);
const forget = (account: string, on: TestApp = app) => on.visitor().post('/api/password/forgot', { account });
const choose = (token: string, newPassword = NEW, confirmPassword = newPassword) =>
  app.visitor().post('/api/password/reset', { token, newPassword, confirmPassword });
const signIn = (parent: { username: string }, password: string) =>
  app.visitor().post('/api/login', { username: parent.username, password });

async function aToken(parent: Parent): Promise<string> {
  expect((await forget(parent.username)).status).toBe(204);
  const [token] = tokensIn((await mails(addressOf(parent))).at(-1));
  expect(token).toMatch(/^[\w-]{43}$/);
  return token as string;
}

describe('a forgotten password', () => {
  test('is replaced by a link: every session ends, the old password is refused, and a mail is sent', async () => {
    const parent = await aParent(app);
    const token = await aToken(parent);
    expect((await parent.get('/api/user')).status, 'asking ends nothing').toBe(200);
    expect((await choose(token)).status).toBe(204);
    expect((await parent.get('/api/user')).status).toBe(401);
    expect((await signIn(parent, PASSWORD)).status).toBe(401);
    expect((await signIn(parent, NEW)).status).toBe(200);
    expect((await mails(addressOf(parent))).map(({ kind }) => kind)).toEqual(['password_reset', 'password_changed']);
  });

  test('T24 a link works once, for an hour, for its account, and not after another change', async () => {
    const parent = await aParent(app);
    const used = await aToken(parent);
    expect((await Promise.all([choose(used), choose(used), choose(used)])).map(({ status }) => status).sort()).toEqual([
      204, 400, 400,
    ]);
    const late = await aToken(parent);
    await db.count(`update password_resets set expires_at = now() - interval '1 second'`);
    expect(await choose(late)).toMatchObject({ status: 400, body: { code: 'link-expired' } });
    const [first, second] = [await aToken(parent), await aToken(await aParent(app))];
    expect((await choose(second, 'senha-de-outrem')).status).toBe(204);
    expect((await signIn(parent, 'senha-de-outrem')).status).toBe(401);
    const visitor = app.visitor((await signIn(parent, NEW)).headers['set-cookie']?.toString().split(';')[0]);
    const changed = await visitor.put('/api/account/password', {
      currentPassword: NEW,
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(changed.status).toBe(204);
    expect((await choose(first)).status, 'the password was changed meanwhile').toBe(400);
    for (const token of ['', 'x', `${first}x`, '\u0000', 'é'.repeat(90)])
      expect((await choose(token)).status).toBe(400);
  });

  test('T24 a link sent to a former e-mail of the account does not work', async () => {
    const parent = await aParent(app);
    const token = await aToken(parent);
    const changed = await parent.put('/api/account/profile', {
      email: `nova.${addressOf(parent)}`,
      currentPassword: PASSWORD,
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await choose(token)).status).toBe(400);
    expect((await signIn(parent, PASSWORD)).status).toBe(200);
    await updateEmailVerified(db, parent.id);
    // Links requested for the new address stay valid, and other changes of the profile make no link invalid.
    await forget(parent.username);
    const [anew = ''] = tokensIn((await mails(`nova.${addressOf(parent)}`)).at(-1));
    await parent.put('/api/account/profile', { fullName: 'Teresa Nova', email: `nova.${addressOf(parent)}` });
    expect((await choose(anew)).status).toBe(204);
  });

  test('T24 the database stores only the hash of the token', async () => {
    const parent = await aParent(app);
    const token = await aToken(parent);
    const row = await db.row<{ text: string }>(`select string_agg(r::text, '') as text from password_resets r`);
    expect(row?.text).not.toContain(token);
  });

  test('a refused password does not use the link up: teachers need ten characters and no common word', async () => {
    const teacher = await aUser(app, 'teacher');
    await forget(teacher.username);
    const [token = ''] = tokensIn((await mails(`${teacher.username}@escola.example`))[0]);
    for (const short of ['curta', 'curta-9', 'aaaaaaaaaaaa', `${teacher.username}-1`]) {
      const refused = await choose(token, short);
      expect(refused.status).toBe(400);
      expect(refused.body.fields.newPassword).toBeTruthy();
    }
    expect((await choose(token, NEW, `${NEW}x`)).body.fields).toEqual({ confirmPassword: 'As senhas não coincidem' });
    expect((await choose(token)).status).toBe(204);
  });

  test('for an e-mail with several accounts one mail has a link for each', async () => {
    const [one, two] = [await aParent(app), await aParent(app)];
    const shared = `Partilhado.${one.username}@familia.example`;
    await db.count('update users set email = $3 where id in ($1, $2)', [one.id, two.id, shared]);
    for (const { id } of [one, two]) await updateEmailVerified(db, id);
    await forget(shared.toUpperCase());
    const [mail, ...more] = await mails(shared);
    expect(more).toEqual([]);
    expect(mail?.content.actions?.map(({ label }) => label).sort()).toEqual(
      [one, two].map(({ username }) => `Senha nova para ${username}`).sort(),
    );
    for (const token of tokensIn(mail)) expect((await choose(token)).status).toBe(204);
    await forget(one.username);
    expect((await mails(shared)).filter(({ kind }) => kind === 'password_reset').at(-1)?.content.actions).toHaveLength(
      1,
    );
  });

  test('an e-mail with more accounts than fit in one mail gets several mails', async () => {
    const real = await aParent(app);
    const others: Parent[] = [];
    for (let count = 0; count < 14; count += 1) others.push(await aParent(app));
    // These accounts were created and used after the real one, under its e-mail.
    await db.count(`update users set email = $1, last_login = now() + interval '1 day' where id = any($2::int[])`, [
      addressOf(real),
      others.map(({ id }) => id),
    ]);
    for (const { id } of others) await updateEmailVerified(db, id);
    await forget(addressOf(real));
    const sent = await mails(addressOf(real));
    expect(sent.map((mail) => tokensIn(mail).length)).toEqual([12, 3]);
    const [label] = (sent[1]?.content.actions ?? [])
      .map(({ label }) => label)
      .filter((text) => text.includes(real.username));
    const link = sent[1]?.content.actions?.find((action) => action.label === label);
    expect((await choose(link?.path.split('#')[1] as string)).status).toBe(204);
    expect((await signIn(real, NEW)).status).toBe(200);
  });

  test('a user whose username is another user’s e-mail cannot recover that user’s account', async () => {
    const victim = await aParent(app);
    const thief = await aParent(app);
    await db.count('update users set username = $2, username_key = $2 where id = $1', [thief.id, addressOf(victim)]);
    await forget(addressOf(victim));
    expect(tokensIn((await mails(addressOf(victim)))[0])).toHaveLength(1);
    expect((await mails(addressOf(victim)))[0]?.content.paragraphs.join()).toContain(victim.username);
    expect(tokensIn((await mails(addressOf(thief)))[0])).toHaveLength(1);
  });

  test('suspended users get no link, and an earlier link does not work', async () => {
    const parent = await aParent(app);
    const token = await aToken(parent);
    await db.count('update users set suspended_at = now() where id = $1', [parent.id]);
    expect((await choose(token)).status).toBe(400);
    await forget(parent.username);
    expect(await mails(addressOf(parent))).toHaveLength(1);
  });

  test('T22 the reply and the limit are the same whether or not the account exists', async () => {
    const parent = await aParent(app);
    const [there, not] = [await forget(parent.username), await forget('ninguem-com-este-nome')];
    expect([there.status, there.text]).toEqual([not.status, not.text]);
    const rows = await db.rows<{ asked: string }>('select asked from password_requests order by id');
    expect(rows.map(({ asked }) => asked)).toEqual([parent.username, 'ninguem-com-este-nome']);
    expect(await mails(addressOf(parent))).toHaveLength(1);
    expect(await db.rows('select 1 from password_requests')).toEqual([]);
    // The limit applies to an unknown account as to a known one, so that it does not reveal which exist.
    const tries = async (account: string) => {
      for (let number = 0; number < 2; number += 1) await forget(account);
      return forget(account);
    };
    const [known, unknown] = [await tries(parent.username), await tries('ninguem-com-este-nome')];
    expect([known.status, known.body.code]).toEqual([429, 'too-many']);
    expect([unknown.status, unknown.body.code]).toEqual([429, 'too-many']);
  });

  test('two processes that reply at once send one mail a request', async () => {
    const parents = await Promise.all([1, 2, 3, 4, 5].map(() => aParent(app)));
    for (const { username } of parents) await forget(username);
    await Promise.all([answerPasswordRequests(db), answerPasswordRequests(db), answerPasswordRequests(db)]);
    for (const parent of parents) expect(await mails(addressOf(parent))).toHaveLength(1);
  });
});

test('an administrator can make a user choose another password: the old one and every session end', async () => {
  const parent = await aParent(app);
  expect(await db.transaction((transaction) => sendPasswordReset(transaction, parent.id))).toBe(true);
  expect((await parent.get('/api/user')).status).toBe(401);
  expect((await signIn(parent, PASSWORD)).status).toBe(401);
  const [token = ''] = tokensIn((await mails(addressOf(parent)))[0]);
  expect((await choose(token)).status).toBe(204);
  expect((await signIn(parent, NEW)).status).toBe(200);
  expect(await db.transaction((transaction) => sendPasswordReset(transaction, 2_000_000_000))).toBe(false);
});

describe('mails about security', () => {
  const kinds = async (parent: Parent) => (await mails(addressOf(parent))).map(({ kind }) => kind);

  test('are sent whatever the switches: another password, another e-mail (to the old one), deletion', async () => {
    const parent = await aParent(app);
    await parent.put('/api/notifications/settings', { emailNotifications: false });
    await parent.put('/api/account/password', { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW });
    await parent.put('/api/account/profile', { email: `nova.${addressOf(parent)}`, currentPassword: NEW });
    expect(await kinds(parent)).toEqual(['password_changed', 'email_changed']);
    await parent.put('/api/account/profile', { email: addressOf(parent), currentPassword: NEW });
    await updateEmailVerified(db, parent.id);
    await parent.post('/api/account/deletion', { password: NEW });
    expect(await kinds(parent)).toEqual(['password_changed', 'email_changed', 'email_verification', 'deletion_asked']);
    expect(
      (await mails(`nova.${addressOf(parent)}`)).map(({ kind }) => kind),
      'never verified',
    ).toEqual(['email_verification']);
  });

  test('are not sent when the change was not made', async () => {
    const parent = await aParent(app);
    await parent.put('/api/account/password', {
      currentPassword: 'errada-de-todo',
      newPassword: NEW,
      confirmPassword: NEW,
    });
    await parent.put('/api/account/profile', { email: addressOf(parent), phone: '923 000 000' });
    expect(await kinds(parent)).toEqual([]);
  });
});

test('a sign-in with the old password that is running while the password changes is refused', async () => {
  const parent = await aParent(app);
  for (let round = 0; round < 5; round += 1) {
    const [before, after] = round % 2 === 0 ? [PASSWORD, NEW] : [NEW, PASSWORD];
    const signIns = [1, 2, 3, 4, 5, 6].map(() => signIn(parent, before));
    const changed = parent.put('/api/account/password', {
      currentPassword: before,
      newPassword: after,
      confirmPassword: after,
    });
    const answers = await Promise.all(signIns);
    expect((await changed).status).toBe(204);
    for (const answer of answers) {
      const cookie = answer.headers['set-cookie']?.toString().split(';')[0];
      if (cookie) expect((await app.visitor(cookie).get('/api/user')).status).toBe(401);
    }
    await db.count('delete from rate_limits');
  }
});

test('a sign-in is refused if the password changes between its comparison and the new session', async () => {
  const parent = await aParent(app);
  // Holds the same lock as a change of the password, so that the sign-in has already compared the old password and waits to create its
  // session.
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const changing = db.transaction(async (transaction) => {
    await updatePasswordHash(transaction, parent.id, 'another');
    locked.resolve();
    await held.promise;
    await transaction.count('delete from sessions where user_id = $1', [parent.id]);
  });
  await locked.promise;
  const signingIn = signIn(parent, PASSWORD);
  await new Promise((resolve) => setTimeout(resolve, 300));
  held.resolve();
  await changing;
  expect((await signingIn).status).toBe(401);
  expect(await db.rows('select 1 from sessions where user_id = $1', [parent.id])).toEqual([]);
});
