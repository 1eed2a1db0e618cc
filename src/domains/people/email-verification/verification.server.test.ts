import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { readFragment } from '../recovery/recovery.rules.ts';
import { sendInvitation } from '../recovery/recovery.server.ts';

const app = await testApp();
const { db } = app;
const PATH = '/api/account/email/verification';
const addressOf = ({ username }: { username: string }) => `${username}@familia.example`;
const unverified = () => aParent(app, { emailVerified: false });

/** Returns the tokens of the verification mails to an address, the oldest first. */
async function tokensFor(address: string): Promise<string[]> {
  while ((await deliver(db, app.frame.log)) > 0);
  const mails = await db.rows<{ path: string }>(
    `select content #>> '{actions,0,path}' as path from mails where recipient = $1 and purpose = 'verification' order by id`,
    [address],
  );
  return mails.map(({ path }) => path.split('#')[1] as string);
}
const isVerified = async (parent: Parent) => (await parent.get('/api/user')).body.emailVerified;

describe('a new address', () => {
  test('gets a link at registration; opened where the account is signed in, it verifies the address, also twice', async () => {
    const parent = await unverified();
    expect(await isVerified(parent)).toBe(false);
    const [token] = await tokensFor(addressOf(parent));
    for (let time = 0; time < 2; time += 1) expect((await parent.put(PATH, { token })).status).toBe(204);
    expect(await isVerified(parent)).toBe(true);
    expect((await parent.post(PATH)).status, 'nothing to do').toBe(204);
    expect(await tokensFor(addressOf(parent))).toHaveLength(1);
    const byMail = await app.visitor().post('/api/login', { username: addressOf(parent), password: PASSWORD });
    expect(byMail.status).toBe(200);
  });

  test('is not verified by another account, without a session, or with a wrong or old token', async () => {
    const [parent, other] = [await unverified(), await unverified()];
    const [token = ''] = await tokensFor(addressOf(parent));
    expect(await other.put(PATH, { token })).toMatchObject({ status: 403, body: { code: 'other-account' } });
    expect((await app.visitor().put(PATH, { token })).status).toBe(401);
    for (const wrong of ['x', `${token}x`, '\u0000', 'é'.repeat(90)])
      expect(await parent.put(PATH, { token: wrong })).toMatchObject({ status: 400 });
    for (const body of [{}, { token: null }, { token: 'a'.repeat(101) }, { token: '' }])
      expect((await parent.put(PATH, body)).status).toBe(400);
    await db.count(`update email_verifications set expires_at = now() where user_id = $1`, [parent.id]);
    expect(await parent.put(PATH, { token })).toMatchObject({ status: 400, body: { code: 'link-expired' } });
    expect([await isVerified(parent), await isVerified(other)]).toEqual([false, false]);
  });

  test('gets another link when an hour has passed, not earlier', async () => {
    const parent = await unverified();
    await tokensFor(addressOf(parent));
    const early = await parent.post(PATH);
    expect([early.status, early.body.code]).toEqual([429, 'verification-sent']);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(3500);
    await db.count(`update email_verifications set created_at = now() - interval '1 hour' where user_id = $1`, [
      parent.id,
    ]);
    const both = await Promise.all([parent.post(PATH), parent.post(PATH)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 429]);
    const tokens = await tokensFor(addressOf(parent));
    expect(tokens).toHaveLength(2);
    expect((await parent.put(PATH, { token: tokens[0] })).status, 'the earlier link too').toBe(204);
  });

  test('is unverified after a change, and links to the earlier address do not verify it', async () => {
    const parent = await unverified();
    const [token] = await tokensFor(addressOf(parent));
    const email = `nova.${addressOf(parent)}`;
    await parent.put('/api/account/profile', { email, currentPassword: PASSWORD });
    expect(await parent.put(PATH, { token })).toMatchObject({ status: 400, body: { code: 'link-expired' } });
    const [another] = await tokensFor(email);
    expect((await parent.put(PATH, { token: another })).status).toBe(204);
    await parent.put('/api/account/profile', { email: email.toUpperCase(), currentPassword: PASSWORD });
    expect(await isVerified(parent), 'the same address in capitals').toBe(true);
    await parent.put('/api/account/profile', { email: addressOf(parent), currentPassword: PASSWORD });
    expect(await isVerified(parent)).toBe(false);
  });

  test('of staff is verified by the link with which the password is chosen', async () => {
    const admin = await aUser(app, 'admin');
    await db.count('update users set email_verified_at = null where id = $1', [admin.id]);
    expect(await isVerified(admin)).toBe(false);
    await db.transaction((transaction) => sendInvitation(transaction, admin.id));
    const mail = await db.row<{ path: string }>(
      `select content #>> '{actions,0,path}' as path from mails where user_id = $1 and kind = 'staff_invitation'`,
      [admin.id],
    );
    const newPassword = 'goiabas-azuis-7';
    const token = readFragment(mail?.path.split('#')[1] ?? '').token;
    const chosen = await app
      .visitor()
      .post('/api/password/reset', { token, newPassword, confirmPassword: newPassword });
    expect(chosen.status).toBe(204);
    const back = await app.visitor().post('/api/login', { username: admin.username, password: newPassword });
    expect(back.body.emailVerified).toBe(true);
  });
});
