import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { callerOf, loadedApp, type RunningApp, runningApp } from '../support/running-app.ts';
import { aMailServer, openMail } from '../support/smtp.ts';

const running: RunningApp[] = [];
const mailServer = await aMailServer();
afterAll(async () => {
  for (const app of running.reverse()) await app.dispose();
  await mailServer.close();
});

/** Number of families on each of the two processes. */
const FAMILIES = 6;

test('with two processes on one database every job’s work is done exactly once', async () => {
  const shared = { SMTP_URL: mailServer.url, SECRET_KEY: 'two-processes-two-processes-two-processes', DEMO: '0' };
  const first = await loadedApp(shared);
  running.push(first);
  await first.start();
  // An address in the environment must have a host; the socket in the parameter takes precedence.
  const database = new URL(
    embeddedUrl(path.join(first.dataDir, 'postgres')).replace(/^(\w+:\/\/[^/]*?)\//, '$1localhost/'),
  );
  const second = await runningApp({ ...shared, DATABASE_URL: database.href });
  running.push(second);
  await second.start();

  const db = openDatabase(embeddedUrl(path.join(first.dataDir, 'postgres')), { connections: 1 });
  const addresses: string[] = [];
  for (const [index, { url }] of [first, second].entries())
    for (let number = 0; number < FAMILIES; number += 1) {
      const username = `processo${index}x${number}`;
      addresses.push(`${username}@familia.example`);
      const caller = callerOf(url);
      const registered = await caller.call('POST', '/api/register', {
        username,
        fullName: 'Teresa Domingos',
        email: addresses.at(-1),
        password: 'segredo1',
        confirmPassword: 'segredo1',
      });
      expect(registered.status).toBe(201);
      // A link for a new password is sent to verified addresses only.
      await db.count('update users set email_verified_at = now() where username = $1', [username]);
      expect((await caller.call('POST', '/api/password/forgot', { account: username })).status).toBe(204);
    }

  await db.close();

  // These happen by the outbox, the mails and the requests for a link, in whichever process is first.
  await expect.poll(() => mailServer.taken.length, { timeout: 60_000, interval: 500 }).toBe(addresses.length * 2);
  // Long enough for every job to run again.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  // Which of its two first mails an account gets depends on whether the outbox ran before its address was verified.
  const subjectOf = (raw: string) =>
    openMail(raw).headers['subject']?.replace('Confirme o seu e-mail', 'A sua conta está pronta');
  const got = mailServer.taken.map(({ to, raw }) => `${to[0]} ${subjectOf(raw)}`).sort();
  const wanted = addresses.flatMap((address) => [
    `${address} A sua conta está pronta`,
    `${address} Escolher uma senha nova`,
  ]);
  expect(got).toEqual(wanted.sort());
});
