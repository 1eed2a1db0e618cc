import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { oneLine } from '../../shared/text.ts';
import type { Brand, Config } from '../config.ts';
import type { Database, Queryable } from '../db/db.ts';
import { sign } from '../http/signing.ts';
import { thenRest } from '../jobs/giving-way.ts';
import type { Log } from '../watch/log.ts';
import { tracedStep } from '../watch/tracing.ts';
import { type MailContent, type MailPurpose, UNSUBSCRIBE, UNSUBSCRIBE_PATH } from './mail.ts';
import { joined, MAX_COUNTED, type Said, waitOf } from './mail-budget.rules.ts';
import { drawMail } from './mail-page.ts';

/** Seconds until the next attempt after each failure; after about a day and a half the mail is given up. */
const PAUSES = [60, 300, 900, 3600, 3 * 3600, 8 * 3600, 24 * 3600] as const;
/** Each SMTP timeout of a mail in milliseconds, and their number: for the connection, the greeting, and a server that stops replying. */
const PATIENCE_MS = 20_000;
const TIMEOUTS = 3;
/**
 * The number of mails that a process reserves in one statement, and the seconds of the reservation: longer than the SMTP timeouts of all of
 * them in sequence.
 */
const AT_ONCE = 8;
const RESERVED_SECONDS = (AT_ONCE * TIMEOUTS * PATIENCE_MS) / 1000 + 20;
/** Maximum number of waiting mails to one address that are joined into one. */
const MAX_JOINED = 50;
/** Maximum number of mails per run. */
const MOST = 200;

interface WaitingMail {
  id: number;
  userId: number | null;
  kind: string;
  topic: string | null;
  to: string;
  purpose: MailPurpose;
  subject: string;
  content: MailContent;
  tries: number;
  createdAt: Date;
  /** The person's mailbox, by which mails are counted. */
  mailbox: string;
  /** Seconds since mails of this purpose were sent to `mailbox`, of those in the last hour, the newest first. */
  sentAges: number[];
}

/** Sends composed mails. */
export interface Post {
  /**
   * Sends one mail.
   *
   * @returns a short description of the outcome.
   */
  send(mail: ComposedMail): Promise<string>;
  close(): void;
}

type ComposedMail = ReturnType<typeof compose> & { file: string };

/** Opens a transport of nodemailer when the first mail is sent, so that the library is loaded only then. */
function onFirstMail<T extends { close(): void }>(open: (library: typeof import('nodemailer')) => T) {
  let opened: Promise<T> | undefined;
  return {
    get: () => (opened ??= import('nodemailer').then(open)),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Opens the SMTP server of `SMTP_URL`. If none is configured, mails are written as .eml files to `DATA_DIR/mails`. */
export function openPost(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'production'>, log: Log): Post {
  if (config.smtpUrl) {
    if (config.production && config.smtpUrl.startsWith('smtp:'))
      log.warn(
        { event: 'mail-needs-tls' },
        'SMTP_URL begins with smtp: in production no mail is sent unless the server offers STARTTLS (docs/operations.md, Mails)',
      );
    const server = onFirstMail(({ createTransport }) =>
      createTransport({
        url: config.smtpUrl,
        // In production no password and no mail goes over a line that anybody can read.
        requireTLS: config.production,
        pool: true,
        maxConnections: 2,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return {
      send: async ({ file: _file, ...mail }) => String((await (await server.get()).sendMail(mail)).response),
      close: server.close,
    };
  }
  const writer = onFirstMail(({ createTransport }) =>
    createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const folder = path.join(config.dataDir, 'mails');
  return {
    async send({ file, ...mail }) {
      const { message } = await (await writer.get()).sendMail(mail);
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const target = path.join(folder, file);
      // The file has a temporary name while it is written, so that readers never see a partial file.
      await fs.writeFile(`${target}.part`, message as Buffer, { mode: 0o600 });
      await fs.rename(`${target}.part`, target);
      log.info({ event: 'mail-written', file: target }, 'a mail was written to a file');
      return 'escrito em ficheiro';
    },
    close: writer.close,
  };
}

/** The address in SMTP form; cannot inject a second recipient. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}]{1,250}$/u;

function compose(mail: WaitingMail, config: Config, brand: Brand) {
  const unsubscribeUrl =
    mail.topic === null
      ? undefined
      : `${config.publicUrl}${UNSUBSCRIBE_PATH}/${sign(config.secretKey, UNSUBSCRIBE, `${mail.userId}:${mail.topic}`)}`;
  const { text, html } = drawMail(mail.content, { brand, publicUrl: config.publicUrl, unsubscribeUrl });
  const host = new URL(config.publicUrl).hostname;
  // The name is the same for every attempt, so that duplicates can be recognised.
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
      // Suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      // For filtering by the support desk.
      ...(mail.content.plan ? { 'X-Plan': oneLine(mail.content.plan) } : {}),
      // RFC 2369 and RFC 8058: one-click unsubscription.
      ...(unsubscribeUrl
        ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  };
}

export interface MailSender {
  /** Sends due mails. @returns how many were sent. */
  send(): Promise<number>;
  close(): void;
}

/** Creates the function that sends due mails; keeps the transport open between runs. */
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
 * Sends due mails by purpose, then the oldest first, and gives way to requests. Safe to run in several processes: mails are reserved by a
 * single statement. If the process dies after the server accepted a mail and before that was recorded, the mail is sent again with the same
 * Message-ID; SMTP offers no way to avoid that.
 *
 * @returns how many were sent.
 */
export async function sendMails(db: Database, post: Post, config: Config, log: Log, brand: Brand): Promise<number> {
  await giveUpUseless(db);
  let sent = 0;
  for (let taken = 0; taken < MOST; ) {
    const mails = await takeMails(db);
    if (mails.length === 0) break;
    taken += mails.length;
    const accepted: Accepted[] = [];
    const ages = new Map<string, readonly number[]>();
    const gone = new Set<number>();
    try {
      for (const mail of mails) {
        if (gone.has(mail.id)) continue;
        const counted = `${mail.purpose} ${mail.mailbox}`;
        const before = ages.get(counted) ?? mail.sentAges;
        if (!(await isWithinBudget(db, mail, before, log))) continue;
        for (const id of await joinWaiting(db, mail, mails)) gone.add(id);
        const outcome = await thenRest(() =>
          sendTaken(db, mail, (file) => post.send({ ...compose(mail, config, brand), file }), log),
        );
        if (outcome === undefined) continue;
        ages.set(counted, [0, ...before]);
        accepted.push({ id: mail.id, outcome });
      }
    } finally {
      // Also when the failure of another mail could not be recorded: these would otherwise be sent again.
      if (accepted.length > 0) await markSent(db, accepted);
    }
    sent += accepted.length;
  }
  return sent;
}

interface Accepted {
  id: number;
  outcome: string;
}

/** Returns whether the mailbox may get this mail now; otherwise the mail waits or is given up. */
async function isWithinBudget(db: Database, mail: WaitingMail, ages: readonly number[], log: Log): Promise<boolean> {
  const wait = waitOf(mail.purpose, ages);
  if (wait === 0) return true;
  if (wait === 'given-up') {
    await markGivenUp(db, mail.id, 'too many');
    log.warn({ event: 'mail-given-up', mail: mail.id, kind: mail.kind, outcome: 'too many' }, 'a mailbox had enough');
  } else await putBack(db, mail.id, wait);
  return false;
}

/** The purposes of which all mails that wait for one address are sent as one. */
const JOINED_PURPOSES: readonly MailPurpose[] = ['warning', 'verification'];

/**
 * Joins other waiting mails of the same purpose, account and address into this one, which then holds the text of all, also for later tries.
 *
 * @param reserved the mails that this process has reserved.
 * @returns the ids of the mails that no longer exist.
 */
async function joinWaiting(db: Database, mail: WaitingMail, reserved: readonly WaitingMail[]): Promise<number[]> {
  if (!JOINED_PURPOSES.includes(mail.purpose)) return [];
  return db.transaction(async (transaction) => {
    const others = await takeOthers(
      transaction,
      mail,
      reserved.map(({ id }) => id),
    );
    if (others.length === 0) return [];
    const said = joined(mail.purpose, [mail, ...others]);
    await transaction.count('update mails set subject = $2, content = $3::jsonb where id = $1', [
      mail.id,
      said.subject,
      JSON.stringify(said.content),
    ]);
    Object.assign(mail, said);
    return others.map(({ id }) => id);
  });
}

/** Sends one reserved mail. A failure is recorded. @returns the server's reply when it accepted the mail; otherwise undefined. */
async function sendTaken(
  db: Database,
  mail: WaitingMail,
  post: (file: string) => Promise<string>,
  log: Log,
): Promise<string | undefined> {
  const file = `${mail.createdAt.toISOString().replace(/[:.]/g, '-')}-${mail.id}-${mail.kind}.eml`;
  try {
    if (!ADDRESS.test(mail.to)) throw Object.assign(new Error('address not accepted'), { permanent: true });
    const outcome = await tracedStep('mail', { 'caderneta.mail': mail.kind }, () => post(file));
    log.info({ event: 'mail-sent', mail: mail.id, kind: mail.kind }, 'a mail was sent');
    return outcome.slice(0, 200);
  } catch (error) {
    await recordFailure(db, mail, error as Failure, log);
    return undefined;
  }
}

/** The mail library sets `permanent` for replies of 500 and above, also to credentials and STARTTLS. */
type Failure = Error & { code?: string; responseCode?: number; permanent?: boolean };

async function recordFailure(db: Database, mail: WaitingMail, error: Failure, log: Log): Promise<void> {
  // A rejection of this address or message (5xx) is permanent; rejected credentials and missing TLS may be corrected.
  const isSettings = error.code === 'EAUTH' || error.code === 'ETLS';
  const refused = error.permanent === true && !isSettings;
  const pause = PAUSES[mail.tries - 1];
  // The server's reply may repeat the address, so only its code is stored.
  const outcome = [error.code, error.responseCode].filter(Boolean).join(' ') || 'failed';
  const last = refused || pause === undefined;
  if (last) await markGivenUp(db, mail.id, outcome);
  else await postpone(db, mail.id, pause, outcome);
  log.warn(
    { event: last ? 'mail-given-up' : 'mail-failed', mail: mail.id, kind: mail.kind, tries: mail.tries, outcome },
    'a mail could not be sent',
  );
}

/** The order in which purposes are sent; the index `mails_waiting_by_purpose` is on this exact expression. */
const RANK = `array_position(array['recovery', 'warning', 'verification', 'ordinary'], purpose)`;

/**
 * Reserves the mails that have been due longest, by purpose. The reservation ends when they are finished or when it expires.
 */
function takeMails(db: Database): Promise<WaitingMail[]> {
  return db.rows<WaitingMail>(
    `with due as (
       select id, next_try_at from mails where state = 'waiting' and next_try_at <= now()
       order by ${RANK}, next_try_at, id limit ${AT_ONCE} for update skip locked
     ), taken as (
       update mails m set tries = m.tries + 1, next_try_at = now() + make_interval(secs => $1) from due where m.id = due.id
       returning m.*, due.next_try_at as due_at
     )
     select id, user_id, kind, topic, recipient as "to", purpose, subject, content, tries, created_at,
       coalesce(mailbox, recipient) as mailbox,
       array(
         select extract(epoch from now() - sent.finished_at)::int from mails sent
         where sent.state = 'sent' and sent.finished_at > now() - interval '1 hour' and sent.purpose = taken.purpose
           and sent.mailbox = taken.mailbox
         order by sent.finished_at desc limit ${MAX_COUNTED}
       ) as sent_ages
     from taken order by ${RANK}, due_at, id`,
    [RESERVED_SECONDS],
  );
}

/**
 * Deletes and returns the other mails that a mail may be joined with, the oldest first: those that nobody has reserved or tried to send,
 * and those that this process has reserved.
 */
function takeOthers(
  transaction: Queryable,
  mail: WaitingMail,
  reserved: readonly number[],
): Promise<(Said & { id: number })[]> {
  return transaction.rows<Said & { id: number }>(
    `with other as (
       select id from mails
       where state = 'waiting' and purpose = :purpose and recipient = :to and user_id is not distinct from :userId and id <> :id
         and (tries = 0 or id = any(:reserved::bigint[])) order by id limit ${MAX_JOINED} for update skip locked
     ), taken as (
       delete from mails where id in (select id from other) returning id, subject, content
     ) select id, subject, content from taken order by id`,
    { ...mail, reserved },
  );
}

const FINISHED = 'finished_at = now(), subject = null, content = null';

const markSent = (db: Database, sent: readonly Accepted[]) =>
  db.count(
    `update mails set state = 'sent', outcome = sent.outcome, ${FINISHED}
     from unnest((select $1::bigint[]), (select $2::text[])) as sent(id, outcome) where mails.id = sent.id`,
    [sent.map(({ id }) => id), sent.map(({ outcome }) => outcome)],
  );

const markGivenUp = (db: Database, id: number, outcome: string) =>
  db.count(`update mails set state = 'given-up', outcome = $2, ${FINISHED} where id = $1`, [id, outcome]);

const postpone = (db: Database, id: number, seconds: number, outcome: string) =>
  db.count('update mails set next_try_at = now() + make_interval(secs => $2), outcome = $3 where id = $1', [
    id,
    seconds,
    outcome,
  ]);

/** Returns a reserved mail to the queue without counting a try. */
const putBack = (db: Database, id: number, seconds: number) =>
  db.count('update mails set tries = tries - 1, next_try_at = now() + make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ]);

/**
 * Makes mails that failed due at once, for an administrator who has mended the server: the pauses grow to a day. The try that this costs is
 * not counted. Shorter waits are left alone: they end soon, and a mail that is being sent at this moment waits no longer than that.
 */
export const hurryFailed = (db: Database): Promise<number> =>
  db.count(
    `update mails set next_try_at = now(), tries = tries - 1
     where state = 'waiting' and tries > 0 and outcome is not null and next_try_at > now() + make_interval(secs => $1)`,
    [RESERVED_SECONDS],
  );

const giveUpUseless = (db: Database) =>
  db.count(
    `update mails set state = 'given-up', outcome = 'too late', ${FINISHED} where state = 'waiting' and useless_at < now() and next_try_at <= now()`,
  );
