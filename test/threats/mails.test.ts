import { describe, expect, test } from 'vitest';
import { answerPasswordRequests } from '../../src/domains/people/recovery/recovery.server.ts';
import { deliver } from '../../src/server/jobs/outbox.ts';
import { openPost, sendMails } from '../../src/server/mail/mail-sending.ts';
import { createLog } from '../../src/server/watch/log.ts';
import { testApp } from '../support/app.ts';
import { aParent, PASSWORD } from '../support/builders.ts';
import { aMailServer, openMail } from '../support/smtp.ts';

// What strangers and thieves can make the server send, through its calls and a real mail server.

const server = await aMailServer();
const app = await testApp({ SMTP_URL: server.url });
const { db } = app;
const log = createLog('silent');

/** Delivers events and sends what is due. Returns all mails that a person's mailbox has received so far. */
async function mailsOf(isOwn: (address: string) => boolean) {
  while ((await deliver(db, log)) > 0);
  await answerPasswordRequests(db);
  const post = openPost(app.config, log);
  while ((await sendMails(db, post, app.config, log, app.frame.brand())) > 0);
  post.close();
  return server.taken.filter(({ to }) => isOwn(to[0] as string)).map(({ raw }) => openMail(raw));
}
const anHourLater = () =>
  db.count(
    `update mails set finished_at = finished_at - interval '1 hour', next_try_at = next_try_at - interval '1 hour'`,
  );

let strangers = 0;
async function register(email: string, username?: string) {
  strangers += 1;
  const visitor = app.visitor();
  const made = await visitor.post('/api/register', {
    username: username ?? `estranho${strangers}`,
    fullName: 'Ganhou um prémio',
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  expect(made.status, made.text).toBe(201);
  return visitor;
}

describe('a stranger who has only an address', () => {
  test('T24 makes its owner receive one mail an hour, without any text of the stranger, whatever is done', async () => {
    const isVictim = (address: string) => /^v\.?itima/i.test(address);
    for (let number = 0; number < 40; number += 1) {
      const visitor = await register(
        number % 2 ? `vitima+${number}@gmail.com` : 'V.itima@googlemail.com',
        `Ligue 900 000 ${number}`,
      );
      await visitor.put('/api/account/pin', { pin: '1234', password: PASSWORD });
      await visitor.post('/api/account/email/verification');
    }
    for (const account of ['vitima@gmail.com', 'Ligue 900 000 1', 'Ligue 900 000 2'])
      await app.visitor().post('/api/password/forgot', { account });
    const mails = await mailsOf(isVictim);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toMatch(/900 000|prémio/);
    await anHourLater();
    expect(await mailsOf(isVictim)).toHaveLength(2);
  });

  test('T24 neither takes away its owner’s sign-in by e-mail nor blocks a registration', async () => {
    const owner = await aParent(app);
    const email = `${owner.username}@familia.example`;
    for (let number = 0; number < 30; number += 1) await register(email);
    expect((await app.visitor().post('/api/login', { username: email, password: PASSWORD })).status).toBe(200);
    await register(email);
  });

  test('T24 is not verified by the owner’s tap on the link', async () => {
    const stranger = await register('dona@familia.example');
    const owner = await aParent(app);
    const [mail] = await mailsOf((address) => address === 'dona@familia.example');
    const token = /auth\/email#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    expect((await owner.put('/api/account/email/verification', { token })).status).toBe(403);
    expect((await stranger.get('/api/user')).body.emailVerified).toBe(false);
  });
});

describe('a thief with the password', () => {
  test('T24 cannot keep the warnings from the owner, nor the mail for a forgotten password', async () => {
    const owner = await aParent(app);
    const isOwn = (address: string) => address === `${owner.username}@familia.example`;
    await mailsOf(isOwn);
    for (let pin = 1000; pin < 1060; pin += 1) {
      await owner.put('/api/account/pin', { pin: String(pin), password: PASSWORD });
      if (pin % 10 === 0) await mailsOf(isOwn);
    }
    await owner.put('/api/account/password', {
      currentPassword: PASSWORD,
      newPassword: 'do-ladrao-1',
      confirmPassword: 'do-ladrao-1',
    });
    for (let number = 0; number < 3; number += 1)
      await app.visitor().post('/api/password/forgot', { account: owner.username });
    const first = await mailsOf(isOwn);
    expect(first.filter(({ headers }) => headers['subject'] === 'Escolher uma senha nova')).toHaveLength(1);
    expect(first.length).toBeLessThanOrEqual(5);
    await anHourLater();
    const all = (await mailsOf(isOwn)).slice(first.length);
    expect(all).toHaveLength(1);
    expect(all[0]?.text).toContain('foi mudada');
  });
});
