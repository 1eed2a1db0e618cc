import type { Queryable } from '../../../server/db/db.ts';
import { FACTOR_WAITS_HOURS } from '../accounts/second-factor.rules.ts';

/** Returns whether a member of staff has a second factor, also one that does not count yet. */
export async function hasAnyFactor(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row(
    `select 1 from users u where u.id = $1 and u.user_role <> 'parent'
       and (exists (select 1 from second_factors f where f.user_id = u.id and f.enabled_at is not null)
         or exists (select 1 from passkeys p where p.user_id = u.id))`,
    [userId],
  );
  return row !== undefined;
}

/** Records that a lost factor will be removed. @returns 0 when that was requested before. */
export function insertReplacement(transaction: Queryable, userId: number, askedBy: number | null): Promise<number> {
  return transaction.count(
    `insert into factor_replacements (user_id, asked_by, due_at) values ($1, $2, now() + interval '${FACTOR_WAITS_HOURS} hours')
     on conflict (user_id) do nothing`,
    [userId, askedBy],
  );
}

export function findReplacement(db: Queryable, userId: number): Promise<{ dueAt: Date } | undefined> {
  return db.row('select due_at from factor_replacements where user_id = $1', [userId]);
}

export function deleteReplacement(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count('delete from factor_replacements where user_id = $1', [userId]);
}

/** Takes one request that is due. Other processes skip it. @returns undefined if there is none. */
export function takeDueReplacement(transaction: Queryable): Promise<{ userId: number } | undefined> {
  return transaction.row(
    `delete from factor_replacements where user_id = (
       select user_id from factor_replacements where due_at <= now() order by due_at limit 1 for update skip locked
     ) returning user_id`,
  );
}
