import type { Queryable } from '../../../server/db/db.ts';
import { FIRST_FACTOR_DAYS } from '../accounts/second-factor.rules.ts';

export interface AccountState {
  id: number;
  username: string;
  fullName: string;
  email: string;
  userRole: 'parent' | 'teacher' | 'admin';
  subscriptionType: string;
  suspended: boolean;
  hasChildren: boolean;
  hasSignedIn: boolean;
}

/** Finds an account and locks it until the transaction ends. @returns undefined if it does not exist. */
export function lockAccount(transaction: Queryable, id: number): Promise<AccountState | undefined> {
  return transaction.row<AccountState>(
    `select id, username, full_name, email, user_role, subscription_type,
       suspended_at is not null as suspended, exists (select 1 from children where user_id = users.id) as has_children,
       last_login is not null as has_signed_in
     from users where id = $1 for update`,
    [id],
  );
}

export function updateRole(transaction: Queryable, id: number, role: string): Promise<number> {
  return transaction.count(
    `update users set user_role = $2, is_admin = $2 = 'admin', is_teacher = $2 = 'teacher',
       first_factor_until = case when $2 = 'parent' then null when user_role = 'parent' then now() + interval '${FIRST_FACTOR_DAYS} days'
         else first_factor_until end
     where id = $1`,
    [id, role],
  );
}

export function updateSuspension(transaction: Queryable, id: number, suspended: boolean): Promise<number> {
  return transaction.count('update users set suspended_at = case when $2 then now() end where id = $1', [
    id,
    suspended,
  ]);
}

/** Marks an account, so that its password cannot be used until a new one is chosen. */
export function markForReset(transaction: Queryable, id: number): Promise<number> {
  return transaction.count('update users set reset_forced_at = now() where id = $1', [id]);
}

/** Returns whether an administrator has corrected the e-mail of an account in the last 24 hours. */
export async function isEmailMended(db: Queryable, subject: `user ${number}`): Promise<boolean> {
  const row = await db.row<{ isMended: boolean }>(
    `select exists (select 1 from audit_log where action = 'user.email-mended' and subject = $1 and at > now() - interval '24 hours') as is_mended`,
    [subject],
  );
  return row?.isMended === true;
}

/** Lets the first factor of an account count at once for some days, because it has none that somebody else could replace. */
export function openForFirstFactor(transaction: Queryable, id: number): Promise<number> {
  return transaction.count(
    `update users set first_factor_until = now() + interval '${FIRST_FACTOR_DAYS} days' where id = $1`,
    [id],
  );
}

/** Clears the time of the last sign-in of an account that somebody else has just created, because its owner has never signed in. */
export function forgetLastLogin(transaction: Queryable, id: number): Promise<number> {
  return transaction.count('update users set last_login = null where id = $1', [id]);
}

/** Erases an account and all data of its owner at once. */
export function deleteUser(transaction: Queryable, id: number): Promise<number> {
  return transaction.count('delete from users where id = $1', [id]);
}
