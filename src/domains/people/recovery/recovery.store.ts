import type { Queryable } from '../../../server/db/db.ts';
import type { MailedUser } from '../accounts/account.store.ts';

export function insertPasswordRequest(db: Queryable, asked: string): Promise<number> {
  return db.count('insert into password_requests (asked) values ($1)', [asked]);
}

/**
 * Takes the oldest request. Other processes skip it, and it is deleted when this transaction commits. @returns undefined if there is none.
 */
export function takePasswordRequest(transaction: Queryable): Promise<{ asked: string; stale: boolean } | undefined> {
  return transaction.row(
    `delete from password_requests where id = (select id from password_requests order by id limit 1 for update skip locked)
     returning asked, asked_at < now() - interval '30 minutes' as stale`,
  );
}

/**
 * Finds the accounts with this username or e-mail, the one used last first, and locks them until the transaction ends. Suspended accounts
 * and unverified addresses are left out.
 */
export function lockByNameOrEmail(transaction: Queryable, usernameKey: string, email: string): Promise<MailedUser[]> {
  return transaction.rows<MailedUser>(
    `with found as (
       select id, username, email, last_login from users
       where (username_key = $1 or mailbox = mailbox_of($2)) and suspended_at is null and email_verified_at is not null order by id for no key update
     )
     select id, username, email from found order by last_login desc nulls last, id`,
    [usernameKey, email],
  );
}

/** Returns which of these accounts have an unused link that was sent in the last `minutes` and is valid. */
export async function findLinked(db: Queryable, userIds: readonly number[], minutes: number): Promise<Set<number>> {
  const rows = await db.rows<{ userId: number }>(
    `select distinct user_id from password_resets
     where user_id = any($1::int[]) and expires_at > now() and created_at > now() - make_interval(mins => $2)`,
    [userIds, minutes],
  );
  return new Set(rows.map(({ userId }) => userId));
}

export function insertReset(db: Queryable, tokenHash: Buffer, userId: number, minutes: number): Promise<number> {
  return db.count(
    'insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(mins => $3))',
    [tokenHash, userId, minutes],
  );
}

export interface ResetRow extends MailedUser {
  userRole: 'parent' | 'teacher' | 'admin';
  fullName: string;
}

/**
 * Finds the account whose password a token may change. @returns undefined if the token was used or has expired, or the account is
 * suspended.
 */
export function findReset(db: Queryable, tokenHash: Buffer): Promise<ResetRow | undefined> {
  return db.row<ResetRow>(
    `select u.id, u.username, u.email, u.user_role, u.full_name
     from password_resets r join users u on u.id = r.user_id
     where r.token_hash = $1 and r.expires_at > now() and u.suspended_at is null`,
    [tokenHash],
  );
}

/** Uses a token up. @returns 1 for the first call with this token, 0 for all others. */
export function deleteReset(transaction: Queryable, tokenHash: Buffer): Promise<number> {
  return transaction.count('delete from password_resets where token_hash = $1 and expires_at > now()', [tokenHash]);
}

export function deleteResetsOf(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count('delete from password_resets where user_id = $1', [userId]);
}

/** Returns when the recovery code of an account was made, or undefined if it has none. */
export function findAccountCode(db: Queryable, userId: number): Promise<{ createdAt: Date } | undefined> {
  return db.row('select created_at from account_codes where user_id = $1', [userId]);
}

/**
 * Stores a recovery code; an earlier one becomes invalid.
 *
 * @param passwordHash of the password with which it was asked for.
 * @returns 0 if the password was changed meanwhile: the code would survive the change that ends those of the old password.
 */
export function upsertAccountCode(
  db: Queryable,
  userId: number,
  codeHash: Buffer,
  passwordHash: string,
): Promise<number> {
  return db.count(
    `insert into account_codes (user_id, code_hash) select id, $2::bytea from users where id = $1 and password_hash = $3 for no key update
     on conflict (user_id) do update set code_hash = excluded.code_hash, created_at = now()`,
    [userId, codeHash, passwordHash],
  );
}

/** Ends the recovery code of an account, because its password changes. @returns whether it had one. */
export async function deleteCodeOf(transaction: Queryable, userId: number): Promise<boolean> {
  return (await transaction.count('delete from account_codes where user_id = $1', [userId])) > 0;
}

/** Finds the parent with this username and recovery code. Suspended accounts are left out. */
export function findByCode(db: Queryable, usernameKey: string, codeHash: Buffer): Promise<ResetRow | undefined> {
  return db.row<ResetRow>(
    `select u.id, u.username, u.email, u.user_role, u.full_name
     from users u join account_codes c on c.user_id = u.id
     where u.username_key = $1 and c.code_hash = $2 and u.user_role = 'parent' and u.suspended_at is null`,
    [usernameKey, codeHash],
  );
}

/** Uses a recovery code up. @returns 1 for the first call with this code, 0 for all others. */
export function deleteAccountCode(transaction: Queryable, userId: number, codeHash: Buffer): Promise<number> {
  return transaction.count('delete from account_codes where user_id = $1 and code_hash = $2', [userId, codeHash]);
}

export function deleteOldResets(db: Queryable): Promise<number> {
  return db.count('delete from password_resets where expires_at < now()');
}
