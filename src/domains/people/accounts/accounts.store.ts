import type { Queryable } from '../../../server/db/db.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import type { PlanId } from '../../../shared/words.ts';
import { DEMO_DOMAIN } from './accounts.rules.ts';
import { FIRST_FACTOR_DAYS } from './second-factor.rules.ts';

export interface UserRow {
  id: number;
  username: string;
  email: string;
  fullName: string;
  phone: string | null;
  gender: string | null;
  location: string | null;
  subscriptionType: PlanId;
  subscriptionStart: Date | null;
  subscriptionEnd: Date | null;
  createdAt: Date;
  lastLogin: Date | null;
  isAdmin: boolean;
  isTeacher: boolean;
  userRole: 'parent' | 'teacher' | 'admin';
  deletionAt: Date | null;
  emailVerified: boolean;
}

/** SQL select list for a `UserRow`, from the table `users` with the alias `u`. */
export const USER = `u.id, u.username, u.email, u.full_name, u.phone, u.gender, u.location,
  u.subscription_type, u.subscription_start, u.subscription_end,
  u.created_at, u.last_login, u.is_admin, u.is_teacher, u.user_role,
  u.deletion_asked_at + interval '${DAYS_TO_CHANGE_ONES_MIND} days' as deletion_at,
  u.email_verified_at is not null as email_verified`;

export interface NewUser {
  username: string;
  usernameKey: string;
  passwordHash: string;
  email: string;
  fullName: string;
  phone: string | null;
  gender: string | null;
  location: string | null;
  userRole: 'parent' | 'teacher' | 'admin';
  termsVersion: string;
}

/**
 * Returns the number of accounts with a verified address of a person's mailbox, and of those created in the last day. Until the transaction ends, no other
 * transaction can count those of the same mailbox.
 */
export async function lockAndCountEmail(
  transaction: Queryable,
  email: string,
): Promise<{ total: number; ofToday: number }> {
  await transaction.row(`select pg_advisory_xact_lock(hashtextextended('email ' || mailbox_of($1), 0))`, [email]);
  const row = await transaction.row<{ total: number; ofToday: number }>(
    `select count(*) as total, count(*) filter (where created_at > now() - interval '1 day') as of_today
     from users where mailbox = mailbox_of($1) and email_verified_at is not null`,
    [email],
  );
  return row ?? { total: 0, ofToday: 0 };
}

export function insertUser(db: Queryable, user: NewUser): Promise<UserRow | undefined> {
  return db.row<UserRow>(
    `insert into users as u (username, username_key, password_hash, email, full_name, phone, gender, location, user_role, is_admin, is_teacher, terms_version, last_login, first_factor_until)
     values (:username, :usernameKey, :passwordHash, :email, :fullName, :phone, :gender, :location, :userRole, :userRole = 'admin', :userRole = 'teacher', :termsVersion, now(),
       case when :userRole <> 'parent' then now() + interval '${FIRST_FACTOR_DAYS} days' end)
     on conflict (username_key) do nothing
     returning ${USER}`,
    user,
  );
}

/** Sets a user's plan until a given time, starting now unless another start is given. */
export function updateSubscription(
  db: Queryable,
  id: number,
  subscriptionType: PlanId,
  end: Date | null,
  start: Date | null = null,
): Promise<number> {
  return db.count(
    'update users set subscription_type = $2, subscription_start = case when $3::timestamptz is null then null else coalesce($4, now()) end, subscription_end = $3 where id = $1',
    [id, subscriptionType, end, start],
  );
}

/**
 * Marks the address of an account as verified; the first time stays.
 *
 * @param email the address that was verified; null for whichever the account has.
 * @returns 0 if the account has another address now.
 */
export function updateEmailVerified(db: Queryable, id: number, email: string | null = null): Promise<number> {
  return db.count(
    `update users set email_verified_at = coalesce(email_verified_at, now())
     where id = $1 and ($2::text is null or lower(email) = lower($2))`,
    [id, email],
  );
}

export function findUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  return db.row<UserRow>(`select ${USER} from users u where u.id = $1`, [id]);
}

/**
 * Finds the comparable username of somebody who signs in with a username, or with a verified e-mail address that belongs to one account only.
 * Returns the input if it is neither. New usernames contain no @; an older one that equals another user's e-mail address is preferred.
 */
export async function findUsernameKey(db: Queryable, usernameKey: string, typed: string): Promise<string> {
  const row = await db.row<{ usernameKey: string }>(
    `select coalesce((select username_key from users where username_key = $1),
       (select min(username_key) from users where mailbox = mailbox_of($2) and email_verified_at is not null having count(*) = 1), $1) as username_key`,
    [usernameKey, typed],
  );
  return row?.usernameKey ?? usernameKey;
}

export function findPassword(
  db: Queryable,
  usernameKey: string,
): Promise<{ id: number; passwordHash: string; suspended: boolean; isDemo: boolean } | undefined> {
  return db.row(
    `select id, password_hash, suspended_at is not null as suspended, ${OF_DEMO} as is_demo from users where username_key = $1`,
    [usernameKey],
  );
}

/** SQL condition for the accounts of the demonstration. */
const OF_DEMO = `email like '%@${DEMO_DOMAIN}'`;

/** Ends the sessions of the accounts of the demonstration. @returns their number. */
export function deleteDemoSessions(db: Queryable): Promise<number> {
  return db.count(`delete from sessions where user_id in (select id from users where ${OF_DEMO})`);
}

export function updateLastLogin(db: Queryable, id: number): Promise<UserRow | undefined> {
  return db.row<UserRow>(`update users u set last_login = now() where u.id = $1 returning ${USER}`, [id]);
}

export function updatePasswordHash(db: Queryable, id: number, passwordHash: string): Promise<number> {
  return db.count('update users set password_hash = $2 where id = $1', [id, passwordHash]);
}

export interface SessionRow {
  userId: number;
  role: 'parent' | 'teacher' | 'admin';
  /** Whether its last recorded use was an hour ago or more, so that this use has to be recorded. */
  stale: boolean;
  /** The children to whom the session was handed over; null if it was not. */
  onlyChildren: number[] | null;
  /** Since when it has been the parent's, or the children's. */
  modeSince: Date;
}

export function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(
    `select s.user_id, u.user_role as role, s.last_seen_at < now() - interval '1 hour' as stale,
       s.only_children, s.mode_since
     from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > now() and u.suspended_at is null`,
    [tokenHash],
  );
}

/**
 * Replaces a session's token by the one that was issued when it was taken back from children, because a call with that token has arrived.
 *
 * @returns 0 if no session waits for this token.
 */
export function adoptNextToken(db: Queryable, tokenHash: Buffer): Promise<number> {
  return db.count(
    `update sessions set token_hash = next_token_hash, next_token_hash = null, only_children = null, mode_since = clock_timestamp()
     where next_token_hash = $1 and expires_at > now()`,
    [tokenHash],
  );
}

/**
 * Inserts a session, unless the account's password has changed meanwhile; then 0. It waits for a concurrent change of the password: either
 * that change ends this session, or this session is not created.
 */
export function insertSession(
  db: Queryable,
  session: {
    tokenHash: Buffer;
    userId: number;
    passwordHash: string;
    days: number;
    device: string;
    address: string;
  },
): Promise<number> {
  return db.count(
    `insert into sessions (token_hash, user_id, expires_at, device, address)
     select :tokenHash, id, now() + make_interval(days => :days), :device, :address from users
     where id = :userId and password_hash = :passwordHash and suspended_at is null for share`,
    session,
  );
}

export function prolongSession(db: Queryable, tokenHash: Buffer, days: number): Promise<number> {
  return db.count(
    'update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => $2) where token_hash = $1',
    [tokenHash, days],
  );
}

export function deleteSession(db: Queryable, tokenHash: Buffer): Promise<number> {
  return db.count('delete from sessions where token_hash = $1', [tokenHash]);
}

export function deleteExpiredSessions(db: Queryable): Promise<number> {
  return db.count('delete from sessions where expires_at < now()');
}
