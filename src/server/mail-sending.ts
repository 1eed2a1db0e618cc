import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { oneLine } from '../shared/text.ts';
import type { Brand, Config } from './config.ts';
import type { Database } from './db.ts';
import type { Log } from './log.ts';
import { type MailContent, UNSUBSCRIBE, UNSUBSCRIBE_PATH } from './mail.ts';
import { drawMail } from './mail-page.ts';
import { sign } from './signing.ts';
import { tracedStep } from './tracing.ts';

/** Seconds until the next try, after each one that failed: about a day and a half in all, then it is given up. */
const PAUSES = [60, 300, 900, 3600, 3 * 3600, 8 * 3600, 24 * 3600] as const;
/** Seconds that belong to the process which took a mail; longer than the mail server may take. */
const TAKEN = 180;
/** Milliseconds without a word from the mail server after which a try has failed. */
const PATIENCE = 20_000;
/** Most mails in one turn. */
const MOST = 200;

interface WaitingMail {
  id: number;
  userId: number | null;
  kind: string;
  topic: string | null;
  to: string;
  subject: string;
  content: MailContent;
  tries: number;
  createdAt: Date;
}

/** Takes composed mails to where they go. */
export interface Post {
  /** @returns what became of it, in a few words. */
  send(mail: ComposedMail): Promise<string>;
  close(): void;
}

type ComposedMail = ReturnType<typeof compose> & { file: string };

/** The mail server that `SMTP_URL` names; without one, files that any mail program opens, under `DATA_DIR/mails`. */
export function openPost(config: Pick<Config, 'smtpUrl' | 'dataDir'>, log: Log): Post {
  if (config.smtpUrl) {
    const server = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return {
      send: async ({ file: _file, ...mail }) => String((await server.sendMail(mail)).response),
      close: () => server.close(),
    };
  }
  const writer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const folder = path.join(config.dataDir, 'mails');
  return {
    async send({ file, ...mail }) {
      const { message } = await writer.sendMail(mail);
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const target = path.join(folder, file);
      // Never half a file under its name, whoever looks meanwhile.
      await fs.writeFile(`${target}.part`, message as Buffer, { mode: 0o600 });
      await fs.rename(`${target}.part`, target);
      log.info({ event: 'mail-written', file: target }, 'a mail was written to a file');
      return 'escrito em ficheiro';
    },
    close: () => writer.close(),
  };
}

/** An address as mail servers take it, without anything that could name a second one. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}]{1,250}$/u;

function compose(mail: WaitingMail, config: Config, brand: Brand) {
  const unsubscribeUrl =
    mail.topic === null
      ? undefined
      : `${config.publicUrl}${UNSUBSCRIBE_PATH}/${sign(config.secretKey, UNSUBSCRIBE, `${mail.userId}:${mail.topic}`)}`;
  const { text, html } = drawMail(mail.content, { brand, publicUrl: config.publicUrl, unsubscribeUrl });
  const host = new URL(config.publicUrl).hostname;
  // The same at every try, so that whoever receives it twice can tell.
  const name = createHash('sha256').update(`${mail.id}\n${config.secretKey}`).digest('hex').slice(0, 32);
  return {
    from: { name: oneLine(brand.productName), address: brand.supportEmail },
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject.replaceAll('{{productName}}', brand.productName)),
    text,
    html,
    date: mail.createdAt,
    messageId: `<${name}@${host}>`,
    xMailer: false as const,
    headers: {
      // No answers from machines, please.
      'Auto-Submitted': 'auto-generated',
      // What the support desk sorts by.
      ...(mail.content.plan ? { 'X-Plan': oneLine(mail.content.plan) } : {}),
      // RFC 2369 and RFC 8058: a mail program can do it with one tap.
      ...(unsubscribeUrl
        ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

export interface MailSender {
  /** Sends what is due. @returns how many were sent. */
  send(): Promise<number>;
  close(): void;
}

/** What sends the mails that wait; `sendMails` with a post kept open between turns. */
export function createMailSender(db: Database, config: Config, log: Log, brand: () => Brand): MailSender {
  let post: Post | undefined;
  return {
    send: () => {
      post ??= openPost(config, log);
      return sendMails(db, post, config, log, brand());
    },
    close: () => post?.close(),
  };
}

/**
 * Sends the mails that are due, oldest first. Safe in any number of processes at once: taking a mail is one statement,
 * and nobody else takes it while it is being sent. A mail that the server took just before this process died is sent
 * again, under the same Message-ID; no protocol can tell the two apart.
 *
 * @returns how many were sent.
 */
export async function sendMails(db: Database, post: Post, config: Config, log: Log, brand: Brand): Promise<number> {
  await giveUpUseless(db);
  let sent = 0;
  for (let turn = 0; turn < MOST; turn += 1) {
    const mail = await takeMail(db);
    if (!mail) break;
    const file = `${mail.createdAt.toISOString().replace(/[:.]/g, '-')}-${mail.id}-${mail.kind}.eml`;
    try {
      if (!ADDRESS.test(mail.to)) throw Object.assign(new Error('address not accepted'), { permanent: true });
      const outcome = await tracedStep('mail', { 'caderneta.mail': mail.kind }, () =>
        post.send({ ...compose(mail, config, brand), file }),
      );
      await markSent(db, mail.id, outcome.slice(0, 200));
      log.info({ event: 'mail-sent', mail: mail.id, kind: mail.kind }, 'a mail was sent');
      sent += 1;
    } catch (error) {
      await noteFailure(db, mail, error as Failure, log);
    }
  }
  return sent;
}

type Failure = Error & { code?: string; responseCode?: number; permanent?: boolean };

async function noteFailure(db: Database, mail: WaitingMail, error: Failure, log: Log): Promise<void> {
  // A refusal of this very address or message (5xx) will not change; a wrong password for the server may be put right.
  const refused = error.permanent || ((error.responseCode ?? 0) >= 500 && error.code !== 'EAUTH');
  const pause = PAUSES[mail.tries - 1];
  // What a server says may repeat the address: its code is enough.
  const outcome = [error.code, error.responseCode].filter(Boolean).join(' ') || 'failed';
  const last = refused || pause === undefined;
  if (last) await markGivenUp(db, mail.id, outcome);
  else await postpone(db, mail.id, pause, outcome);
  log.warn(
    { event: last ? 'mail-given-up' : 'mail-failed', mail: mail.id, kind: mail.kind, tries: mail.tries, outcome },
    'a mail could not be sent',
  );
}

/** Takes the mail that has been due longest; nobody else gets it until it is finished or the time for that is over. */
function takeMail(db: Database): Promise<WaitingMail | undefined> {
  return db.row<WaitingMail>(
    `update mails set tries = tries + 1, next_try_at = now() + make_interval(secs => $1)
     where id = (
       select id from mails where state = 'waiting' and next_try_at <= now() order by next_try_at, id limit 1 for update skip locked
     )
     returning id, user_id as "userId", kind, topic, recipient as "to", subject, content, tries, created_at as "createdAt"`,
    [TAKEN],
  );
}

const FINISHED = 'finished_at = now(), subject = null, content = null';

const markSent = (db: Database, id: number, outcome: string) =>
  db.count(`update mails set state = 'sent', outcome = $2, ${FINISHED} where id = $1`, [id, outcome]);

const markGivenUp = (db: Database, id: number, outcome: string) =>
  db.count(`update mails set state = 'given-up', outcome = $2, ${FINISHED} where id = $1`, [id, outcome]);

const postpone = (db: Database, id: number, seconds: number, outcome: string) =>
  db.count('update mails set next_try_at = now() + make_interval(secs => $2), outcome = $3 where id = $1', [
    id,
    seconds,
    outcome,
  ]);

const giveUpUseless = (db: Database) =>
  db.count(
    `update mails set state = 'given-up', outcome = 'too late', ${FINISHED} where state = 'waiting' and useless_at < now() and next_try_at <= now()`,
  );
