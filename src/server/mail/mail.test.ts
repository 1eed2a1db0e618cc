import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/app.ts';
import { aMailServer, type MailServer, openMail } from '../../../test/support/smtp.ts';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { readSigned, sign } from '../http/signing.ts';
import { createLog } from '../watch/log.ts';
import { forgetOldMails, type NewMail, queueMail, UNSUBSCRIBE, withdrawMails } from './mail.ts';
import { drawMail } from './mail-page.ts';
import { openPost, sendMails } from './mail-sending.ts';

const SECRET_KEY = 'a-secret-only-for-tests-a-secret-only-for-tests';
const log = createLog('silent');
const brand = { productName: 'Caderneta', companyName: 'Empresa', supportEmail: 'apoio@caderneta.example' };
const MAIL: NewMail = {
  to: 'teresa@familia.example',
  kind: 'example',
  subject: 'Um assunto',
  content: { title: 'Um título', paragraphs: ['Um parágrafo.'] },
  userId: null,
};

let db: Database;
let url: string;
let server: MailServer;
let folder: string;
const configOf = (more: Record<string, string> = {}): Config =>
  readConfig({ SECRET_KEY, DATA_DIR: folder, PUBLIC_URL: 'https://caderneta.example', ...more });

beforeAll(async () => {
  ({ db, url } = await testDatabase());
  server = await aMailServer();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-mails-'));
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server.taken.length = 0;
  server.answerTo = () => '250 ok';
  await db.count('delete from mails');
});

let users = 0;
async function aUser(email = 'teresa@familia.example'): Promise<number> {
  users += 1;
  const row = await db.row<{ id: number }>(
    `insert into users (username, username_key, password_hash, email, full_name, terms_version, email_verified_at)
     values ($1, $1, 'x', $2, 'Teresa', '1', now()) returning id`,
    [`pessoa${users}`, email],
  );
  return (row as { id: number }).id;
}

async function send(database = db, config = configOf({ SMTP_URL: server.url })): Promise<number> {
  const post = openPost(config, log);
  try {
    return await sendMails(database, post, config, log, brand);
  } finally {
    post.close();
  }
}

const states = () =>
  db.rows<{ state: string; tries: number; outcome: string | null; subject: string | null }>(
    'select state, tries, outcome, subject from mails order by id',
  );
const dueAgain = () => db.count(`update mails set next_try_at = now() where state = 'waiting'`);

describe('a mail in the queue', () => {
  test('is sent once, and its text is deleted', async () => {
    await queueMail(db, MAIL);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(server.taken.map(({ to }) => to)).toEqual([['teresa@familia.example']]);
    expect(await states()).toMatchObject([{ state: 'sent', tries: 1, subject: null }]);
  });

  test('is not sent when its transaction is rolled back', async () => {
    await expect(
      db.transaction(async (transaction) => {
        await queueMail(transaction, MAIL);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await send()).toBe(0);
  });

  test('is sent once by two processes at the same time', async () => {
    for (let number = 0; number < 40; number += 1) await queueMail(db, { ...MAIL, to: `familia${number}@a.example` });
    const other = openDatabase(url);
    try {
      const sent = await Promise.all([send(), send(other), send(), send(other)]);
      expect(sent.reduce((sum, count) => sum + count, 0)).toBe(40);
    } finally {
      await other.close();
    }
    expect(new Set(server.taken.map(({ to }) => to[0])).size).toBe(40);
    expect(server.taken).toHaveLength(40);
  });

  test('about access to an account is sent before all others, however many wait', async () => {
    for (let number = 0; number < 20; number += 1) await queueMail(db, { ...MAIL, to: `familia${number}@a.example` });
    await db.count(`update mails set next_try_at = now() - interval '1 hour'`);
    await queueMail(db, { ...MAIL, purpose: 'recovery', subject: 'Escolher uma senha nova' });
    expect(await send()).toBe(21);
    expect(server.taken[0]?.to).toEqual(['teresa@familia.example']);
  });

  const anHourLater = () =>
    db.count(
      `update mails set finished_at = finished_at - interval '1 hour', next_try_at = next_try_at - interval '1 hour'`,
    );
  const sent = () => server.taken.length;

  test('T24 is not sent to a mailbox that had thirty within the hour, however its address is written', async () => {
    const written = ['Vitima@Gmail.com', 'vi.tima@gmail.com', 'vitima+1@googlemail.com', 'V.I.tima+x+y@gmail.com'];
    for (let number = 0; number < 33; number += 1)
      await queueMail(db, { ...MAIL, to: written[number % written.length] as string });
    await queueMail(db, MAIL);
    expect(await send()).toBe(30 + 1);
    expect((await states()).filter(({ outcome }) => outcome === 'too many')).toHaveLength(3);
    await anHourLater();
    await queueMail(db, { ...MAIL, to: 'vitima@gmail.com' });
    expect(await send()).toBe(1);
  });

  const VICTIM = 'vitima@familia.example';
  const warning = (number: number, userId: number): NewMail => ({
    ...MAIL,
    to: VICTIM,
    userId,
    purpose: 'warning',
    subject: `Aviso ${number}`,
    content: { title: `Aviso ${number}`, paragraphs: [`Mudança ${number}.`], notes: ['Não fez isto?'] },
  });

  test('T24 with a warning is never dropped: above three in an hour they wait, and are then sent as one mail', async () => {
    const own = await aUser(VICTIM);
    for (let number = 1; number <= 3; number += 1) {
      await queueMail(db, warning(number, own));
      expect(await send()).toBe(1);
    }
    for (let number = 4; number <= 12; number += 1) await queueMail(db, warning(number, own));
    expect(await send()).toBe(0);
    expect((await states()).filter(({ state }) => state === 'waiting')).toHaveLength(9);
    const minutes = await db.row<{ wait: number }>(
      `select extract(epoch from max(next_try_at) - now()) / 60 as wait from mails where state = 'waiting'`,
    );
    expect(minutes?.wait).toBeLessThanOrEqual(15);
    await anHourLater();
    expect(await send()).toBe(1);
    const mail = openMail(server.taken[3]?.raw ?? '');
    expect(mail.headers['subject']).toBe('Avisos sobre a sua conta');
    for (let number = 4; number <= 12; number += 1) expect(mail.text).toContain(`Mudança ${number}.`);
    expect(mail.text.match(/Não fez isto\?/g)).toHaveLength(1);
    expect(await states()).toHaveLength(4);
  });

  test('T24 about a forgotten password arrives however many warnings the mailbox has had', async () => {
    const own = await aUser(VICTIM);
    for (let number = 0; number < 50; number += 1) {
      await queueMail(db, warning(number, own));
      await send();
    }
    expect(sent()).toBe(3);
    await queueMail(db, { ...MAIL, to: 'Vitima+conta@familia.example', purpose: 'recovery' });
    expect(await send()).toBe(1);
  });

  test('joined with others keeps their text when the mail server fails meanwhile', async () => {
    const own = await aUser(VICTIM);
    for (const number of [1, 2]) await queueMail(db, warning(number, own));
    server.answerTo = () => '451 later';
    expect(await send()).toBe(0);
    server.answerTo = () => '250 ok';
    await dueAgain();
    expect(await send()).toBe(1);
    expect(openMail(server.taken[0]?.raw ?? '').text).toMatch(/Mudança 1\.[\s\S]*Mudança 2\./);
  });

  test('is joined only with mails about the same account to the same address', async () => {
    const [own, other] = [await aUser(VICTIM), await aUser(VICTIM)];
    await queueMail(db, warning(1, own));
    await queueMail(db, warning(2, other));
    await db.count(`update users set email = 'vitima+1@familia.example' where id = $1`, [own]);
    await db.count('update users set email_verified_at = now() where id = $1', [own]);
    await queueMail(db, { ...warning(3, own), to: 'vitima+1@familia.example' });
    expect(await send()).toBe(3);
    for (const { raw } of server.taken) expect(openMail(raw).text.match(/Mudança \d/g)).toHaveLength(1);
  });

  test('is retried later when the server is busy, and dropped after eight tries', async () => {
    server.answerTo = () => '451 later';
    await queueMail(db, MAIL);
    await send();
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1, outcome: 'EENVELOPE 451' }]);
    expect(await send(), 'not due yet').toBe(0);
    expect((await states())[0]?.tries).toBe(1);
    for (let more = 0; more < 7; more += 1) {
      await dueAgain();
      await send();
    }
    expect(await states()).toMatchObject([{ state: 'given-up', tries: 8, subject: null }]);
    server.answerTo = () => '250 ok';
    await dueAgain();
    expect(await send()).toBe(0);
  });

  test('arrives once the server is reachable again', async () => {
    await queueMail(db, MAIL);
    await send(db, configOf({ SMTP_URL: 'smtp://127.0.0.1:1' }));
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await dueAgain();
    expect(await send()).toBe(1);
  });

  test('is dropped at once when its address is invalid or refused for good', async () => {
    server.answerTo = (address) => (address.startsWith('ninguem') ? '550 no such person' : '250 ok');
    await queueMail(db, { ...MAIL, to: 'ninguem@familia.example' });
    await queueMail(db, { ...MAIL, to: 'a@b.example>\r\nRCPT TO:<c@d.example' });
    await queueMail(db, { ...MAIL, to: 'a@b.example, c@d.example' });
    expect(await send()).toBe(0);
    expect((await states()).map(({ state }) => state)).toEqual(['given-up', 'given-up', 'given-up']);
    expect(server.taken).toEqual([]);
  });

  test('is not sent after it has expired', async () => {
    await queueMail(db, { ...MAIL, uselessAt: new Date(Date.now() - 1000) });
    expect(await send()).toBe(0);
    expect(await states()).toMatchObject([{ state: 'given-up', outcome: 'too late' }]);
  });

  test('is deleted with the account', async () => {
    const userId = await aUser();
    await queueMail(db, { ...MAIL, userId });
    await db.count('delete from users where id = $1', [userId]);
    expect(await send()).toBe(0);
    expect(await states()).toEqual([]);
  });

  test('is withdrawn by its topic, unless it cannot be switched off', async () => {
    const userId = await aUser();
    await queueMail(db, { ...MAIL, userId });
    await queueMail(db, { ...MAIL, userId, topic: 'weeklyReports' });
    await queueMail(db, { ...MAIL, userId, topic: 'testReminders' });
    expect(await withdrawMails(db, userId, 'weeklyReports')).toBe(1);
    expect(await withdrawMails(db, userId)).toBe(1);
    expect(await states()).toHaveLength(1);
  });

  test('is deleted after three months', async () => {
    for (let mail = 0; mail < 3; mail += 1) await queueMail(db, MAIL);
    await send();
    expect(await forgetOldMails(db)).toBe(0);
    await db.count(`update mails set finished_at = now() - interval '91 days'`);
    expect(await forgetOldMails(db, 2)).toBe(3);
  });
});

describe('a sent mail', () => {
  test('has a one-tap unsubscription if it can be switched off (RFC 8058), and none otherwise', async () => {
    const userId = await aUser();
    await queueMail(db, { ...MAIL, userId, topic: 'weeklyReports' });
    await queueMail(db, { ...MAIL, userId });
    await send();
    const [first, second] = server.taken.map(({ raw }) => openMail(raw));
    expect(first?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const link = /^<https:\/\/caderneta\.example\/api\/notifications\/unsubscribe\/(.+)>$/.exec(
      first?.headers['list-unsubscribe']?.replace(/\s/g, '') ?? '',
    )?.[1] as string;
    expect(readSigned(SECRET_KEY, UNSUBSCRIBE, link)).toBe(`${userId}:weeklyReports`);
    expect(first?.text).toContain(link);
    expect(first?.html).toContain(link);
    expect(second?.headers['list-unsubscribe']).toBeUndefined();
    expect(second?.html).not.toContain('unsubscribe');
  });

  test('keeps its headers intact whatever a name contains', async () => {
    const name = 'Ana "Nini", <x@y.example>;\r\nBcc: todos@familia.example\u2028\u202eairaM 👩‍👧';
    await queueMail(db, {
      ...MAIL,
      subject: `${name} terminou`,
      content: { title: name, paragraphs: [`<script>alert(1)</script> ${name}`] },
    });
    await send();
    const [mail] = server.taken;
    expect(mail?.to).toEqual(['teresa@familia.example']);
    const { headers, html, text } = openMail(mail?.raw ?? '');
    expect(headers['bcc']).toBeUndefined();
    expect(headers['subject']).toBe('Ana "Nini", <x@y.example>; Bcc: todos@familia.example airaM 👩‍👧 terminou');
    expect(headers['from']).toBe('Caderneta <apoio@caderneta.example>');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('<script>alert(1)</script>');
  });

  test('loads nothing, tracks nobody, and names the plan to the support desk', async () => {
    const page = drawMail(
      {
        title: 'Bem-vindo à {{productName}}',
        paragraphs: ['Olá.'],
        actions: [{ label: 'Ver', path: '/results/1' }],
        plan: 'Plano Familiar',
      },
      { brand: { ...brand, productName: 'Outra & Cia' }, publicUrl: 'https://caderneta.example' },
    );
    expect(page.html).not.toMatch(/<img|<link|@import|url\(|<script|\son\w+=/i);
    expect(page.html).toContain('Bem-vindo à Outra &amp; Cia');
    expect(page.html).toContain('href="https://caderneta.example/results/1"');
    expect(page.html).toContain(encodeURIComponent('[Plano Familiar] Pedido de apoio'));
    expect(page.text).toContain('Ver:\nhttps://caderneta.example/results/1');
    await queueMail(db, { ...MAIL, content: { ...MAIL.content, plan: 'Plano Familiar' } });
    await send();
    expect(openMail(server.taken[0]?.raw ?? '').headers['x-plan']).toBe('Plano Familiar');
  });

  test('is not sent in production to a server without TLS, waits, and the log says why', async () => {
    const lines: string[] = [];
    await queueMail(db, MAIL);
    const config = { ...configOf({ SMTP_URL: server.url }), production: true };
    const post = openPost(config, createLog('info', { write: (line) => lines.push(line) }));
    try {
      await sendMails(db, post, config, log, brand);
    } finally {
      post.close();
    }
    expect(server.taken).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'waiting', tries: 1, outcome: 'ETLS 502' }]);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      event: 'mail-needs-tls',
      msg: expect.stringContaining('no mail is sent unless the server offers STARTTLS'),
    });
  });

  test('is written to a file when there is no mail server, and the log names the file', async () => {
    const lines: string[] = [];
    await queueMail(db, { ...MAIL, subject: 'Olá, ção' });
    const config = configOf();
    const post = openPost(config, createLog('info', { write: (line) => lines.push(line) }));
    await sendMails(db, post, config, log, brand);
    const files = fs.readdirSync(path.join(folder, 'mails'));
    expect(files).toEqual([expect.stringMatching(/^[\dTZ-]+-\d+-example\.eml$/)]);
    const file = path.join(folder, 'mails', files[0] as string);
    expect(JSON.parse(lines[0] as string)).toMatchObject({ event: 'mail-written', file });
    expect(lines.join()).not.toContain('teresa@');
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    const mail = openMail(fs.readFileSync(file, 'latin1'));
    expect(mail.headers['subject']).toBe('Olá, ção');
    expect(mail.headers['to']).toBe('teresa@familia.example');
    expect(mail.text).toContain('Um parágrafo.');
  });
});

describe('a signature', () => {
  test('is valid for its purpose and value only', () => {
    const token = sign(SECRET_KEY, 'one', '12:weeklyReports');
    expect(readSigned(SECRET_KEY, 'one', token)).toBe('12:weeklyReports');
    expect(readSigned(SECRET_KEY, 'other', token)).toBeUndefined();
    expect(readSigned(`${SECRET_KEY}.`, 'one', token)).toBeUndefined();
    const [value, mac] = token.split('.') as [string, string];
    const another = Buffer.from('13:weeklyReports').toString('base64url');
    for (const forged of [`${another}.${mac}`, `${value}.${'A'.repeat(43)}`, value, '', '..', `${token}A`])
      expect(readSigned(SECRET_KEY, 'one', forged)).toBeUndefined();
  });
});
