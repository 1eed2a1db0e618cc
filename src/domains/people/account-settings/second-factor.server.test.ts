import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { testApp, type Visitor } from '../../../../test/support/app.ts';
import { anAdmin, aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { seal, unseal } from '../../../server/db/sealing.ts';
import { replaceDueFactors } from '../staff/factor-replacement.server.ts';

const app = await testApp();
const codeAt = (secret: string, ago = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() - ago * 1000 });
const signIn = (person: Parent, code?: string) =>
  app.visitor().post('/api/login', { username: person.username, password: PASSWORD, ...(code ? { code } : {}) });
/** Returns the code of the next time step, because the code that enabled the second factor is used. */
const nextCode = (secret: string) => codeAt(secret, -30);

async function enabled(role: 'teacher' | 'admin' = 'admin') {
  const person = await aUser(app, role);
  const begun = await person.post('/api/account/second-factor', { password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const turnedOn = await person.put('/api/account/second-factor', { code: codeAt(secret) });
  expect(turnedOn.status, turnedOn.text).toBe(200);
  return { person, secret, codes: turnedOn.body.recoveryCodes as string[] };
}

describe('the second factor', () => {
  test('is required once it is enabled; the password alone gives no session', async () => {
    const { person, secret } = await enabled();
    expect((await person.get('/api/account/second-factor')).body).toEqual({
      enabled: true,
      codesLeft: 10,
      countsFrom: null,
      replacementAt: null,
    });
    const visitor = app.visitor();
    const refused = await visitor.post('/api/login', { username: person.username, password: PASSWORD });
    expect(refused).toMatchObject({ status: 401, body: { code: 'second-factor' } });
    expect(visitor.cookie).toBeUndefined();
    expect((await signIn(person, nextCode(secret))).status).toBe(200);
    // A wrong password is reported in the same way with and without a code.
    const wrong = { username: person.username, password: 'errada-1', code: nextCode(secret) };
    expect((await app.visitor().post('/api/login', wrong)).body.code).toBe('wrong-credentials');
  });

  test('refuses a used code, a code from a minute ago, and anything that is not a code', async () => {
    const { person, secret } = await enabled('teacher');
    const code = nextCode(secret);
    const twice = await Promise.all([signIn(person, code), signIn(person, code)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    for (const other of [code, codeAt(secret), codeAt(secret, 61), '000000x', 'abcdefghij', ' '])
      expect((await signIn(person, other)).status, other).toBe(401);
  });

  test('accepts a recovery code once, stores only its hash, and logs its use', async () => {
    const { person, codes } = await enabled();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hj-km-np-z2-9]{6}-){3}[a-hj-km-np-z2-9]{6}$/);
    const [first = ''] = codes;
    const twice = await Promise.all([signIn(person, first.toUpperCase()), signIn(person, first)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await person.get('/api/account/second-factor')).body.codesLeft).toBe(9);
    const kept = await app.db.rows(`select to_jsonb(recovery_codes)::text as t from recovery_codes`);
    expect(JSON.stringify(kept)).not.toContain(codes[1]?.slice(0, 5));
    const noted = await app.db.rows(
      `select 1 from audit_log where action = 'user.recovery-code-used' and user_id = $1`,
      [person.id],
    );
    expect(noted).toHaveLength(1);
  });

  test('accepts a recovery code of the shorter format issued earlier', async () => {
    const { person } = await enabled();
    await app.db.count(`insert into recovery_codes (user_id, code_hash) values ($1, sha256('abcde-fghjk'))`, [
      person.id,
    ]);
    expect((await signIn(person, 'ABCDE FGHJK')).status).toBe(200);
  });

  test('is locked for a quarter of an hour after ten wrong codes, even when they arrive at once or from several addresses', async () => {
    const { person, secret } = await enabled();
    const replies = await Promise.all(Array.from({ length: 15 }, (_, index) => signIn(person, String(100000 + index))));
    expect(replies.filter(({ status }) => status === 401).length).toBe(10);
    expect(replies.filter(({ status }) => status === 429).length).toBe(5);
    expect((await signIn(person, nextCode(secret))).status).toBe(429);
  });
});

describe('enabling and disabling the second factor', () => {
  test('enabling requires the password and a first code, and signs out the other devices', async () => {
    const person = await aUser(app, 'admin');
    expect((await person.post('/api/account/second-factor', { password: 'errada-1' })).body.fields).toHaveProperty(
      'password',
    );
    expect((await person.put('/api/account/second-factor', { code: '123456' })).status).toBe(409);
    const begun = (await person.post('/api/account/second-factor', { password: PASSWORD })).body;
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Caderneta:/);
    expect(begun.qr.path).toMatch(/^M/);
    // A setup that has begun is not enabled yet.
    const other = await signIn(person);
    expect(other.status).toBe(200);
    expect((await person.put('/api/account/second-factor', { code: '000000' })).status).toBe(400);
    const kept = await app.db.row<{ secret: Buffer }>('select secret from second_factors where user_id = $1', [
      person.id,
    ]);
    const plain = Buffer.from(Secret.fromBase32(begun.secret.replaceAll(' ', '')).buffer as ArrayBuffer);
    expect(kept?.secret.includes(plain)).toBe(false);
    const sessions = () => person.get('/api/account/sessions').then(({ body }) => body.length);
    expect(await sessions()).toBe(2);
    expect((await person.put('/api/account/second-factor', { code: codeAt(begun.secret) })).status).toBe(200);
    expect(await sessions()).toBe(1);
    // Replacing it requires a confirmation with the one that exists.
    const again = await person.post('/api/account/second-factor', { password: PASSWORD });
    expect(again).toMatchObject({ status: 403, body: { code: 'confirm-second-factor' } });
  });

  test('disabling requires a fresh code and the password', async () => {
    const { person, secret } = await enabled();
    const off = () => person.request('DELETE', '/api/account/second-factor', { password: PASSWORD });
    expect(await off()).toMatchObject({ status: 403, body: { code: 'confirm-second-factor' } });
    await person.post('/api/account/second-factor/confirmation', { code: nextCode(secret) });
    expect((await person.request('DELETE', '/api/account/second-factor', { password: 'errada-1' })).status).toBe(400);
    expect((await person.request('DELETE', '/api/account/second-factor', { password: PASSWORD })).status).toBe(204);
    expect((await signIn(person)).status).toBe(200);
  });

  test('T57 a lost one is removed 24 hours after another administrator requests it; owner and administrators get a mail', async () => {
    const { person } = await enabled('teacher');
    const [admin, other] = [await anAdmin(app), await anAdmin(app)];
    const path = `/api/admin/users/${person.id}/second-factor/replacement`;
    const asked = await admin.post(path);
    expect(asked.status, asked.text).toBe(200);
    expect(Math.round((Date.parse(asked.body.replacementAt) - Date.now()) / 3_600_000)).toBe(24);
    // A second request neither delays nor repeats it.
    expect((await other.post(path)).body.replacementAt).toBe(asked.body.replacementAt);
    const kindsOf = async (id: number) =>
      (await app.db.rows<{ kind: string }>('select kind from mails where user_id = $1', [id])).map(({ kind }) => kind);
    expect(await kindsOf(person.id)).toEqual(['second_factor_added', 'replacement_asked']);
    expect(await kindsOf(other.id)).toContain('replacement_asked_of');
    expect(await kindsOf(admin.id)).not.toContain('replacement_asked_of');
    expect(await replaceDueFactors(app.db)).toBe(0);
    expect((await signIn(person)).body.code, 'it is still asked for').toBe('second-factor');
    await app.db.count(`update factor_replacements set due_at = due_at - interval '24 hours'`);
    const done = await Promise.all([replaceDueFactors(app.db), replaceDueFactors(app.db)]);
    expect(done.sort()).toEqual([0, 1]);
    expect((await person.get('/api/user')).status, 'its sessions have ended').toBe(401);
    const again = await signIn(person);
    expect(again.status).toBe(200);
    const lines = (await admin.get('/api/admin/audit?limit=5')).body as { action: string; subject: string }[];
    expect(lines.filter(({ subject }) => subject === `user ${person.id}`).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.second-factor-reset', 'user.factor-replacement-asked']),
    );
  });

  test('T57 the removal of one can be cancelled by its owner, who has it, and by every administrator', async () => {
    const { person, secret } = await enabled('admin');
    const [admin, other] = [await anAdmin(app), await aUser(app, 'admin')];
    const path = `/api/admin/users/${person.id}/second-factor/replacement`;
    const own = '/api/account/second-factor/replacement';
    await admin.post(path);
    expect((await person.get('/api/account/second-factor')).body.replacementAt).not.toBeNull();
    expect((await person.request('DELETE', own)).body.code).toBe('confirm-second-factor');
    await person.post('/api/account/second-factor/confirmation', { code: nextCode(secret) });
    expect((await person.request('DELETE', own)).status).toBe(204);
    await admin.post(path);
    expect((await other.request('DELETE', path)).body.replacementAt).toBeNull();
    expect((await other.request('DELETE', path)).status).toBe(404);
    expect((await other.post(path)).body.code, 'a request needs a second factor').toBe('second-factor-missing');
    // Nobody requests it for themselves, nor where there is none.
    expect((await person.post(`/api/admin/users/${person.id}/second-factor/replacement`)).status).toBe(409);
    expect((await admin.post(`/api/admin/users/${other.id}/second-factor/replacement`)).status).toBe(404);
    expect(await replaceDueFactors(app.db)).toBe(0);
  });

  test('its owner gets a mail whenever it is enabled or disabled, whoever did it', async () => {
    const { person, secret } = await enabled('teacher');
    await person.post('/api/account/second-factor/confirmation', { code: nextCode(secret) });
    await person.request('DELETE', '/api/account/second-factor', { password: PASSWORD });
    const again = await enabled('admin');
    const admin = await anAdmin(app);
    await admin.post(`/api/admin/users/${again.person.id}/second-factor/replacement`);
    await app.db.count('update factor_replacements set due_at = now()');
    await replaceDueFactors(app.db);
    const told = (id: number) =>
      app.db.rows<{ kind: string }>('select kind from mails where user_id = $1 order by id', [id]);
    expect((await told(person.id)).map(({ kind }) => kind)).toEqual(['second_factor_added', 'second_factor_removed']);
    expect((await told(again.person.id)).map(({ kind }) => kind)).toEqual([
      'second_factor_added',
      'replacement_asked',
      'second_factor_removed',
    ]);
    // Wrong input changes nothing and sends no notification.
    await person.request('DELETE', '/api/account/second-factor', { password: PASSWORD });
    expect(await told(person.id)).toHaveLength(2);
  });

  test('recovery codes do not confirm in the session that was shown them; in another they do', async () => {
    const { person, secret, codes } = await enabled();
    const confirm = (visitor: Visitor, code = '') => visitor.post('/api/account/second-factor/confirmation', { code });
    const refused = await confirm(person, codes[0]);
    expect(refused).toMatchObject({ status: 400, body: { fields: { code: expect.stringMatching(/para guardar/) } } });
    expect((await person.get('/api/account/second-factor')).body.codesLeft, 'the code is not used up').toBe(10);
    const other = app.visitor();
    await other.post('/api/login', { username: person.username, password: PASSWORD, code: nextCode(secret) });
    expect((await confirm(other, codes[0])).status).toBe(200);
  });

  test('one that is added with the password alone, long after the account was made, counts a day later; everybody is told', async () => {
    const [person, admin] = [await aUser(app, 'admin'), await anAdmin(app)];
    await app.db.count('update users set first_factor_until = null where id = $1', [person.id]);
    const begun = await person.post('/api/account/second-factor', { password: PASSWORD });
    const { secret } = begun.body as { secret: string };
    expect((await person.put('/api/account/second-factor', { code: codeAt(secret) })).status).toBe(200);
    const waits = {
      status: 403,
      body: { code: 'second-factor-waiting', message: expect.stringMatching(/conta apenas/) },
    };
    const confirm = (code: string) => person.post('/api/account/second-factor/confirmation', { code });
    expect(await confirm(nextCode(secret))).toMatchObject(waits);
    expect(await person.get('/api/admin/audit/file')).toMatchObject(waits);
    expect((await signIn(person)).status, 'is not asked for at sign-in yet').toBe(200);
    const mailsOf = (id: number) => app.db.rows('select kind from mails where user_id = $1', [id]);
    expect(await mailsOf(person.id)).toEqual([{ kind: 'factor_waits' }]);
    expect(await mailsOf(admin.id)).toEqual(expect.arrayContaining([{ kind: 'factor_waits_of' }]));
    const { countsFrom } = (await person.get('/api/account/second-factor')).body;
    expect(Math.round((Date.parse(countsFrom) - Date.now()) / 3_600_000)).toBe(24);
    await app.db.count(`update second_factors set counts_from = counts_from - interval '24 hours' where user_id = $1`, [
      person.id,
    ]);
    expect((await signIn(person)).body.code).toBe('second-factor');
    expect((await confirm(nextCode(secret))).status).toBe(200);
    expect((await person.get('/api/admin/audit/file')).status).toBe(200);
  });

  test('a new password drops one that does not count yet', async () => {
    const person = await aUser(app, 'admin');
    await app.db.count('update users set first_factor_until = null where id = $1', [person.id]);
    const begun = await person.post('/api/account/second-factor', { password: PASSWORD });
    await person.put('/api/account/second-factor', { code: codeAt(begun.body.secret) });
    const newPassword = 'goiabas-azuis-7';
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect((await person.put('/api/account/password', change)).status).toBe(204);
    expect((await person.get('/api/account/second-factor')).body.enabled).toBe(false);
  });

  test('parents cannot enable it', async () => {
    const parent = await aParent(app);
    expect((await parent.post('/api/account/second-factor', { password: PASSWORD })).status).toBe(403);
  });
});

describe('calls that require a fresh code', () => {
  /** The endpoints that require a recent confirmation; the column `step-up` of `test/matrix.golden.md` lists them for review. */
  const ASKING = [...app.frame.endpoints].filter(([, { authz }]) => authz.stepUp === true).map(([key]) => key);
  const roleOf = (key: string) => (key.includes('/teacher/') ? 'teacher' : 'admin');
  const addressOf = (key: string) => {
    const [method = '', path = ''] = key.split(' ');
    return [
      method,
      path
        .replace(':id', '1')
        .replace(':questionId', '1')
        .replace(':transactionId', '00000000-0000-4000-8000-000000000000')
        .replace(':name', 'copia-20200101-000000.ndjson.gz'),
    ] as const;
  };

  test.each(ASKING)(
    '%s: refused with the password alone, with the code of the sign-in, and five minutes after a confirmation',
    async (key) => {
      const [method, path] = addressOf(key);
      const withPassword = await aUser(app, roleOf(key));
      const body = method === 'GET' ? undefined : { password: PASSWORD };
      expect(await withPassword.request(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'second-factor-missing' },
      });
      const { person, secret, codes } = await enabled(roleOf(key));
      // Enabling it required a code, and so does signing in; neither counts as a recent confirmation.
      const visitor = app.visitor();
      await visitor.post('/api/login', { username: person.username, password: PASSWORD, code: codes[0] });
      const refused = { status: 403, body: { code: 'confirm-second-factor' } };
      for (const one of [person, visitor]) expect(await one.request(method, path, body)).toMatchObject(refused);
      const wrong = await person.post('/api/account/second-factor/confirmation', { code: codeAt(secret, 120) });
      expect(wrong.status).toBe(400);
      expect(await person.request(method, path, body)).toMatchObject(refused);
      const right = await person.post('/api/account/second-factor/confirmation', { code: nextCode(secret) });
      expect(Date.parse(right.body.until) - Date.now()).toBeLessThanOrEqual(300_000);
      // After the confirmation the call is answered by its own rules, in this session only.
      const after = await person.request(method, path, body);
      expect(after.body?.code).not.toBe('confirm-second-factor');
      expect(after.status).not.toBe(403);
      expect(await visitor.request(method, path, body)).toMatchObject(refused);
      await app.db.count(`update sessions set confirmed_at = confirmed_at - interval '5 minutes' where user_id = $1`, [
        person.id,
      ]);
      // A backup or an account that the call has created does not prevent asking again.
      expect(await person.request(method, path, body)).toMatchObject(refused);
    },
  );

  test('refuse other roles before asking for a code', async () => {
    for (const role of ['parent', 'teacher', 'admin'] as const) {
      const visitor = role === 'parent' ? await aParent(app) : await aUser(app, role);
      for (const key of ASKING.filter((one) => !app.frame.endpoints.get(one)?.authz.allow.includes(role))) {
        const reply = await visitor.request(...addressOf(key));
        expect([reply.status, reply.body.code], `${key} as ${role}`).toEqual([403, 'forbidden']);
      }
    }
  });

  test('count wrong codes together with those of sign-ins', async () => {
    const { person, secret } = await enabled();
    for (let tries = 0; tries < 10; tries += 1)
      await person.post('/api/account/second-factor/confirmation', { code: String(100000 + tries) });
    expect((await person.post('/api/account/second-factor/confirmation', { code: nextCode(secret) })).status).toBe(429);
    expect((await signIn(person, nextCode(secret))).status).toBe(429);
  });
});

test('a sealed value can be opened only with the same key, purpose and owner', () => {
  const sealed = seal('k'.repeat(32), 'a', '1', Buffer.from('segredo'));
  expect(unseal('k'.repeat(32), 'a', '1', sealed)?.toString()).toBe('segredo');
  expect(unseal('x'.repeat(32), 'a', '1', sealed)).toBeUndefined();
  expect(unseal('k'.repeat(32), 'b', '1', sealed)).toBeUndefined();
  expect(unseal('k'.repeat(32), 'a', '2', sealed)).toBeUndefined();
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  expect(unseal('k'.repeat(32), 'a', '1', sealed)).toBeUndefined();
});
