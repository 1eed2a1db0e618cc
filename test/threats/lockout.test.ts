import { describe, expect, test } from 'vitest';
import { answerPasswordRequests } from '../../src/domains/people/recovery/recovery.server.ts';
import { testApp, type Visitor } from '../support/app.ts';
import { aChild, aParent, PASSWORD, type Parent } from '../support/builders.ts';

// Everybody here calls from the same address, as families behind one operator do. The attacker does not stop while the owner acts.

const app = await testApp();
const { db } = app;
const NEW = 'goiabas-azuis-7';

const login = (visitor: Visitor, username: string, password: string) =>
  visitor.post('/api/login', { username, password });

/** Guesses the password from browsers in which nobody has signed in, until `work` has ended. @returns how many guesses were refused by a limit. */
async function whileGuessing(username: string, work: () => Promise<void>): Promise<number> {
  let stopped = false;
  let limited = 0;
  const guess = async () => {
    while (!stopped) {
      const { status } = await login(app.visitor(), username, 'errada-1');
      if (status === 429) limited += 1;
    }
  };
  // The limit is reached before the owner begins.
  for (let tries = 0; tries < 11; tries += 1) await login(app.visitor(), username, 'errada-1');
  const guessing = [guess(), guess()];
  try {
    await work();
  } finally {
    stopped = true;
    await Promise.all(guessing);
  }
  return limited;
}

async function resetByMail({ id, username }: Parent, browser: Visitor, password: string): Promise<void> {
  expect((await browser.post('/api/password/forgot', { account: username })).status).toBe(204);
  await answerPasswordRequests(db);
  const mail = await db.row<{ content: { actions: { path: string }[] } }>(
    `select content from mails where user_id = $1 and kind = 'password_reset' order by id desc limit 1`,
    [id],
  );
  const token = mail?.content.actions[0]?.path.split('#')[1];
  const chosen = await browser.post('/api/password/reset', { token, newPassword: password, confirmPassword: password });
  expect(chosen.status, chosen.text).toBe(204);
}

describe('somebody who guesses the password behind the owner’s address', () => {
  test('T24 does not keep the owner from signing in, from changing the password and from leaving child mode', async () => {
    const owner = await aParent(app);
    const child = await aChild(owner);
    const limited = await whileGuessing(owner.username, async () => {
      expect((await login(owner, owner.username, PASSWORD)).status).toBe(200);
      await owner.post('/api/child-mode', { childId: child.id });
      expect((await owner.request('DELETE', '/api/child-mode', { password: PASSWORD })).status).toBe(204);
      const change = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW };
      expect((await owner.put('/api/account/password', change)).status).toBe(204);
      expect((await login(owner, owner.username, NEW)).status).toBe(200);
    });
    expect(limited).toBeGreaterThan(0);
  });

  test('T24 delays an owner with a new phone until the password is reset by mail, and no longer', async () => {
    const owner = await aParent(app);
    const phone = app.visitor();
    const limited = await whileGuessing(owner.username, async () => {
      expect((await login(phone, owner.username, PASSWORD)).status).toBe(429);
      await resetByMail(owner, phone, NEW);
      expect((await login(phone, owner.username, NEW)).status).toBe(200);
    });
    expect(limited).toBeGreaterThan(0);
  });

  test('T24 a browser in which the owner signed in guesses no more often than others', async () => {
    const owner = await aParent(app);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await login(owner, owner.username, 'errada-1')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    // What happened there does not count for anybody else.
    expect((await login(app.visitor(), owner.username, PASSWORD)).status).toBe(200);
  });
});

describe('a child on one phone', () => {
  test('T56 cannot lock the parent out on another: not of the PIN, the password or the screen lock', async () => {
    const [phone, parent] = [await aParent(app), app.visitor()];
    const child = await aChild(phone);
    await phone.put('/api/account/pin', { pin: '8374', password: PASSWORD });
    await login(parent, phone.username, PASSWORD);
    await phone.post('/api/child-mode', { childId: child.id });
    for (let tries = 0; tries < 6; tries += 1) await phone.request('DELETE', '/api/child-mode', { pin: '0000' });
    for (let tries = 0; tries < 11; tries += 1)
      await phone.request('DELETE', '/api/child-mode', { password: `errada-${tries}` });
    for (let tries = 0; tries < 61; tries += 1) await phone.post('/api/passkeys/challenge');
    expect((await phone.request('DELETE', '/api/child-mode', { password: PASSWORD })).status).toBe(429);
    expect((await phone.get('/api/child-mode')).body.pinLocked).toBe(true);

    expect((await parent.get('/api/child-mode')).body.pinLocked).toBe(false);
    expect((await parent.post('/api/passkeys/challenge')).status).toBe(200);
    await parent.post('/api/child-mode', { childId: child.id });
    expect((await parent.request('DELETE', '/api/child-mode', { pin: '8374' })).status).toBe(204);
    // A new PIN from the other phone opens the one that the child holds.
    expect((await parent.put('/api/account/pin', { pin: '2468', password: PASSWORD })).status).toBe(204);
    expect((await phone.request('DELETE', '/api/child-mode', { pin: '2468' })).status).toBe(204);
  });

  test('T56 is signed out by a reset of the password, after which the parent signs in at once on that phone', async () => {
    const phone = await aParent(app);
    const child = await aChild(phone);
    await phone.post('/api/child-mode', { childId: child.id });
    for (let tries = 0; tries < 11; tries += 1)
      await phone.request('DELETE', '/api/child-mode', { password: `errada-${tries}` });
    await resetByMail(phone, phone, NEW);
    expect((await login(phone, phone.username, NEW)).status).toBe(200);
    expect((await phone.get('/api/children')).status).toBe(200);
  });
});

describe('requests for a link', () => {
  test('T24 that arrive at once are counted one after another', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => app.visitor().post('/api/password/forgot', { account: 'ninguem-assim' })),
    );
    // A busy machine may refuse some before they are counted.
    const numberOf = (wanted: number) => asked.filter(({ status }) => status === wanted).length;
    expect(numberOf(204)).toBeLessThanOrEqual(3);
    expect(numberOf(204) + numberOf(503)).toBeGreaterThanOrEqual(3);
    expect(numberOf(204) + numberOf(429) + numberOf(503)).toBe(20);
    const waiting = await db.rows(`select 1 from password_requests where asked = 'ninguem-assim'`);
    expect(waiting).toHaveLength(numberOf(204));
  });

  test('T24 that somebody uses up for an address are left to browsers in which a family signed in', async () => {
    const owner = await aParent(app);
    for (let tries = 0; tries < 65; tries += 1)
      await app.visitor().post('/api/password/forgot', { account: `ninguem-${tries}` });
    expect((await app.visitor().post('/api/password/forgot', { account: 'ninguem-mais' })).status).toBe(429);
    expect((await owner.post('/api/password/forgot', { account: owner.username })).status).toBe(204);
  });
});
