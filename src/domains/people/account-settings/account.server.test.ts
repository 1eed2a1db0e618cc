import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChildMidTest, aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { createLog } from '../../../server/watch/log.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { eraseAccounts } from './account.server.ts';

const app = await testApp();
const log = createLog('silent');
const NEW = 'goiabas-azuis-7';
const elsewhere = async (person: Parent, password = PASSWORD) => {
  const visitor = app.visitor();
  await visitor.post('/api/login', { username: person.username, password });
  return visitor;
};
const change = (person: { put: Parent['put'] }, body: Record<string, unknown> = {}) =>
  person.put('/api/account/password', {
    currentPassword: PASSWORD,
    newPassword: NEW,
    confirmPassword: NEW,
    ...body,
  });

describe('devices signed in', () => {
  test('are listed without their tokens, and can be signed out', async () => {
    const parent = await aParent(app);
    const phone = app.visitor();
    await phone.post(
      '/api/login',
      { username: parent.username, password: PASSWORD },
      { 'user-agent': 'Mozilla/5.0 (Android 10) <b>' },
    );
    const listed = await parent.get('/api/account/sessions');
    expect(listed.body).toHaveLength(2);
    expect(listed.body[0]).toMatchObject({ current: true, address: '127.0.x.x' });
    expect(listed.body[1]).toMatchObject({ current: false, device: 'Mozilla/5.0 (Android 10) <b>' });
    expect(Object.keys(listed.body[1]).sort()).toEqual([
      'address',
      'createdAt',
      'current',
      'device',
      'handle',
      'lastSeenAt',
    ]);
    expect((await parent.request('DELETE', `/api/account/sessions/${listed.body[1].handle}`)).status).toBe(204);
    expect((await phone.get('/api/user')).status).toBe(401);
    expect((await parent.get('/api/account/sessions')).body).toHaveLength(1);
  });

  test('signing out the own device ends its session', async () => {
    const parent = await aParent(app);
    const [{ handle }] = (await parent.get('/api/account/sessions')).body;
    expect((await parent.request('DELETE', `/api/account/sessions/${handle}`)).status).toBe(204);
    expect(parent.cookie).toBeUndefined();
  });

  test('a session of another user is not found, exactly like one that does not exist', async () => {
    const [mine, theirs] = [await aParent(app), await aParent(app)];
    const [{ handle }] = (await theirs.get('/api/account/sessions')).body;
    const other = await mine.request('DELETE', `/api/account/sessions/${handle}`);
    const absent = await mine.request('DELETE', '/api/account/sessions/0000000000000000');
    expect([other.status, other.text]).toEqual([404, absent.text]);
    for (const handle of ['0', 'x', `${'0'.repeat(15)}%25`, '_______________a'])
      expect((await mine.request('DELETE', `/api/account/sessions/${handle}`)).status).toBe(404);
    expect((await theirs.get('/api/user')).status).toBe(200);
  });
});

describe('the profile', () => {
  test('changes only the fields that are sent', async () => {
    const parent = await aParent(app);
    const { modeSince, ...before } = (await parent.get('/api/user')).body;
    expect(modeSince).toEqual(expect.any(Number));
    const changed = await parent.put('/api/account/profile', { fullName: ' Teresa <b>N.</b> ', phone: '923 111 222' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...before, fullName: 'Teresa <b>N.</b>', phone: '923 111 222' });
    expect((await parent.put('/api/account/profile', { gender: 'feminino' })).body.gender).toBe('feminino');
    expect((await parent.put('/api/account/profile', { gender: '' })).body.gender).toBeNull();
    expect((await parent.put('/api/account/profile', { phone: '' })).body).toMatchObject({
      fullName: 'Teresa <b>N.</b>',
      phone: null,
    });
  });

  test('changing the e-mail requires the password; sending the same e-mail does not', async () => {
    const parent = await aParent(app);
    const { email } = (await parent.get('/api/user')).body;
    expect((await parent.put('/api/account/profile', { email })).status).toBe(200);
    const wanted = { fullName: 'Outra', email: 'nova@familia.example' };
    for (const currentPassword of [undefined, null, '', 'errada-1']) {
      const refused = await parent.put('/api/account/profile', { ...wanted, currentPassword });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['currentPassword']]);
    }
    expect((await parent.get('/api/user')).body).toMatchObject({ email, fullName: 'Teresa Domingos' });
    const changed = await parent.put('/api/account/profile', { ...wanted, currentPassword: PASSWORD });
    expect(changed.body).toMatchObject(wanted);
  });

  test('an e-mail that is changed meanwhile is not changed back without the password', async () => {
    const parent = await aParent(app);
    const { email } = (await parent.get('/api/user')).body;
    const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = app.db.transaction(async (transaction) => {
      await transaction.count('update users set email = $2 where id = $1', [parent.id, 'escolhido@familia.example']);
      read.resolve();
      await changed.promise;
    });
    await read.promise;
    const saving = parent.put('/api/account/profile', { fullName: 'Teresa', email });
    const waitsForTheRow = `select 1 as found from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like 'update users set full_name%'`;
    await expect.poll(() => app.db.rows(waitsForTheRow), { timeout: 30_000 }).not.toEqual([]);
    changed.resolve();
    await changing;
    expect((await saving).body).toMatchObject({ fullName: 'Teresa', email: 'escolhido@familia.example' });
  });

  test.each([
    [{ fullName: ' ' }, 'fullName'],
    [{ email: 'sem-arroba' }, 'email'],
    [{ phone: 'x'.repeat(41) }, 'phone'],
    [{ location: 'a\u0000b' }, 'location'],
  ])('refuses %j and names the field', async (body, field) => {
    const refused = await (await aParent(app)).put('/api/account/profile', body);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  });
});

describe('the password', () => {
  test('can be changed: every other session ends and this one gets a new token', async () => {
    const parent = await aParent(app);
    const before = parent.cookie;
    const phone = await elsewhere(parent);
    expect((await change(parent)).status).toBe(204);
    expect(parent.cookie).not.toBe(before);
    expect((await parent.get('/api/user')).status).toBe(200);
    expect((await app.visitor(before).get('/api/user')).status).toBe(401);
    expect((await phone.get('/api/user')).status).toBe(401);
    expect((await (await elsewhere(parent)).get('/api/user')).status).toBe(401);
    expect((await (await elsewhere(parent, NEW)).get('/api/user')).status).toBe(200);
  });

  test.each([
    [{ currentPassword: undefined }, 'currentPassword'],
    [{ currentPassword: '' }, 'currentPassword'],
    [{ currentPassword: 'errada-1' }, 'currentPassword'],
    [{ newPassword: '12345', confirmPassword: '12345' }, 'newPassword'],
    [{ confirmPassword: 'outra-coisa' }, 'confirmPassword'],
  ])('refuses %j and names the field', async (body, field) => {
    const parent = await aParent(app);
    const refused = await change(parent, body);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
    expect((await (await elsewhere(parent)).get('/api/user')).status).toBe(200);
  });

  test('may be weak for a parent, but not for users who see other people’s children', async () => {
    const weak = { newPassword: '123456', confirmPassword: '123456' };
    expect((await change(await aParent(app), weak)).status).toBe(204);
    for (const role of ['teacher', 'admin'] as const) {
      const person = await aUser(app, role);
      for (const newPassword of ['123456', 'nove-letr', 'administrador', 'cassoma-1234']) {
        const refused = await change(person, { newPassword, confirmPassword: newPassword });
        expect([refused.status, refused.body.fields], newPassword).toEqual([400, { newPassword: expect.any(String) }]);
      }
      expect((await change(person)).status).toBe(204);
    }
  });

  test('T24 wrong passwords are counted in the session where they are typed', async () => {
    const parent = await aParent(app);
    for (let count = 0; count < 10; count += 1)
      expect((await change(parent, { currentPassword: 'errada-1' })).status).toBe(400);
    const locked = await change(parent);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await parent.post('/api/account/deletion', { password: PASSWORD })).status).toBe(429);
    // Neither signing in nor another session is locked by it.
    const other = app.visitor();
    expect((await other.post('/api/login', { username: parent.username, password: PASSWORD })).status).toBe(200);
    expect((await change(other as typeof parent)).status).toBe(204);
  });

  test('of two changes at once one succeeds and the other is refused', async () => {
    const parent = await aParent(app);
    const phone = await elsewhere(parent);
    const replies = await Promise.all([
      change(parent),
      change(phone, { newPassword: `${NEW}b`, confirmPassword: `${NEW}b` }),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([400, 401, 409]).toContain(statuses[1]);
    const open = await app.db.row<{ count: number }>('select count(*) from sessions where user_id = $1', [parent.id]);
    expect(open?.count).toBe(1);
  });
});

describe('deleting the account', () => {
  const age = (parent: Parent, days: number) =>
    app.db.count('update users set deletion_asked_at = now() - make_interval(days => $2) where id = $1', [
      parent.id,
      days,
    ]);
  const left = async (parent: Parent) =>
    (
      await app.db.row<{ rows: number }>(
        `select (select count(*) from users where id = $1) + (select count(*) from children where user_id = $1)
           + (select count(*) from sessions where user_id = $1) + (select count(*) from notifications where user_id = $1) as rows`,
        [parent.id],
      )
    )?.rows;

  test('requires the password, ends every session and can be revoked', async () => {
    const parent = await aParent(app);
    const phone = await elsewhere(parent);
    for (const password of [undefined, '', 'errada-1']) {
      const refused = await parent.post('/api/account/deletion', { password });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['password']]);
    }
    expect((await parent.get('/api/user')).body.deletionAt).toBeNull();
    const asked = await parent.post('/api/account/deletion', { password: PASSWORD });
    expect(asked.status).toBe(200);
    const days = (Date.parse(asked.body.deletionAt) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(parent.cookie).toBeUndefined();
    expect((await phone.get('/api/user')).status).toBe(401);
    const back = await elsewhere(parent);
    expect((await back.get('/api/user')).body.deletionAt).toBe(asked.body.deletionAt);
    expect((await back.request('DELETE', '/api/account/deletion')).body.deletionAt).toBeNull();
    await eraseAccounts(app.db, log);
    expect((await back.get('/api/user')).status).toBe(200);
  });

  test('erases the user’s data after 30 days, not earlier, and no other user’s', async () => {
    const [gone, early, other] = [await aParent(app), await aParent(app), await aParent(app)];
    const sitting = await aChildMidTest(app, gone);
    await sitting.answer(0, 'A');
    await sitting.complete();
    await aChildMidTest(app, other);
    await age(gone, 31);
    await age(early, 29);
    expect(await eraseAccounts(app.db, log)).toBe(1);
    expect(await eraseAccounts(app.db, log)).toBe(0);
    expect(await left(gone)).toBe(0);
    const attempts = await app.db.row<{ count: number }>('select count(*) from attempts where id = $1', [sitting.id]);
    const answers = await app.db.row<{ count: number }>('select count(*) from answers where attempt_id = $1', [
      sitting.id,
    ]);
    expect([attempts?.count, answers?.count]).toEqual([0, 0]);
    expect((await gone.get('/api/user')).status).toBe(401);
    expect((await early.get('/api/user')).status).toBe(200);
    expect((await other.get('/api/children')).body).toHaveLength(1);
  });

  test('is refused for teachers and administrators', async () => {
    const teacher = await aUser(app, 'teacher');
    expect((await teacher.post('/api/account/deletion', { password: PASSWORD })).status).toBe(403);
  });

  test('many accounts that are due at once are erased once each by two processes', async () => {
    const parents = await Promise.all(Array.from({ length: 23 }, () => aParent(app)));
    await Promise.all(parents.map((parent) => age(parent, 40)));
    const erased = await Promise.all([eraseAccounts(app.db, log), eraseAccounts(app.db, log)]);
    expect(erased[0] + erased[1]).toBe(23);
  });
});
