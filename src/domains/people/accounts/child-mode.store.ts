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

export function updatePin(db: Queryable, userId: number, pinHash: string): Promise<number> {
  return db.count('update users set pin_hash = $2, wrong_pins = 0 where id = $1', [userId, pinHash]);
}

export function findPin(
  db: Queryable,
  userId: number,
): Promise<{ pinHash: string | null; wrongPins: number } | undefined> {
  return db.row('select pin_hash as "pinHash", wrong_pins as "wrongPins" from users where id = $1', [userId]);
}

/**
 * Counts a try before it is known whether the PIN is right: however many tries arrive at once, at most the allowed number is compared.
 *
 * @returns the number of tries, with the hash to compare; undefined without a PIN, or beyond the maximum.
 */
export function countPinTry(
  db: Queryable,
  userId: number,
  most: number,
): Promise<{ pinHash: string; tries: number } | undefined> {
  return db.row(
    `update users set wrong_pins = wrong_pins + 1 where id = $1 and pin_hash is not null and wrong_pins < $2
     returning pin_hash as "pinHash", wrong_pins as tries`,
    [userId, most],
  );
}

export function clearWrongPins(db: Queryable, userId: number): Promise<number> {
  return db.count('update users set wrong_pins = 0 where id = $1 and wrong_pins > 0', [userId]);
}
