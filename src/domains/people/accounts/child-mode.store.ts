import type { Queryable } from '../../../server/db/db.ts';

/**
 * Hands the session over to children.
 *
 * @returns 0 when it already is, or when it has ended.
 */
export function startChildMode(db: Queryable, tokenHash: Buffer, childIds: readonly number[]): Promise<number> {
  return db.count('update sessions set only_children = $2 where token_hash = $1 and only_children is null', [
    tokenHash,
    childIds,
  ]);
}

export function endChildMode(db: Queryable, tokenHash: Buffer): Promise<number> {
  return db.count('update sessions set only_children = null where token_hash = $1', [tokenHash]);
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
