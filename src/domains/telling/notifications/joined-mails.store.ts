import type { Queryable } from '../../../server/db/db.ts';
import type { WaitingMail } from './joined-mails.rules.ts';

/** The day in Luanda of a timestamp. */
const TODAY = `(now() at time zone 'Africa/Luanda')::date`;

/**
 * Finds notifications that wait for people's next mails, in the order in which they were created.
 *
 * @param types those of this version: during an upgrade another process may have created others, which it sends itself.
 */
export function findWaitingMails(
  transaction: Queryable,
  userIds: readonly number[],
  types: readonly string[],
): Promise<(WaitingMail & { userId: number })[]> {
  return transaction.rows<WaitingMail & { userId: number }>(
    `select n.user_id, n.id as notification_id, n.type, n.child_id, n.title, n.message, w.paragraphs,
       coalesce(n.action_link, '/dashboard') as action_link, n.priority, n.expires_at
     from notifications n join waiting_mails w on w.notification_id = n.id
     where n.user_id = any ((select $1::int[])::int[]) and n.type = any ((select $2::text[])::text[]) order by n.id`,
    [userIds, types],
  );
}

/** Returns the children of people, and whether each had its mail today. */
export function findMailedChildren(
  transaction: Queryable,
  userIds: readonly number[],
): Promise<{ userId: number; childId: number; mailed: boolean }[]> {
  return transaction.rows(
    `select c.user_id, c.id as child_id, exists (select from mail_days d where d.child_id = c.id and d.day = ${TODAY}) as mailed
     from children c where c.user_id = any ((select $1::int[])::int[]) order by c.id`,
    [userIds],
  );
}

/** Claims today's mail of children; returns those that had none yet. A concurrent call waits for the first to end. */
export async function takeMailDay(transaction: Queryable, childIds: readonly number[]): Promise<number[]> {
  const rows = await transaction.rows<{ childId: number }>(
    `insert into mail_days (child_id, day) select id, ${TODAY} from unnest($1::int[]) as id order by id
     on conflict do nothing returning child_id`,
    [childIds],
  );
  return rows.map(({ childId }) => childId);
}

/** Releases the claim on today's mail of children if it was not sent. */
export function releaseMailDay(transaction: Queryable, childIds: readonly number[]): Promise<number> {
  return transaction.count(`delete from mail_days where child_id = any($1::int[]) and day = ${TODAY}`, [childIds]);
}

/** Removes notifications from the queue; returns those that were still in it. */
export async function takeWaitingMails(transaction: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const rows = await transaction.rows<{ id: number }>(
    'delete from waiting_mails where notification_id = any ((select $1::int[])::int[]) returning notification_id as id',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes a person's queued notifications: all, or some kinds. */
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

/** Finds people with a queued notification about a child that had no mail today, or about the whole family. */
export async function findPeopleToMail(db: Queryable, most: number): Promise<number[]> {
  const rows = await db.rows<{ userId: number }>(
    `select distinct n.user_id from waiting_mails w join notifications n on n.id = w.notification_id
     where n.child_id is null or not exists (select from mail_days d where d.child_id = n.child_id and d.day = ${TODAY})
     order by 1 limit $1`,
    [most],
  );
  return rows.map(({ userId }) => userId);
}

/** Deletes claims of past days. */
export const deleteOldMailDays = (db: Queryable): Promise<number> =>
  db.count(`delete from mail_days where day < ${TODAY} - 7`);
