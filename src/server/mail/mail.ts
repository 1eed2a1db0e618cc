import { oneLine } from '../../shared/text.ts';
import type { Queryable } from '../db/db.ts';
import { inSlices } from '../db/slices.ts';
import type { Figure } from '../watch/figures.ts';

/** Contents of a mail, as plain text; rendered when it is sent, with the product name of that time. */
export interface MailContent {
  /** The heading, one short sentence. `{{productName}}` in any text becomes the product's name. */
  title: string;
  paragraphs: readonly string[];
  /** Links to paths in the app; the first is displayed as a button. */
  actions?: readonly { label: string; path: string }[];
  /** Small print: expiry, and what to do if the mail was not expected. */
  notes?: readonly string[];
  /** Name of the recipient's plan if it includes priority support; added to support requests made from this mail. */
  plan?: string;
}

/**
 * What a mail is for: getting into an account, a change of it that somebody else may have made, confirming an address, or anything else. It
 * decides the mail's place in the queue and its budget (`mail-budget.rules.ts`).
 */
export type MailPurpose = 'recovery' | 'warning' | 'verification' | 'ordinary';

/** A mail to send. */
export interface NewMail {
  /** Only the address, without a display name. */
  to: string;
  /** A stable code for its purpose, such as `password_reset`. */
  kind: string;
  subject: string;
  content: MailContent;
  /** The account that the mail concerns; the mail is deleted when the account is erased. Null only for people without an account. */
  userId: number | null;
  /**
   * Topic that its one-click link unsubscribes from (requires `userId`). Omitted for mails that cannot be switched off.
   */
  topic?: string;
  /** Key of the event that the mail is about; `withdrawMailsOf` finds waiting mails by it. */
  source?: string;
  /** Time after which the mail is useless, for example because a link has expired. */
  uselessAt?: Date;
  /** `'ordinary'` by default. */
  purpose?: MailPurpose;
  /** Whether an administrator has asked for it, so that it is sent to an unverified address too. */
  toUnverified?: boolean;
}

/** Signing purpose of unsubscribe links; the value is `userId:topic`. */
export const UNSUBSCRIBE = 'unsubscribe';
/** Base address of unsubscribe links, without the token. */
export const UNSUBSCRIBE_PATH = '/api/notifications/unsubscribe';

/** Longest subject, in characters. */
const LONGEST_SUBJECT = 150;

/**
 * Queues a mail in the caller's transaction: it is sent by `sendMails` within seconds after the commit, and never on
 * rollback.
 */
export const queueMail = (transaction: Queryable, mail: NewMail): Promise<void> => queueMails(transaction, [mail]);

/**
 * Queues mails; see `queueMail`. Leaves out those to an account's unverified address, which receives only verification mails, and to any
 * address that is not the account's.
 */
export async function queueMails(transaction: Queryable, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await transaction.count(
    `insert into mails (user_id, kind, topic, source, recipient, subject, content, useless_at, purpose, urgent)
     select "userId", kind, topic, source, "to", subject, content, "uselessAt", purpose, purpose in ('recovery', 'warning') from jsonb_to_recordset($1::jsonb)
       as g("userId" int, kind text, topic text, source text, "to" text, subject text, content jsonb, "uselessAt" timestamptz, purpose text, "toUnverified" boolean)
     where "userId" is null or purpose = 'verification' or "toUnverified" or exists (
       select from users u where u.id = g."userId" and lower(u.email) = lower(g."to") and u.email_verified_at is not null)`,
    [
      JSON.stringify(
        mails.map(({ subject, purpose = 'ordinary', ...mail }) => ({
          ...mail,
          subject: [...oneLine(subject)].slice(0, LONGEST_SUBJECT).join(''),
          purpose,
        })),
      ),
    ],
  );
}

/**
 * Deletes queued mails that this user can unsubscribe from: all of them, or those of one topic and of one other kind. Called when a
 * preference is switched off and before erasure.
 */
export function withdrawMails(
  transaction: Queryable,
  userId: number,
  topic: string | null = null,
  alsoKind: string | null = null,
): Promise<number> {
  return transaction.count(
    `delete from mails where user_id = $1 and state = 'waiting' and topic is not null and ($2::text is null or topic = $2 or kind = $3)`,
    [userId, topic, alsoKind],
  );
}

/** Deletes the queued mails that tell about an event. */
export const withdrawMailsOf = (transaction: Queryable, source: string): Promise<number> =>
  transaction.count(`delete from mails where source = $1 and state = 'waiting'`, [source]);

/** Deletes records of mails sent or given up more than three months ago. */
export const forgetOldMails = (db: Queryable, slice?: number): Promise<number> =>
  inSlices(
    (most) =>
      db.count(
        `delete from mails where id = any (array(select id from mails where finished_at < now() - interval '90 days' limit $1))`,
        [most],
      ),
    slice,
  );

/** Returns the metrics of mails: how many wait, how many of them failed at least once, and how many were given up in the last day. */
export const mailFigures = (db: Queryable): Figure[] => [
  {
    name: 'mails',
    help: 'Mails that wait, that wait after a failure, and that were given up within a day, counted up to 10,000 each',
    label: 'state',
    read: async () => {
      const { waiting, failing, givenUp } = (await db.row<{ waiting: number; failing: number; givenUp: number }>(
        `select (select count(*) from (select 1 from mails where state = 'waiting' limit 10000) w) as waiting,
           (select count(*) from (select 1 from mails where state = 'waiting' and tries > 0 limit 10000) f) as failing,
           (select count(*) from (select 1 from mails where finished_at > now() - interval '1 day' and state = 'given-up' limit 10000) g) as given_up`,
      ))!;
      return { waiting, failing, given_up: givenUp };
    },
  },
];
