import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { hashToken } from '../../../server/config.ts';
import { CODE_ENDED } from '../accounts/account.rules.ts';
import { accountCodeOf, comparableCode } from './recovery.rules.ts';
import { answerPasswordRequests, sendPasswordReset } from './recovery.server.ts';
import { upsertAccountCode } from './recovery.store.ts';

const app = await testApp();
const NEW = 'outra-senha-boa';
const MADE = '/api/account/recovery-code';
const unverified = () => aParent(app, { emailVerified: false });
const make = async (parent: Parent) => (await parent.post(MADE, { password: PASSWORD })).body.code as string;
const recover = (username: string, code: string, newPassword = NEW) =>
  app.visitor().post('/api/password/recover', { username, code, newPassword, confirmPassword: newPassword });
const signIn = (username: string, password: string) => app.visitor().post('/api/login', { username, password });

describe('a recovery code', () => {
  test('recovers an account without a verified address by its username, once, and ends every session', async () => {
    const parent = await unverified();
    expect((await parent.get(MADE)).body).toEqual({ madeAt: null });
    const code = await make(parent);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect((await parent.get(MADE)).body).toEqual({ madeAt: expect.any(String) });
    const replies = await Promise.all([recover(parent.username, code), recover(parent.username, code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await parent.get('/api/user')).status).toBe(401);
    expect((await signIn(parent.username, PASSWORD)).status).toBe(401);
    expect((await signIn(parent.username, NEW)).status).toBe(200);
    expect((await recover(parent.username, code)).status).toBe(400);
  });

  const mailsTo = ({ username }: Parent) =>
    app.db.rows<{ kind: string; text: string }>(
      'select kind, content::text as text from mails where recipient = $1 order by id',
      [`${username}@familia.example`],
    );
  const withPassword = { newPassword: NEW, confirmPassword: NEW };
  const ways: [string, (parent: Parent) => Promise<void>][] = [
    [
      'in the settings',
      async (parent) => {
        const body = { currentPassword: PASSWORD, ...withPassword };
        expect((await parent.put('/api/account/password', body)).status).toBe(204);
        expect((await parent.get(MADE)).body).toEqual({ madeAt: null });
      },
    ],
    [
      'with a link by mail',
      async (parent) => {
        await app.visitor().post('/api/password/forgot', { account: parent.username });
        await answerPasswordRequests(app.db);
        const token = /#([\w-]{20,})/.exec((await mailsTo(parent)).at(-1)?.text ?? '')?.[1];
        expect((await app.visitor().post('/api/password/reset', { token, ...withPassword })).status).toBe(204);
      },
    ],
    [
      'by order of an administrator',
      async ({ id }) => void (await app.db.transaction((transaction) => sendPasswordReset(transaction, id))),
    ],
  ];
  test.each(ways)('ends when the password changes %s, and the mail says so', async (_, change) => {
    const [parent, without] = [await aParent(app), await aParent(app)];
    const code = await make(parent);
    await change(parent);
    expect((await recover(parent.username, code)).body.code).toBe('wrong-code');
    expect((await mailsTo(parent)).at(-1)?.text).toContain(CODE_ENDED);
    await change(without);
    expect((await mailsTo(without)).at(-1)?.text).not.toContain(CODE_ENDED);
  });

  test('is told to have ended when the password was changed with it', async () => {
    const parent = await aParent(app);
    await recover(parent.username, await make(parent));
    expect((await mailsTo(parent)).at(-1)).toMatchObject({
      kind: 'password_changed_code_ended',
      text: expect.stringContaining(CODE_ENDED),
    });
  });

  test('is not stored when the password with which it was asked for has changed meanwhile', async () => {
    const { id } = await unverified();
    const store = (passwordHash: string) => upsertAccountCode(app.db, id, hashToken('AAAAA'), passwordHash);
    const now = await app.db.row<{ hash: string }>('select password_hash as hash from users where id = $1', [id]);
    expect([await store('an earlier one'), await store(now?.hash as string)]).toEqual([0, 1]);
  });

  test('may be typed in small letters, without hyphens, and with O and I for 0 and 1', async () => {
    const parent = await unverified();
    const typed = ` ${(await make(parent)).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await recover(parent.username.toUpperCase(), typed)).status).toBe(204);
  });

  test('needs the password to be made, and ends an earlier one', async () => {
    const parent = await unverified();
    for (const password of [undefined, '', 'errada-1'])
      expect((await parent.post(MADE, { password })).body.fields, String(password)).toHaveProperty('password');
    const [first, second] = [await make(parent), await make(parent)];
    const refused = await recover(parent.username, first);
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      400,
      'wrong-code',
      ['code'],
    ]);
    expect((await recover(parent.username, second)).status).toBe(204);
  });

  test('opens no other account, and the reply does not reveal which accounts exist', async () => {
    const [parent, other] = [await unverified(), await unverified()];
    const code = await make(parent);
    const [theirs, nobody] = [await recover(other.username, code), await recover('ninguem-assim', code)];
    expect([theirs.status, theirs.text]).toEqual([400, nobody.text]);
    await app.db.count('update users set suspended_at = now() where id = $1', [parent.id]);
    expect((await recover(parent.username, code)).text).toBe(nobody.text);
  });

  test('is stored as a hash, and staff have none', async () => {
    const parent = await unverified();
    const code = await make(parent);
    const kept = await app.db.row<{ text: string }>(
      'select encode(code_hash, $2) as text from account_codes where user_id = $1',
      [parent.id, 'escape'],
    );
    expect(kept?.text).not.toContain(comparableCode(code));
    for (const role of ['teacher', 'admin'] as const)
      expect((await (await aUser(app, role)).post(MADE, { password: PASSWORD })).status).toBe(403);
  });

  test.each([
    [{ code: '' }, 'code'],
    [{ code: 'x'.repeat(61) }, 'code'],
    [{ username: '' }, 'username'],
    [{ newPassword: '123', confirmPassword: '123' }, 'newPassword'],
    [{ confirmPassword: 'diferente' }, 'confirmPassword'],
  ])('with %j is refused at the field', async (body, field) => {
    const sent = { username: 'alguem', code: 'AAAAA', newPassword: NEW, confirmPassword: NEW, ...body };
    const refused = await app.visitor().post('/api/password/recover', sent);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  });

  test('has a hundred random bits and no letters that look like others', () => {
    expect(accountCodeOf(Uint8Array.from({ length: 20 }, (_, place) => place))).toBe('01234-56789-ABCDE-FGHJK');
    expect(accountCodeOf(Uint8Array.from({ length: 20 }, (_, place) => 236 + place))).toHaveLength(23);
    expect(comparableCode(' o1il-k ')).toBe('0111K');
  });
});
