import { describe, expect, test } from 'vitest';
import { type Answer, testApp, type Visitor } from '../../../../test/support/app.ts';
import {
  aChild,
  anAdmin,
  aParent,
  aUser,
  confirmWithoutCode,
  PASSWORD,
  type Parent,
} from '../../../../test/support/builders.ts';
import { addDevice, aPasskeyDevice, type PasskeyDevice } from '../../../../test/support/passkey-device.ts';
import { admitFactor } from '../accounts/second-step.server.ts';
import { answerPasswordRequests } from '../recovery/recovery.server.ts';
import { replaceDueFactors } from '../staff/factor-replacement.server.ts';
import { deleteOldChallenges } from './passkeys.store.ts';
import { relyingParty } from './proof.server.ts';

const app = await testApp({ PUBLIC_URL: 'https://escola.example' });
const ORIGIN = 'https://escola.example';

async function withDevice(who?: Parent) {
  const person = who ?? (await aParent(app));
  const device = aPasskeyDevice(ORIGIN);
  const added = await addDevice(person, device);
  expect(added.status, added.text).toBe(201);
  return { person, device, passkey: added.body as { id: number; name: string } };
}
const asked = async (visitor: Visitor, path = '/api/passkeys/sign-in/challenge') => (await visitor.post(path)).body;
const signIn = async (device: PasskeyDevice, faults: Parameters<PasskeyDevice['sign']>[1] = {}) => {
  const visitor = app.visitor();
  const reply = await visitor.post('/api/passkeys/sign-in', { answer: device.sign(await asked(visitor), faults) });
  return { visitor, reply };
};
const mailsOf = async (id: number) =>
  (await app.db.rows<{ kind: string }>('select kind from mails where user_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  );
const auditOf = (id: number) =>
  app.db.rows<{ action: string }>('select action from audit_log where user_id = $1 order by id', [id]);

describe('adding a device', () => {
  test('requires the password, sends a mail and is logged; the device gets a name, and its key is never returned', async () => {
    const parent = await aParent(app);
    const wrong = await parent.post('/api/passkeys/registration', { password: 'errada-1' });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    const { passkey } = await withDevice(parent);
    expect(passkey.name).toBe('Aparelho desconhecido');
    const listed = await parent.get('/api/passkeys');
    expect(listed.body).toEqual([{ ...passkey, createdAt: expect.any(String), lastUsedAt: null }]);
    expect(listed.text).not.toMatch(/credential|public_?key/i);
    expect(await mailsOf(parent.id)).toEqual(['passkey_added']);
    expect(await auditOf(parent.id)).toEqual([{ action: 'user.passkey-added' }]);
  });

  test('requires user verification for the site’s own domain, and sends no data but the names of the user', async () => {
    const parent = await aParent(app, { fullName: 'Teresa Domingos' });
    const { body } = await parent.post('/api/passkeys/registration', { password: PASSWORD });
    expect(body).toMatchObject({
      rp: { id: 'escola.example' },
      user: { name: parent.username, displayName: 'Teresa Domingos' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(body.user.id, 'base64url')).toHaveLength(32);
  });

  test.each([
    ['from another site', { origin: 'https://escola.example.net' }],
    ['for another host', { rpId: 'example' }],
    ['from a device that its owner did not unlock', { unverified: true }],
    ['with an invented challenge', { challenge: 'A'.repeat(43) }],
    ['of a sign-in', { type: 'webauthn.get' }],
  ] as const)('refuses a key %s', async (_, faults) => {
    const parent = await aParent(app);
    const refused = await addDevice(parent, aPasskeyDevice(ORIGIN), faults);
    expect(refused).toMatchObject({ status: 400, body: { code: 'wrong-passkey' } });
    expect((await parent.get('/api/passkeys')).body).toEqual([]);
    expect(await mailsOf(parent.id)).toEqual([]);
  });

  test('accepts a challenge once, in its own session only, and for five minutes', async () => {
    const parent = await aParent(app);
    const other = await aParent(app);
    const begin = async () => (await parent.post('/api/passkeys/registration', { password: PASSWORD })).body;
    const options = await begin();
    const stolen = await other.post('/api/passkeys', { answer: aPasskeyDevice(ORIGIN).register(options) });
    expect(stolen.status).toBe(400);
    const first = await parent.post('/api/passkeys', { answer: aPasskeyDevice(ORIGIN).register(options) });
    expect(first.status).toBe(201);
    const again = await parent.post('/api/passkeys', { answer: aPasskeyDevice(ORIGIN).register(options) });
    expect(again.status).toBe(400);
    const late = await begin();
    await app.db.count(`update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect((await parent.post('/api/passkeys', { answer: aPasskeyDevice(ORIGIN).register(late) })).status).toBe(400);
    expect(await deleteOldChallenges(app.db)).toBeGreaterThan(0);
  });

  test('T55 is refused when a new password ended the session meanwhile', async () => {
    const { person } = await withDevice();
    const admit = (tokenHash: Buffer) =>
      app.db.transaction((transaction) => admitFactor(transaction, { userId: person.id, tokenHash }));
    const session = await app.db.row<{ hash: Buffer }>('select token_hash as hash from sessions where user_id = $1', [
      person.id,
    ]);
    expect(await admit(session?.hash as Buffer)).toMatchObject({ atOnce: true });
    await expect(admit(Buffer.alloc(32))).rejects.toMatchObject({ status: 401 });
  });

  test('a device belongs to one account, and an account has ten at most, even when they are added at once', async () => {
    const { device } = await withDevice();
    const other = await aParent(app);
    expect(await addDevice(other, device)).toMatchObject({ status: 409, body: { code: 'passkey-taken' } });
    // On a busy machine a password may wait for its turn for too long, and is asked again.
    const add = async (): Promise<Answer> => {
      const reply = await addDevice(other, aPasskeyDevice(ORIGIN));
      return reply.status === 503 ? add() : reply;
    };
    const replies = await Promise.all(Array.from({ length: 12 }, add));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
    expect((await other.get('/api/passkeys')).body).toHaveLength(10);
  });
});

describe('signing in', () => {
  test('T55 opens the account of the device’s owner with a new session, and records the use', async () => {
    const { person, device } = await withDevice();
    const { visitor, reply } = await signIn(device);
    expect(reply).toMatchObject({ status: 200, body: { username: person.username } });
    expect(visitor.cookie).not.toBe(person.cookie);
    expect((await visitor.get('/api/user')).body.id).toBe(person.id);
    expect((await visitor.get('/api/passkeys')).body[0].lastUsedAt).toEqual(expect.any(String));
    // The challenge names no account: the device chooses one.
    expect((await asked(app.visitor())).allowCredentials).toEqual([]);
  });

  test.each([
    ['another site', { origin: 'http://escola.example' }],
    ['another host', { rpId: 'escola.example.net' }],
    ['a locked device', { unverified: true }],
    ['an unknown challenge', { challenge: 'B'.repeat(43) }],
    ['a use count that does not grow, as of a copied device', { signCount: 1 }],
    ['a use count of zero', { signCount: 0 }],
    ['the answer of a registration', { type: 'webauthn.create' }],
  ] as const)('T55 %s does not sign in', async (_, faults) => {
    const { device } = await withDevice();
    expect((await signIn(device)).reply.status).toBe(200);
    const { visitor, reply } = await signIn(device, faults);
    expect(reply).toMatchObject({ status: 401, body: { code: 'wrong-passkey' } });
    expect(visitor.cookie).toBeUndefined();
  });

  test('T55 an answer is accepted once, however often it is sent, and only for the challenge it signs', async () => {
    const { person, device } = await withDevice();
    const answer = device.sign(await asked(app.visitor()));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.visitor().post('/api/passkeys/sign-in', { answer })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    // A response that was signed for a confirmation is refused for a sign-in.
    const confirming = device.sign(await asked(person, '/api/passkeys/challenge'));
    expect((await app.visitor().post('/api/passkeys/sign-in', { answer: confirming })).status).toBe(401);
  });

  test('T55 another device’s key, a changed signature and a removed key are refused', async () => {
    const { person, device, passkey } = await withDevice();
    const stranger = aPasskeyDevice(ORIGIN);
    expect((await signIn(stranger)).reply.status).toBe(401);
    // A response signed by one device with the credential id of another is refused.
    const visitor = app.visitor();
    const forged = { ...stranger.sign(await asked(visitor)), id: device.id, rawId: device.id };
    expect((await visitor.post('/api/passkeys/sign-in', { answer: forged })).status).toBe(401);
    expect((await person.request('DELETE', `/api/passkeys/${passkey.id}`, { password: PASSWORD })).status).toBe(204);
    expect((await signIn(device)).reply.status).toBe(401);
  });

  test('a device that does not count its uses is accepted', async () => {
    const parent = await aParent(app);
    const device = aPasskeyDevice(ORIGIN, false);
    await addDevice(parent, device);
    for (let times = 0; times < 2; times += 1) expect((await signIn(device)).reply.status).toBe(200);
  });

  test('T24 failures from one address end in 429', async () => {
    const { device } = await withDevice();
    await app.db.count(
      `insert into rate_limits (key, window_start, hits) values ('wrong-passkey-address:127.0.0.1', now(), 300)
       on conflict (key, window_start) do update set hits = 300`,
    );
    expect((await signIn(device)).reply.status).toBe(429);
    await app.db.count(`delete from rate_limits`);
    expect((await signIn(device)).reply.status).toBe(200);
  });

  test('a suspended user is told so and not signed in', async () => {
    const { person, device } = await withDevice();
    await app.db.count('update users set suspended_at = now() where id = $1', [person.id]);
    expect((await signIn(device)).reply).toMatchObject({ status: 403, body: { code: 'suspended' } });
  });
});

describe('renaming and removing', () => {
  test('the owner can rename and remove a device; to others it is not found', async () => {
    const { person, passkey } = await withDevice();
    const other = await aParent(app);
    const at = `/api/passkeys/${passkey.id}`;
    expect((await other.put(at, { name: 'Meu' })).status).toBe(404);
    expect((await other.request('DELETE', at, { password: PASSWORD })).status).toBe(404);
    expect((await person.put(at, { name: ' ' })).status).toBe(400);
    expect((await person.put(at, { name: 'Telemóvel da mãe' })).body.name).toBe('Telemóvel da mãe');
    expect((await person.request('DELETE', at, { password: 'errada-1' })).status).toBe(400);
    expect((await person.request('DELETE', at, { password: PASSWORD })).status).toBe(204);
    expect((await person.get('/api/passkeys')).body).toEqual([]);
    expect(await mailsOf(person.id)).toEqual(['passkey_added', 'passkey_removed']);
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual([
      'user.passkey-added',
      'user.passkey-removed',
    ]);
  });

  test('T55 a new password, by mail or by order of an administrator, removes every device', async () => {
    const { person, device } = await withDevice();
    const admin = await aUser(app, 'admin');
    await confirmWithoutCode(app.db, admin.id);
    const forced = await admin.post(`/api/admin/users/${person.id}/password-reset`);
    expect(forced.status, forced.text).toBeLessThan(300);
    expect((await signIn(device)).reply.status).toBe(401);
  });
});

describe('changing the password', () => {
  const NEW = 'goiabas-azuis-7';
  const change = (person: Visitor, more: object = {}) =>
    person.put('/api/account/password', {
      currentPassword: PASSWORD,
      newPassword: NEW,
      confirmPassword: NEW,
      ...more,
    });

  test('T55 removes the devices if that is asked for, and is logged', async () => {
    const { person, device } = await withDevice();
    expect((await change(person, { removePasskeys: true })).status).toBe(204);
    expect((await signIn(device)).reply.status).toBe(401);
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual([
      'user.passkey-added',
      'user.passkey-removed',
    ]);
    const { person: another, device: kept } = await withDevice();
    expect((await change(another)).status).toBe(204);
    expect((await signIn(kept)).reply.status).toBe(200);
  });

  test('T55 does not remove the devices of staff without a fresh second factor', async () => {
    const { person, device } = await withDevice(await aUser(app, 'teacher'));
    expect((await change(person, { removePasskeys: true })).body.code).toBe('confirm-second-factor');
    expect((await signIn(device)).reply.status).toBe(200);
    const answer = device.sign(await asked(person, '/api/passkeys/challenge'));
    expect((await person.post('/api/passkeys/confirmation', { answer })).status).toBe(200);
    expect((await change(person, { removePasskeys: true })).status).toBe(204);
    expect((await signIn(device)).reply.status).toBe(401);
  });
});

describe('for staff', () => {
  test('T55 counts as a fresh second factor for five minutes, in this session', async () => {
    const admin = await aUser(app, 'admin');
    const audited = () => admin.get('/api/admin/audit/file');
    expect((await audited()).body.code).toBe('second-factor-missing');
    const { device } = await withDevice(admin);
    expect((await audited()).body.code).toBe('confirm-second-factor');
    const confirm = async (person: Visitor, faults = {}) =>
      person.post('/api/passkeys/confirmation', {
        answer: device.sign(await asked(person, '/api/passkeys/challenge'), faults),
      });
    expect(await confirm(admin, { unverified: true })).toMatchObject({ status: 403, body: { code: 'wrong-passkey' } });
    expect((await audited()).status).toBe(403);
    const right = await confirm(admin);
    expect(Date.parse(right.body.until) - Date.now()).toBeLessThanOrEqual(300_000);
    expect((await audited()).status).toBe(200);
    // A sign-in with a passkey does not count as a confirmation.
    const { visitor } = await signIn(device);
    expect((await visitor.get('/api/admin/audit/file')).body.code).toBe('confirm-second-factor');
    // A device of another user is refused for a confirmation.
    const { device: foreign } = await withDevice();
    const answer = foreign.sign(await asked(visitor, '/api/passkeys/challenge'));
    expect((await visitor.post('/api/passkeys/confirmation', { answer })).status).toBe(403);
  });

  test('T57 the password alone does not sign in where a passkey is the only factor, and gets no other factor', async () => {
    const admin = await aUser(app, 'admin');
    const login = () => app.visitor().post('/api/login', { username: admin.username, password: PASSWORD });
    const { device } = await withDevice(admin);
    expect(await login()).toMatchObject({ status: 401, body: { code: 'passkey-needed' } });
    const begun = await admin.post('/api/account/second-factor', { password: PASSWORD });
    expect(begun).toMatchObject({ status: 403, body: { code: 'confirm-second-factor' } });
    expect((await signIn(device)).reply.status).toBe(200);
    // Parents go on with their password: their passkeys open the account, and nothing of theirs asks for a second factor.
    const { person } = await withDevice();
    const parent = person as Parent;
    expect((await app.visitor().post('/api/login', { username: parent.username, password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('T57 staff keep their devices when the password is reset by mail or by order of an administrator', async () => {
    const { person, device } = await withDevice(await aUser(app, 'admin'));
    const { id, username } = person as Parent;
    await app.visitor().post('/api/password/forgot', { account: username });
    await answerPasswordRequests(app.db);
    const mail = await app.db.row<{ content: { actions: { path: string }[] } }>(
      `select content from mails where user_id = $1 and kind = 'password_reset'`,
      [id],
    );
    const token = mail?.content.actions[0]?.path.split('#')[1];
    const newPassword = 'goiabas-azuis-7';
    const reset = await app.visitor().post('/api/password/reset', { token, newPassword, confirmPassword: newPassword });
    expect(reset.status, reset.text).toBe(204);
    const login = () => app.visitor().post('/api/login', { username, password: newPassword });
    expect((await login()).body.code).toBe('passkey-needed');
    expect((await signIn(device)).reply.status).toBe(200);
    const admin = await anAdmin(app);
    expect((await admin.post(`/api/admin/users/${id}/password-reset`)).status).toBe(200);
    expect((await signIn(device)).reply.status).toBe(200);
  });

  test('adding and removing a device requires the second factor that is already enabled', async () => {
    const teacher = await aUser(app, 'teacher');
    await confirmWithoutCode(app.db, teacher.id);
    await app.db.count('update sessions set confirmed_at = null where user_id = $1', [teacher.id]);
    const refused = { status: 403, body: { code: 'confirm-second-factor' } };
    expect(await addDevice(teacher, aPasskeyDevice(ORIGIN))).toMatchObject(refused);
    await confirmWithoutCode(app.db, teacher.id);
    const { passkey } = await withDevice(teacher);
    await app.db.count('update sessions set confirmed_at = null where user_id = $1', [teacher.id]);
    const removed = await teacher.request('DELETE', `/api/passkeys/${passkey.id}`, { password: PASSWORD });
    expect(removed).toMatchObject(refused);
  });

  test('ten failed answers lock it for a quarter of an hour', async () => {
    const { person, device } = await withDevice(await aUser(app, 'teacher'));
    const send = async (faults = {}) =>
      person.post('/api/passkeys/confirmation', {
        answer: device.sign(await asked(person, '/api/passkeys/challenge'), faults),
      });
    for (let tries = 0; tries < 10; tries += 1) expect((await send({ unverified: true })).status).toBe(403);
    expect((await send()).status).toBe(429);
  });

  test('an administrator who removes a lost second factor also removes the devices', async () => {
    const { person, device } = await withDevice(await aUser(app, 'teacher'));
    const admin = await aUser(app, 'admin');
    await confirmWithoutCode(app.db, admin.id);
    expect((await admin.post(`/api/admin/users/${(person as Parent).id}/second-factor/replacement`)).status).toBe(200);
    await app.db.count('update factor_replacements set due_at = now()');
    await replaceDueFactors(app.db);
    expect((await signIn(device)).reply.status).toBe(401);
  });
});

describe('ending child mode', () => {
  test('T56 the parent’s screen lock ends child mode; another key, or an answer to another challenge, does not', async () => {
    const { person, device } = await withDevice();
    const { id: childId } = await aChild(person);
    const before = device.sign(await asked(person, '/api/passkeys/challenge'));
    await person.post('/api/child-mode', { childId });
    expect((await person.get('/api/child-mode')).body.hasPasskey).toBe(true);
    expect((await person.get('/api/passkeys')).body.code).toBe('child-mode');
    const leave = (passkey: unknown) => person.request('DELETE', '/api/child-mode', { passkey });
    const wrong = { status: 403, body: { code: 'wrong-pin' } };
    expect(await leave(before)).toMatchObject(wrong);
    const stranger = aPasskeyDevice(ORIGIN);
    expect(await leave(stranger.sign(await asked(person, '/api/passkeys/challenge')))).toMatchObject(wrong);
    const signing = await asked(app.visitor());
    expect(await leave(device.sign(signing))).toMatchObject(wrong);
    expect((await person.get('/api/child-mode')).body.children).toHaveLength(1);
    expect((await leave(device.sign(await asked(person, '/api/passkeys/challenge')))).status).toBe(204);
    expect((await person.get('/api/passkeys')).status).toBe(200);
  });

  test('T56 in child mode no other user can sign in, and no device can be added', async () => {
    const { person, device } = await withDevice();
    const { id: childId } = await aChild(person);
    const answer = device.sign(await asked(app.visitor()));
    await person.post('/api/child-mode', { childId });
    for (const [path, body] of [
      ['/api/passkeys/sign-in/challenge', undefined],
      ['/api/passkeys/sign-in', { answer }],
      ['/api/passkeys/registration', { password: PASSWORD }],
      ['/api/passkeys', { answer }],
    ] as const)
      expect(await person.post(path, body)).toMatchObject({ status: 403, body: { code: 'child-mode' } });
  });
});

test('the passkeys of a local site belong to localhost, those of a public one to its domain', () => {
  expect(relyingParty({ publicUrl: 'http://127.0.0.1:3000' })).toEqual({
    id: 'localhost',
    origin: 'http://localhost:3000',
  });
  expect(relyingParty({ publicUrl: 'https://escola.example' })).toEqual({ id: 'escola.example', origin: ORIGIN });
});

test('malformed answers are refused without a server error', async () => {
  const visitor = app.visitor();
  for (const answer of [undefined, {}, { id: '=', rawId: '=', type: 'public-key', response: {} }, 'x'])
    expect((await visitor.post('/api/passkeys/sign-in', { answer })).status).toBe(400);
  const garbage = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  };
  expect((await visitor.post('/api/passkeys/sign-in', { answer: garbage })).status).toBe(401);
});
