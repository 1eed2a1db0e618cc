import type { Queryable } from '../../../server/db/db.ts';

/** The purposes for which a device signs a challenge. */
export type PasskeyPurpose = 'register' | 'sign-in' | 'confirm' | 'leave';

export interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const PASSKEY = `id, name, created_at, last_used_at`;

export function findPasskeys(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(`select ${PASSKEY} from passkeys where user_id = $1 order by id`, [userId]);
}

/** Finds the credential ids and transports of a user's passkeys, in the form that the browser needs. */
export function findCredentials(db: Queryable, userId: number): Promise<{ id: string; transports: string[] }[]> {
  return db.rows('select credential_id as id, transports from passkeys where user_id = $1 order by id', [userId]);
}

export interface CredentialRow {
  id: number;
  userId: number;
  publicKey: Buffer;
  signCount: number;
  /** The owner's present password hash. The session is bound to it, so that a change of the password ends the session. */
  passwordHash: string;
  suspended: boolean;
  /** When it begins to count as a second factor. */
  countsFrom: Date;
  counts: boolean;
}

export function findCredential(db: Queryable, credentialId: string): Promise<CredentialRow | undefined> {
  return db.row<CredentialRow>(
    `select p.id, p.user_id, p.public_key, p.sign_count,
       u.password_hash, u.suspended_at is not null as suspended,
       p.counts_from, p.counts_from <= now() as counts
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1`,
    [credentialId],
  );
}

/** Stores a passkey. @returns undefined if this credential is stored already, for any user. */
export function insertPasskey(
  transaction: Queryable,
  passkey: {
    userId: number;
    credentialId: string;
    publicKey: Buffer;
    signCount: number;
    transports: readonly string[];
    name: string;
    countsFrom: Date;
  },
): Promise<PasskeyRow | undefined> {
  return transaction.row<PasskeyRow>(
    `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, name, counts_from)
     values (:userId, :credentialId, :publicKey, :signCount, :transports, :name, :countsFrom) on conflict (credential_id) do nothing returning ${PASSKEY}`,
    passkey,
  );
}

/**
 * Records a use of a passkey. @returns 0 if the passkey was deleted, or if its count has not grown, which means that the key was copied or
 * the response was sent twice.
 */
export function updateSignCount(db: Queryable, id: number, signCount: number): Promise<number> {
  return db.count(
    `update passkeys set sign_count = $2, last_used_at = now()
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, signCount],
  );
}

export function updatePasskeyName(
  db: Queryable,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db.row<PasskeyRow>(`update passkeys set name = $3 where id = $2 and user_id = $1 returning ${PASSKEY}`, [
    userId,
    id,
    name,
  ]);
}

export function deletePasskey(transaction: Queryable, userId: number, id: number): Promise<number> {
  return transaction.count('delete from passkeys where id = $2 and user_id = $1', [userId, id]);
}

export function deletePasskeys(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count('delete from passkeys where user_id = $1', [userId]);
}

/** Deletes those that do not count as a second factor yet. */
export function deleteWaitingPasskeys(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count('delete from passkeys where user_id = $1 and counts_from > now()', [userId]);
}

/** Counts a user's passkeys. */
export async function countPasskeys(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ total: number }>('select count(*) as total from passkeys where user_id = $1', [userId]);
  return row?.total ?? 0;
}

/** Stores the hash of a challenge. @param owner the user and session that it is bound to; null for a sign-in. */
export function insertChallenge(
  db: Queryable,
  challengeHash: Buffer,
  purpose: PasskeyPurpose,
  owner: { userId: number; tokenHash: Buffer } | null,
  minutes: number,
): Promise<number> {
  return db.count(
    `insert into passkey_challenges (challenge_hash, purpose, user_id, session_hash, expires_at)
     values (:challengeHash, :purpose, :userId, :tokenHash, now() + make_interval(mins => :minutes))`,
    { challengeHash, purpose, userId: owner?.userId ?? null, tokenHash: owner?.tokenHash ?? null, minutes },
  );
}

/** Uses a challenge up. @returns 0 if it does not exist for this purpose and session, was used or has expired. */
export function deleteChallenge(
  db: Queryable,
  challengeHash: Buffer,
  purpose: PasskeyPurpose,
  owner: { userId: number; tokenHash: Buffer } | null,
): Promise<number> {
  return db.count(
    `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and expires_at > now()
       and user_id is not distinct from $3 and session_hash is not distinct from $4`,
    [challengeHash, purpose, owner?.userId ?? null, owner?.tokenHash ?? null],
  );
}

export function deleteOldChallenges(db: Queryable): Promise<number> {
  return db.count('delete from passkey_challenges where expires_at < now()');
}
