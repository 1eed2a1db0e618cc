import type { Queryable } from '../../../server/db/db.ts';

export interface DeviceRow {
  handle: string;
  device: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
}

/** Sixteen hexadecimal digits of the hash of the token: enough to distinguish a user's sessions, useless for accessing one. */
const HANDLE = `left(encode(token_hash, 'hex'), 16)`;

export function findDevices(db: Queryable, userId: number, tokenHash: Buffer): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(
    `select ${HANDLE} as handle, device, address, created_at, last_seen_at, token_hash = $2 as current
     from sessions where user_id = $1 and expires_at > now() order by token_hash = $2 desc, last_seen_at desc, handle limit 100`,
    [userId, tokenHash],
  );
}

/** Ends one of the user's sessions. @returns whether it was the current one; undefined if it is not theirs. */
export function deleteSessionByHandle(
  db: Queryable,
  userId: number,
  handle: string,
  tokenHash: Buffer,
): Promise<{ current: boolean } | undefined> {
  return db.row(
    `delete from sessions where user_id = $1 and ${HANDLE} = $2 and expires_at > now() returning token_hash = $3 as current`,
    [userId, handle, tokenHash],
  );
}

/** Ends the user's sessions, except the given one. */
export function deleteSessions(db: Queryable, userId: number, except: Buffer | null): Promise<number> {
  return db.count('delete from sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2)', [
    userId,
    except,
  ]);
}

/**
 * Replaces the token of a session.
 *
 * @returns 0 if the session has ended.
 */
export function updateSessionToken(db: Queryable, tokenHash: Buffer, another: Buffer): Promise<number> {
  return db.count('update sessions set token_hash = $2, last_seen_at = now() where token_hash = $1', [
    tokenHash,
    another,
  ]);
}

export function findPasswordHash(db: Queryable, userId: number): Promise<{ passwordHash: string } | undefined> {
  return db.row('select password_hash from users where id = $1', [userId]);
}

/**
 * Changes a password.
 *
 * @returns 0 if it was changed concurrently.
 */
export function replacePasswordHash(db: Queryable, userId: number, before: string, after: string): Promise<number> {
  return db.count('update users set password_hash = $3 where id = $1 and password_hash = $2', [userId, before, after]);
}

/** Undefined leaves a field unchanged. */
export interface ProfileFields {
  fullName?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
  gender?: string | null | undefined;
  location?: string | null | undefined;
}

export function updateProfile(db: Queryable, userId: number, profile: ProfileFields): Promise<number> {
  return db.count(
    `update users set full_name = coalesce(:fullName, full_name), email = coalesce(:email, email),
       phone = case when :setsPhone then :phone else phone end, location = case when :setsLocation then :location else location end,
       gender = case when :setsGender then :gender else gender end where id = :userId`,
    {
      userId,
      fullName: undefined,
      email: undefined,
      phone: undefined,
      location: undefined,
      gender: undefined,
      ...profile,
      setsPhone: profile.phone !== undefined,
      setsLocation: profile.location !== undefined,
      setsGender: profile.gender !== undefined,
    },
  );
}

/** Schedules the erasure of an account; repeated calls keep the first date. */
export function markForDeletion(db: Queryable, userId: number): Promise<{ askedAt: Date } | undefined> {
  return db.row(
    'update users set deletion_asked_at = coalesce(deletion_asked_at, now()) where id = $1 returning deletion_asked_at as asked_at',
    [userId],
  );
}

/** Cancels the erasure of an account. @returns 0 if none was asked for. */
export function unmarkForDeletion(db: Queryable, userId: number): Promise<number> {
  return db.count('update users set deletion_asked_at = null where id = $1 and deletion_asked_at is not null', [
    userId,
  ]);
}

/** Erases accounts whose grace period is over, with all their data. */
export function deleteAbandonedUsers(db: Queryable, days: number, most: number): Promise<{ id: number }[]> {
  return db.rows(
    `delete from users where id in (
       select id from users where deletion_asked_at < now() - make_interval(days => $1) order by deletion_asked_at limit $2 for update skip locked
     ) returning id`,
    [days, most],
  );
}

/** The fields of a user that mails need. */
export interface MailedUser {
  id: number;
  username: string;
  email: string;
}

export function findMailedUser(db: Queryable, userId: number): Promise<MailedUser | undefined> {
  return db.row<MailedUser>('select id, username, email from users where id = $1', [userId]);
}

/** Finds the administrators who can sign in, except some users. */
export function findAdministrators(db: Queryable, except: readonly number[]): Promise<MailedUser[]> {
  return db.rows<MailedUser>(
    `select id, username, email from users where user_role = 'admin' and suspended_at is null and id <> all($1::int[]) order by id`,
    [except],
  );
}
