import type { Queryable } from '../../../server/db/db.ts';

/**
 * Hands the session over to children.
 *
 * @returns 0 when it already is, or when it has ended.
 */
export function startChildMode(db: Queryable, tokenHash: Buffer, childIds: readonly number[]): Promise<number> {
  return db.count(
    `update sessions set only_children = $2, mode_since = clock_timestamp(), next_token_hash = null
     where token_hash = $1 and only_children is null`,
    [tokenHash, childIds],
  );
}

/**
 * Ends child mode for a new token: the session becomes the parent's with the first call that has it (`adoptNextToken`). If the reply with
 * the token is lost, the device keeps a token in child mode, as its screen says.
 *
 * @returns 0 when the session has ended, or is not in child mode.
 */
export function endChildMode(db: Queryable, tokenHash: Buffer, nextTokenHash: Buffer): Promise<number> {
  return db.count('update sessions set next_token_hash = $2 where token_hash = $1 and only_children is not null', [
    tokenHash,
    nextTokenHash,
  ]);
}

/** Stores a PIN. Wrong tries of the one before are forgotten, in every session. */
export function updatePin(db: Queryable, userId: number, pinHash: string): Promise<number> {
  return db.count(
    `with tries as (update sessions set wrong_pins = 0 where user_id = $1 and wrong_pins > 0)
     update users set pin_hash = $2 where id = $1`,
    [userId, pinHash],
  );
}

/** Finds the PIN of a session's user, and how often in a row it was wrong in this session. */
export function findPin(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ pinHash: string | null; wrongPins: number } | undefined> {
  return db.row(
    `select u.pin_hash, s.wrong_pins from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1`,
    [tokenHash],
  );
}

/**
 * Counts a try before it is known whether the PIN is right: however many tries arrive at once, at most the allowed number is compared.
 *
 * @returns the number of tries, with the hash to compare; undefined without a PIN, or beyond the maximum.
 */
export function countPinTry(
  db: Queryable,
  tokenHash: Buffer,
  most: number,
): Promise<{ pinHash: string; tries: number } | undefined> {
  return db.row(
    `update sessions s set wrong_pins = s.wrong_pins + 1 from users u
     where s.token_hash = $1 and u.id = s.user_id and u.pin_hash is not null and s.wrong_pins < $2
     returning u.pin_hash, s.wrong_pins as tries`,
    [tokenHash, most],
  );
}

export function clearWrongPins(db: Queryable, tokenHash: Buffer): Promise<number> {
  return db.count('update sessions set wrong_pins = 0 where token_hash = $1 and wrong_pins > 0', [tokenHash]);
}
