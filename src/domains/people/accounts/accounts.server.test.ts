import { describe, expect, test } from 'vitest';
import { appOn, testApp } from '../../../../test/support/app.ts';
import { aParent, aUser, PASSWORD } from '../../../../test/support/builders.ts';
import { closeDemo, createUser } from './accounts.server.ts';
import { updateEmailVerified } from './accounts.store.ts';

const app = await testApp();
let addresses = 0;
const maria = {
  username: 'maria.silva',
  fullName: 'Maria Silva',
  /** A different address each time: an e-mail address may have at most five new accounts a day. */
  get email() {
    addresses += 1;
    return `maria${addresses}@familia.example`;
  },
  password: 'abc123',
  confirmPassword: 'abc123',
};

describe('registering', () => {
  test('T21 creates a signed-in parent on the free plan, whatever else the body says', async () => {
    const visitor = app.visitor();
    const registered = await visitor.post('/api/register', {
      ...maria,
      subscriptionType: 'family-plus',
      subscriptionEnd: '2099-01-01',
      isAdmin: true,
      isTeacher: true,
      userRole: 'admin',
      id: 1,
    });
    expect(registered.status).toBe(201);
    expect(registered.body).toMatchObject({
      username: 'maria.silva',
      subscriptionType: 'free',
      subscriptionEnd: null,
      isAdmin: false,
      isTeacher: false,
      userRole: 'parent',
    });
    expect(registered.text).not.toMatch(/password|argon2|abc123/);
    expect((await visitor.get('/api/user')).body.fullName).toBe('Maria Silva');
  });

  test.each([['maria.silva'], ['MARIA.SILVA'], [' maria.silva '], ['ｍaria.silva']])(
    'T23 refuses the username %j, because it is taken',
    async (username) => {
      const again = await app.visitor().post('/api/register', { ...maria, username });
      expect(again.status).toBe(409);
      expect(again.body.fields.username).toMatch(/já existe/);
    },
  );

  test.each([
    ['mаria.silva', 'a Cyrillic а'],
    ['maria.silva\u200b', 'a zero-width space'],
    ['maria.silva\u034f', 'an invisible mark'],
    ['maria.silva\ufe0f', 'a variation selector'],
    ['mɑria.silva', 'a Latin alpha'],
    ['marıa.silva', 'an i without its dot'],
    ['maria\u0000', 'NUL'],
    ['maria\ud800', 'half a surrogate pair'],
    ['ab', 'two letters'],
    ['<b>maria', 'markup'],
    ['avo@familia.example', 'an e-mail address'],
    ['avo＠familia.example', 'an e-mail address with a full-width @'],
  ])('T23 refuses %j (%s) and names the field', async (username) => {
    const refused = await app.visitor().post('/api/register', { ...maria, username });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toHaveProperty('username');
  });

  test.each([
    'apoio',
    'SUPORTE ',
    'administrador1',
    'adm1n',
    'root',
    'Caderneta',
    'c4derneta',
    'apoio-caderneta',
    '𝒜dmin',
  ])('T23 refuses %j, which could be taken for the service, and stores nobody', async (username) => {
    const before = await app.db.rows('select id from users');
    const refused = await app.visitor().post('/api/register', { ...maria, username });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ username: 'Este nome de usuário está reservado. Escolha outro.' });
    expect(await app.db.rows('select id from users')).toEqual(before);
    expect((await app.visitor().post('/api/login', { username, password: maria.password })).status).toBe(401);
  });

  test('a name that only contains a word of the service is free', async () => {
    const free = { ...maria, username: 'apoiante.maria', email: 'apoiante@familia.example' };
    expect((await app.visitor().post('/api/register', free)).status).toBe(201);
  });

  test('requires the same password twice, with the message of the specification', async () => {
    const refused = await app
      .visitor()
      .post('/api/register', { ...maria, username: 'outra', confirmPassword: 'abc124' });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ confirmPassword: 'As senhas não coincidem' });
  });

  test.each([
    ['12345', 'Senha é obrigatória e deve ter pelo menos 6 caracteres'],
    ['x'.repeat(1025), 'A senha pode ter no máximo 1024 caracteres.'],
  ])('refuses a password of the wrong length', async (password, message) => {
    const refused = await app
      .visitor()
      .post('/api/register', { ...maria, username: 'outra', password, confirmPassword: password });
    expect(refused.status).toBe(400);
    expect(refused.body.fields.password).toBe(message);
  });

  test('lets members of a family share an e-mail', async () => {
    expect((await app.visitor().post('/api/register', { ...maria, username: 'o-pai' })).status).toBe(201);
  });

  test('does not shorten long passwords, and keeps blanks and emoji', async () => {
    const password = ` ${'a'.repeat(72)}😀X`;
    await app.visitor().post('/api/register', { ...maria, username: 'longa', password, confirmPassword: password });
    expect((await app.visitor().post('/api/login', { username: 'longa', password })).status).toBe(200);
    expect(
      (await app.visitor().post('/api/login', { username: 'longa', password: password.replace('X', 'Y') })).status,
    ).toBe(401);
    expect((await app.visitor().post('/api/login', { username: 'longa', password: password.trim() })).status).toBe(401);
  });
});

describe('accounts that share an e-mail', () => {
  const register = (number: number, email: string) =>
    app.visitor().post('/api/register', { ...maria, username: `partilha${email.slice(0, 3)}${number}`, email });

  const verifyAll = (mailbox: string) =>
    app.db.count('update users set email_verified_at = now() where mailbox = $1', [mailbox]);

  test('at most five that verified it may be created in a day, in whatever form it is written', async () => {
    const forms = ['avo@gmail.com', 'A.vo@gmail.com', 'avo+1@googlemail.com', 'AVO@gmail.com', 'avo+familia@gmail.com'];
    for (const [number, email] of forms.entries()) expect((await register(number, email)).status).toBe(201);
    await verifyAll('avo@gmail.com');
    const refused = await register(6, 'av.o+6@gmail.com');
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ email: expect.stringMatching(/^Este e-mail já tem muitas contas/) });
    await app.db.count(`update users set created_at = now() - interval '1 day' where mailbox = 'avo@gmail.com'`);
    expect((await register(10, 'avo@gmail.com')).status).toBe(201);
  });

  test('those of strangers, who cannot verify it, block no registration', async () => {
    for (let number = 0; number < 6; number += 1)
      expect((await register(number, 'dono@familia.example')).status).toBe(201);
    expect((await register(7, 'dono@familia.example')).status).toBe(201);
  });

  test('at most twenty-four exist, also when an account changes to the e-mail', async () => {
    await app.db.count(
      `insert into users (username, username_key, password_hash, email, full_name, terms_version, created_at, email_verified_at)
       select 'tia' || n, 'tia' || n, 'x', 'tia@familia.example', 'Tia', '1', now() - interval '9 days', now() from generate_series(1, 24) n`,
    );
    expect((await register(1, 'tia@familia.example')).status).toBe(400);
    const parent = await aParent(app);
    const change = { email: 'Tia@familia.example', currentPassword: PASSWORD };
    const refused = await parent.put('/api/account/profile', change);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['email']]);
    await app.db.count(`delete from users where username = 'tia1'`);
    expect((await parent.put('/api/account/profile', change)).status).toBe(200);
  });
});

describe('signing in with the e-mail', () => {
  const signIn = (username: string, password = PASSWORD) => app.visitor().post('/api/login', { username, password });
  const verify = ({ body }: { body: { id: number } }) => updateEmailVerified(app.db, body.id);

  test('opens the only account that has it, in any capitals, and none if several have it', async () => {
    const email = 'sozinha@familia.example';
    const made = await app.visitor().post('/api/register', { ...maria, username: 'sozinha', email });
    expect(made.status).toBe(201);
    expect((await signIn(email, maria.password)).status, 'not verified').toBe(401);
    await verify(made);
    expect((await signIn(' Sozinha@FAMILIA.example ', maria.password)).body).toMatchObject({ id: made.body.id });
    expect((await signIn(email, 'outra-senha')).status).toBe(401);
    const second = await app.visitor().post('/api/register', { ...maria, username: 'sozinha2', email });
    expect((await signIn(email, maria.password)).status, 'an unverified second account').toBe(200);
    await verify(second);
    expect((await signIn(email, maria.password)).status).toBe(401);
    expect((await signIn('sozinha', maria.password)).status).toBe(200);
  });

  test('takes an address longer than a username', async () => {
    const email = `${'a'.repeat(60)}@familia.example`;
    const made = await app.visitor().post('/api/register', { ...maria, username: 'comprida', email });
    await verify(made);
    expect((await signIn(email, maria.password)).body).toMatchObject({ id: made.body.id });
  });

  test('an older username that is another user’s e-mail opens the account with that username', async () => {
    await verify(
      await app.visitor().post('/api/register', { ...maria, username: 'dona', email: 'dona@familia.example' }),
    );
    const other = await app
      .visitor()
      .post('/api/register', { ...maria, username: 'outra', email: 'outra@familia.example' });
    await app.db.count(
      `update users set username = 'dona@familia.example', username_key = 'dona@familia.example' where id = $1`,
      [other.body.id],
    );
    expect((await signIn('dona@familia.example', maria.password)).body).toMatchObject({ id: other.body.id });
  });

  test('counts wrong passwords together with those for the username', async () => {
    await verify(
      await app.visitor().post('/api/register', { ...maria, username: 'alvo', email: 'alvo@familia.example' }),
    );
    let refused = 0;
    for (let guess = 0; guess < 12; guess += 1) {
      const reply = await signIn(guess % 2 ? 'alvo' : 'alvo@familia.example', `errada-${guess}`);
      if (reply.status === 429) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

describe('signing in and out', () => {
  test('T26 starts a new session each time and ends the previous one', async () => {
    const parent = await aParent(app);
    const first = parent.cookie;
    const again = await parent.post('/api/login', { username: parent.username.toUpperCase(), password: PASSWORD });
    expect(again.status).toBe(200);
    expect(String(again.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect(parent.cookie).not.toBe(first);
    expect((await app.visitor(first).get('/api/user')).status).toBe(401);
    expect((await parent.get('/api/user')).status).toBe(200);
  });

  test('a session in use is prolonged in the browser too, once an hour', async () => {
    const parent = await aParent(app);
    const ages = () =>
      app.db.count(`update sessions set last_seen_at = last_seen_at - interval '2 hours' where user_id = $1`, [
        parent.id,
      ]);
    for (const path of ['/api/user', '/api/children']) {
      expect((await parent.get(path)).headers['set-cookie']).toBeUndefined();
      await ages();
      expect((await parent.get(path)).headers['set-cookie']).toMatch(/^\S+=\S+; Max-Age=2592000/);
    }
  });

  test('gives the same reply for a wrong password and for an unknown username', async () => {
    const parent = await aParent(app);
    const wrong = await app.visitor().post('/api/login', { username: parent.username, password: 'errada1' });
    const nobody = await app.visitor().post('/api/login', { username: 'ninguem-assim', password: 'errada1' });
    expect(wrong.status).toBe(401);
    expect([nobody.status, nobody.text]).toEqual([wrong.status, wrong.text]);
  });

  test('signing out ends the session on the server; repeating it has no effect', async () => {
    const parent = await aParent(app);
    const cookie = parent.cookie;
    expect((await parent.post('/api/logout')).status).toBe(204);
    expect((await app.visitor(cookie).get('/api/user')).status).toBe(401);
    expect((await app.visitor(cookie).post('/api/logout')).status).toBe(204);
  });

  test('T24 ten wrong passwords lock an account for their address only', async () => {
    const parent = await aParent(app);
    const attempt = (password: string) => app.visitor().post('/api/login', { username: parent.username, password });
    for (let count = 0; count < 10; count += 1) expect((await attempt('errada1')).status).toBe(401);
    const locked = await attempt(PASSWORD);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = await app.frame.server.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '10.1.2.3',
      payload: { username: parent.username, password: PASSWORD },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('T24 an X-Forwarded-For header from the client is ignored', async () => {
    const parent = await aParent(app);
    const attempt = (from: string) =>
      app.visitor().post('/api/login', { username: parent.username, password: 'errada1' }, { 'x-forwarded-for': from });
    for (let count = 0; count < 10; count += 1) await attempt(`1.2.3.${count}`);
    expect((await attempt('9.9.9.9')).status).toBe(429);
  });

  test('an expired session and a suspended user are signed out', async () => {
    const expired = await aParent(app);
    await app.db.count(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [expired.id]);
    expect((await expired.get('/api/user')).status).toBe(401);
    const suspended = await aParent(app);
    await app.db.count('update users set suspended_at = now() where id = $1', [suspended.id]);
    expect((await suspended.get('/api/user')).status).toBe(401);
    const signIn = (password: string) => app.visitor().post('/api/login', { username: suspended.username, password });
    expect(await signIn(PASSWORD)).toMatchObject({ status: 403, body: { code: 'suspended' } });
    // Only users who know the password learn that the account is suspended.
    expect((await signIn('outra-coisa')).status).toBe(401);
  });

  test('only hashes of tokens and passwords are stored', async () => {
    const parent = await aParent(app);
    const token = parent.cookie?.split('=')[1] as string;
    const kept = await app.db.row<{ session: string; password: string }>(
      `select encode(token_hash, 'escape') as session, password_hash as password from sessions join users on users.id = user_id where user_id = $1`,
      [parent.id],
    );
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(kept?.session).not.toContain(token);
    expect(kept?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('every call', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a request marked cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
  ])('T27 a write from %s is refused', async (_, headers: Record<string, string>) => {
    const parent = await aParent(app);
    expect((await parent.post('/api/children', { fullName: 'Intruso', schoolClass: '1º Ano' }, headers)).status).toBe(
      403,
    );
    expect((await parent.get('/api/children')).body).toEqual([]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('T27 a body of type %s is refused', async (type) => {
    const parent = await aParent(app);
    const refused = await parent.post('/api/children', '{"fullName":"Intruso","schoolClass":"1º Ano"}', {
      'content-type': type,
    });
    expect(refused.status).toBe(415);
    expect(refused.body.message).toMatch(/JSON/);
  });

  test('broken JSON, an oversized body and an unknown path are refused with a clear message', async () => {
    const parent = await aParent(app);
    expect((await parent.post('/api/children', '{"fullName":')).status).toBe(400);
    expect((await parent.post('/api/children', { fullName: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await parent.get('/api/nada')).status).toBe(404);
    expect((await parent.get('/api/children/%E0%A4%A')).status).toBe(404);
    expect((await parent.request('DELETE', '/api/user')).headers['allow']).toContain('GET');
  });

  test('T16 a role without permission gets 403, teachers and parents alike', async () => {
    const teacher = await aUser(app, 'teacher');
    const parent = await aParent(app);
    expect((await teacher.get('/api/children')).status).toBe(403);
    expect((await parent.get('/api/teacher/tests')).status).toBe(403);
  });

  test('every reply carries the security headers, including refusals', async () => {
    for (const path of ['/api/user', '/api/nada', '/healthz']) {
      const { headers } = await app.visitor().get(path);
      expect(headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

test('T24 without the demonstration nobody signs in with its password, and its sessions have ended', async () => {
  const demo = await appOn(app, { DEMO: '1' });
  const names = { username: 'chefe.demo', email: 'chefe@caderneta.example', fullName: 'Ndala Sebastião' };
  await createUser(app.db, { ...names, password: 'caderneta', role: 'admin' });
  const signIn = (place: typeof app, password = 'caderneta') => {
    const visitor = place.visitor();
    return visitor.post('/api/login', { username: 'chefe.demo', password }).then(({ status }) => ({ status, visitor }));
  };
  expect((await signIn(app)).status).toBe(401);
  const { status, visitor } = await signIn(demo);
  expect(status).toBe(200);
  const body = {
    currentPassword: 'caderneta',
    newPassword: 'uma senha só minha',
    confirmPassword: 'uma senha só minha',
  };
  expect((await visitor.put('/api/account/password', body)).status).toBeLessThan(300);
  // A demo account whose password was changed stays open.
  expect((await signIn(app, 'uma senha só minha')).status).toBe(200);
  expect(await closeDemo(app.db)).toBe(2);
  expect((await visitor.get('/api/user')).status).toBe(401);
});
