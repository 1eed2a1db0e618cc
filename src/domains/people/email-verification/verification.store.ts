import type { Queryable } from '../../../server/db/db.ts';

/** Returns the address of an account, and locks the account until the transaction ends. */
export function lockEmail(
  transaction: Queryable,
  userId: number,
): Promise<{ email: string; isVerified: boolean } | undefined> {
  return transaction.row(
    'select email, email_verified_at is not null as is_verified from users where id = $1 for no key update',
    [userId],
  );
}

/** Returns the seconds until another link may be sent for this account and address; 0 if it may be sent now. */
export async function secondsToWait(db: Queryable, userId: number, email: string, minutes: number): Promise<number> {
  const row = await db.row<{ seconds: number }>(
    `select coalesce(ceil(extract(epoch from max(created_at) + make_interval(mins => $3) - now())), 0)::int as seconds
     from email_verifications where user_id = $1 and email = $2`,
    [userId, email, minutes],
  );
  return Math.max(row?.seconds ?? 0, 0);
}

/** Counts the verification mails that wait for the mailbox of an address. */
export async function countWaiting(db: Queryable, email: string): Promise<number> {
  const row = await db.row<{ waiting: number }>(
    `select count(*) as waiting from mails where mailbox = mailbox_of($1) and purpose = 'verification' and state = 'waiting'`,
    [email],
  );
  return row?.waiting ?? 0;
}

export function insertVerification(
  db: Queryable,
  verification: { tokenHash: Buffer; userId: number; email: string; days: number },
): Promise<number> {
  const { tokenHash, userId, email, days } = verification;
  return db.count(
    'insert into email_verifications (token_hash, user_id, email, expires_at) values ($1, $2, $3, now() + make_interval(days => $4))',
    [tokenHash, userId, email, days],
  );
}

/** Finds the account and the address that a token verifies. @returns undefined if it has expired or never existed. */
export function findVerification(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ userId: number; email: string } | undefined> {
  return db.row('select user_id, email from email_verifications where token_hash = $1 and expires_at > now()', [
    tokenHash,
  ]);
}

export function deleteOldVerifications(db: Queryable): Promise<number> {
  return db.count('delete from email_verifications where expires_at < now()');
}
