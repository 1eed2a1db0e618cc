import type { Queryable } from '../../server/db.ts';
import type { WaitingMail } from './joined-mails.rules.ts';

/** A moment's day in Luanda. */
const TODAY = `(now() at time zone 'Africa/Luanda')::date`;

export function insertWaitingMail(
  transaction: Queryable,
  notificationId: number,
  paragraphs: readonly string[] | null,
): Promise<number> {
  return transaction.count('insert into waiting_mails (notification_id, paragraphs) values ($1, $2)', [
    notificationId,
    paragraphs === null ? null : JSON.stringify(paragraphs),
  ]);
}

/** What waits for a person's next mails, in the order in which it was told. */
export function findWaitingMails(transaction: Queryable, userId: number): Promise<WaitingMail[]> {
  return transaction.rows<WaitingMail>(
    `select n.id as "notificationId", n.type, n.child_id as "childId", n.title, n.message, w.paragraphs, coalesce(n.action_link, '/dashboard') as "actionLink",
       n.priority, n.expires_at as "expiresAt"
     from waiting_mails w join notifications n on n.id = w.notification_id where n.user_id = $1 order by n.id`,
    [userId],
  );
}

/** The children of a person, and whether each had its mail today. */
export function findMailedChildren(
  transaction: Queryable,
  userId: number,
): Promise<{ childId: number; mailed: boolean }[]> {
  return transaction.rows(
    `select c.id as "childId", exists (select from mail_days d where d.child_id = c.id and d.day = ${TODAY}) as mailed
     from children c where c.user_id = $1 order by c.id`,
    [userId],
  );
}

/** Takes today's mail of children; gives those that had none yet. A call at the same time waits for the first to end. */
export async function takeMailDay(transaction: Queryable, childIds: readonly number[]): Promise<number[]> {
  const rows = await transaction.rows<{ childId: number }>(
    `insert into mail_days (child_id, day) select id, ${TODAY} from unnest($1::int[]) as id order by id
     on conflict do nothing returning child_id as "childId"`,
    [childIds],
  );
  return rows.map(({ childId }) => childId);
}

/** Gives back today's mail of children, which was not sent. */
export function releaseMailDay(transaction: Queryable, childIds: readonly number[]): Promise<number> {
  return transaction.count(`delete from mail_days where child_id = any($1::int[]) and day = ${TODAY}`, [childIds]);
}

/** Takes notifications out of those that wait; gives those that still did. */
export async function takeWaitingMails(transaction: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const rows = await transaction.rows<{ id: number }>(
    'delete from waiting_mails where notification_id = any($1::int[]) returning notification_id as id',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Drops what waits for a person's mails: all of it, or of some kinds. */
export function deleteWaitingMails(
  transaction: Queryable,
  userId: number,
  types: readonly string[] | null,
): Promise<number> {
  return transaction.count(
    `delete from waiting_mails w using notifications n
     where n.id = w.notification_id and n.user_id = $1 and ($2::text[] is null or n.type = any($2))`,
    [userId, types],
  );
}

/** People with something that waits about a child who had no mail today, or about the whole family. */
export async function findPeopleToMail(db: Queryable, most: number): Promise<number[]> {
  const rows = await db.rows<{ userId: number }>(
    `select distinct n.user_id as "userId" from waiting_mails w join notifications n on n.id = w.notification_id
     where n.child_id is null or not exists (select from mail_days d where d.child_id = n.child_id and d.day = ${TODAY})
     order by 1 limit $1`,
    [most],
  );
  return rows.map(({ userId }) => userId);
}

/** Forgets days that are over. */
export const deleteOldMailDays = (db: Queryable): Promise<number> =>
  db.count(`delete from mail_days where day < ${TODAY} - 7`);
