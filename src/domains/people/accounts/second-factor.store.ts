import type { Queryable } from '../../../server/db/db.ts';
import { CONFIRMED_MINUTES, FACTOR_WAITS_HOURS } from './second-factor.rules.ts';

export interface FactorRow {
  secret: Buffer;
  enabled: boolean;
  lastStep: number;
  /** Whether it counts already. */
  counts: boolean;
}

export interface FactorState {
  enabled: boolean;
  codesLeft: number;
  /** When it will count; null if it does already. */
  countsFrom: Date | null;
}

export async function findFactorState(db: Queryable, userId: number): Promise<FactorState> {
  const found = await db.row<FactorState>(
    `select enabled_at is not null as enabled, case when counts_from > now() then counts_from end as counts_from, (select count(*) from recovery_codes r where r.user_id = f.user_id)::int as codes_left
     from second_factors f where user_id = $1`,
    [userId],
  );
  return found?.enabled ? found : { enabled: false, codesLeft: 0, countsFrom: null };
}

/** A user's second factors (codes and passkeys) that count, and whether one of them was recently used to confirm in this session. */
export interface Confirmation {
  hasCodes: boolean;
  hasPasskey: boolean;
  confirmed: boolean;
  /** When the first factor will count that does not yet; null without one. */
  countsFrom: Date | null;
}

const confirmationOf = (db: Queryable, userId: number, tokenHash: Buffer) =>
  db.row<Confirmation>(
    `select exists (select 1 from second_factors f where f.user_id = s.user_id and f.enabled_at is not null and f.counts_from <= now()) as has_codes,
       exists (select 1 from passkeys p where p.user_id = s.user_id and p.counts_from <= now()) as has_passkey,
       coalesce(s.confirmed_at > now() - interval '${CONFIRMED_MINUTES} minutes', false) as confirmed,
       least((select f.counts_from from second_factors f where f.user_id = s.user_id and f.enabled_at is not null and f.counts_from > now()),
         (select min(p.counts_from) from passkeys p where p.user_id = s.user_id and p.counts_from > now())) as counts_from
     from sessions s where s.user_id = $1 and s.token_hash = $2`,
    [userId, tokenHash],
  );

export async function findConfirmation(db: Queryable, userId: number, tokenHash: Buffer): Promise<Confirmation> {
  const found = await confirmationOf(db, userId, tokenHash);
  return found ?? { hasCodes: false, hasPasskey: false, confirmed: false, countsFrom: null };
}

/** Records that a code was entered in this session; returns until when it is valid. */
export async function updateConfirmedAt(transaction: Queryable, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await transaction.row<{ until: Date }>(
    `update sessions set confirmed_at = now() where token_hash = $1
     returning confirmed_at + interval '${CONFIRMED_MINUTES} minutes' as until`,
    [tokenHash],
  );
  return row?.until;
}

/** Locks a user's factor, so that guesses for one account are handled one after another. */
export function lockFactor(transaction: Queryable, userId: number): Promise<FactorRow | undefined> {
  return transaction.row<FactorRow>(
    `select secret, enabled_at is not null as enabled, last_step, counts_from <= now() as counts from second_factors where user_id = $1 for update`,
    [userId],
  );
}

/**
 * Stores a secret that is not in use yet.
 *
 * @returns 0 when one is in use.
 */
export function upsertSecret(db: Queryable, userId: number, secret: Buffer): Promise<number> {
  return db.count(
    `insert into second_factors (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = $2, last_step = 0, created_at = now() where second_factors.enabled_at is null`,
    [userId, secret],
  );
}

export function enableFactor(transaction: Queryable, userId: number, step: number, countsFrom: Date): Promise<number> {
  return transaction.count(
    'update second_factors set enabled_at = now(), last_step = $2, counts_from = $3 where user_id = $1',
    [userId, step, countsFrom],
  );
}

export function updateLastStep(transaction: Queryable, userId: number, step: number): Promise<number> {
  return transaction.count('update second_factors set last_step = $2 where user_id = $1 and last_step < $2', [
    userId,
    step,
  ]);
}

export function deleteFactor(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count('delete from second_factors where user_id = $1', [userId]);
}

export function insertRecoveryCodes(
  transaction: Queryable,
  userId: number,
  hashes: readonly Buffer[],
): Promise<number> {
  return transaction.count('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

/**
 * Deletes a recovery code because it was used.
 *
 * @returns 0 when it does not exist.
 */
export function deleteRecoveryCode(transaction: Queryable, userId: number, hash: Buffer): Promise<number> {
  return transaction.count('delete from recovery_codes where user_id = $1 and code_hash = $2', [userId, hash]);
}

export interface FactorAdmission {
  now: Date;
  /** When a factor counts that is added now with the password alone. */
  later: Date;
  isParent: boolean;
  /** Whether a first factor counts at once. */
  isOpen: boolean;
}

/**
 * Locks an account that adds a factor, so that no other factor is added meanwhile.
 *
 * @returns undefined if the session has ended: a new password ends it, and what was begun with the old one must not outlive it.
 */
export async function lockForFactor(
  transaction: Queryable,
  userId: number,
  tokenHash: Buffer,
): Promise<(Confirmation & FactorAdmission) | undefined> {
  const user = await transaction.row<FactorAdmission>(
    `select now() as now, now() + interval '${FACTOR_WAITS_HOURS} hours' as later,
       user_role = 'parent' as is_parent, coalesce(first_factor_until > now(), false) as is_open
     from users where id = $1 for update`,
    [userId],
  );
  // Read once the account is locked, and so after a change of the password that ran at the same time.
  const confirmation = await confirmationOf(transaction, userId, tokenHash);
  return user && confirmation && { ...user, ...confirmation };
}

/** Deletes a factor that does not count yet. */
export function deleteWaitingFactor(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count(
    'delete from second_factors where user_id = $1 and enabled_at is not null and counts_from > now()',
    [userId],
  );
}

/** Records that a session was shown recovery codes. */
export function markCodesShown(transaction: Queryable, tokenHash: Buffer): Promise<number> {
  return transaction.count('update sessions set shown_recovery_codes = true where token_hash = $1', [tokenHash]);
}

/** Returns whether a session was shown recovery codes. */
export async function wasShownCodes(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row<{ shown: boolean }>(
    'select shown_recovery_codes as shown from sessions where token_hash = $1',
    [tokenHash],
  );
  return row?.shown ?? false;
}

/** Returns whether a teacher or an administrator has a passkey that counts as a second factor. */
export async function hasPasskeyFactor(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row(
    `select 1 from users u join passkeys p on p.user_id = u.id
     where u.id = $1 and u.user_role <> 'parent' and p.counts_from <= now() limit 1`,
    [userId],
  );
  return row !== undefined;
}

/** Locks and returns all secrets, so that they can be encrypted with another key. */
export function lockSecrets(transaction: Queryable): Promise<{ userId: number; secret: Buffer }[]> {
  return transaction.rows('select user_id, secret from second_factors order by user_id for update');
}

export function updateSecret(transaction: Queryable, userId: number, secret: Buffer): Promise<number> {
  return transaction.count('update second_factors set secret = $2 where user_id = $1', [userId, secret]);
}
