import { oneLine } from '../shared/text.ts';
import type { Queryable } from './db.ts';
import type { Figure } from './figures.ts';

/** What a mail says. Plain text throughout; its looks are made when it is sent, with the names of that moment. */
export interface MailContent {
  /** The heading, one short sentence. `{{productName}}` in any text becomes the product's name. */
  title: string;
  paragraphs: readonly string[];
  /** Where to go from here: paths inside the app, the first one as the button. */
  actions?: readonly { label: string; path: string }[];
  /** Smaller, below: what to do when this was not expected, until when it holds. */
  notes?: readonly string[];
  /** Name of the receiver's plan when it includes priority support; requests for help from this mail then carry it. */
  plan?: string;
}

/** A mail to send. */
export interface NewMail {
  /** The address alone, without a name. */
  to: string;
  /** A stable word for what it is about, as `password_reset`. */
  kind: string;
  subject: string;
  content: MailContent;
  /** Whose account it is about; erasing that account takes the mail along. Null only for someone without one. */
  userId: number | null;
  /** What a one-click link in it switches off (needs `userId`). Left out for mails that ignore every switch. */
  topic?: string;
  /** When it stops being of use, as a link that runs out. */
  uselessAt?: Date;
}

/** Purpose under which the links that switch a mail off are signed; their value is `userId:topic`. */
export const UNSUBSCRIBE = 'unsubscribe';
/** Where those links lead, without the token. */
export const UNSUBSCRIBE_PATH = '/api/notifications/unsubscribe';

/** Longest subject, in characters. */
const LONGEST_SUBJECT = 150;

/**
 * Writes a mail in the caller's transaction: it is sent if that commits, within seconds, once, and never otherwise.
 * `sendMails` sends it.
 */
export async function queueMail(transaction: Queryable, mail: NewMail): Promise<void> {
  await transaction.count(
    'insert into mails (user_id, kind, topic, recipient, subject, content, useless_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      mail.userId,
      mail.kind,
      mail.topic ?? null,
      mail.to,
      [...oneLine(mail.subject)].slice(0, LONGEST_SUBJECT).join(''),
      JSON.stringify(mail.content),
      mail.uselessAt ?? null,
    ],
  );
}

/**
 * Drops this person's mails that wait and that they may switch off: all of them, or those of one topic. For when the
 * switch is turned, or the account is to be erased.
 */
export function withdrawMails(transaction: Queryable, userId: number, topic: string | null = null): Promise<number> {
  return transaction.count(
    `delete from mails where user_id = $1 and state = 'waiting' and topic is not null and ($2::text is null or topic = $2)`,
    [userId, topic],
  );
}

/** Drops what is remembered of mails that were sent, or given up, three months ago. */
export const forgetOldMails = (db: Queryable): Promise<number> =>
  db.count(`delete from mails where finished_at < now() - interval '90 days'`);

/** How many mails wait, how many of them after a failure, and how many were given up in the last day. */
export const mailFigures = (db: Queryable): Figure[] => [
  {
    name: 'mails',
    help: 'Mails that wait, that wait after a failure, and that were given up within a day, counted up to 10,000 each',
    label: 'state',
    read: async () =>
      (await db.row<Record<string, number>>(
        `select (select count(*) from (select 1 from mails where state = 'waiting' limit 10000) w) as waiting,
           (select count(*) from (select 1 from mails where state = 'waiting' and tries > 0 limit 10000) f) as failing,
           (select count(*) from (select 1 from mails where finished_at > now() - interval '1 day' and state = 'given-up' limit 10000) g) as given_up`,
      ))!,
  },
];
