import type { Queryable } from '../../../server/db/db.ts';

/** Returns a user's referral code. If the user has none, `candidate` is stored first. */
export async function ensureCode(db: Queryable, userId: number, candidate: string): Promise<string> {
  await db.count('insert into referral_codes (user_id, code) values ($1, $2) on conflict do nothing', [
    userId,
    candidate,
  ]);
  const row = await db.row<{ code: string }>('select code from referral_codes where user_id = $1', [userId]);
  return (row as { code: string }).code;
}

export interface Person {
  id: number;
  /** The person's mailbox, or the address if it has none. */
  mailbox: string;
  phone: string | null;
  role: string;
}

export function findReferrer(db: Queryable, code: string): Promise<Person | undefined> {
  return db.row<Person>(
    `select u.id, coalesce(u.mailbox, u.email) as mailbox, u.phone, u.user_role as role from referral_codes c join users u on u.id = c.user_id where c.code = $1`,
    [code],
  );
}

export function findPerson(db: Queryable, userId: number): Promise<Person | undefined> {
  return db.row<Person>(
    'select id, coalesce(mailbox, email) as mailbox, phone, user_role as role from users where id = $1',
    [userId],
  );
}

/** Returns whether an account created before this one has the same mailbox. */
export async function hasEarlierMailbox(db: Queryable, userId: number, mailbox: string): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    'select exists (select from users where id < $1 and mailbox = $2) as found',
    [userId, mailbox],
  );
  return row?.found === true;
}

export type ReferralRefusal = 'same-email' | 'second-use' | 'same-phone';

/** Records who referred an account. @returns 0 if the account or its e-mail was referred before. */
export function insertReferral(
  db: Queryable,
  referral: { referrerId: number; referredId: number; emailKey: Buffer | null; refused: ReferralRefusal | null },
): Promise<number> {
  return db.count(
    'insert into referrals (referrer_id, referred_user_id, email_key, refused) values ($1, $2, $3, $4) on conflict do nothing',
    [referral.referrerId, referral.referredId, referral.emailKey, referral.refused],
  );
}

/**
 * Finds the referrer of an account whose referral has not counted yet. It locks the referrer's code until this transaction ends, so that of
 * two friends who pay at the same time the second is counted after the first.
 */
export function lockReferrerOf(
  transaction: Queryable,
  referredId: number,
): Promise<{ referrerId: number } | undefined> {
  return transaction.row(
    `select c.user_id as referrer_id from referrals r join referral_codes c on c.user_id = r.referrer_id
     where r.referred_user_id = $1 and r.paid_at is null and r.refused is null for no key update of c`,
    [referredId],
  );
}

/** Counts the referral of an account that has paid for the first time. @returns 0 if it was counted before. */
export function markPaid(transaction: Queryable, referredId: number, at: Date): Promise<number> {
  return transaction.count(
    'update referrals set paid_at = $2 where referred_user_id = $1 and paid_at is null and refused is null',
    [referredId, at],
  );
}

/** Finds the first payment of this account. */
export function findFirstPayment(
  db: Queryable,
  userId: number,
): Promise<{ id: number; completedAt: Date } | undefined> {
  return db.row(
    `select id, completed_at from emis_payments where user_id = $1 and status = 'completed' order by completed_at, id limit 1`,
    [userId],
  );
}

export interface ReferralCounts {
  waiting: number;
  paid: number;
}

export async function countReferrals(db: Queryable, referrerId: number): Promise<ReferralCounts> {
  const row = await db.row<ReferralCounts>(
    `select count(*) filter (where paid_at is null and refused is null and referred_user_id is not null) as waiting,
       count(*) filter (where paid_at is not null and used_by is null) as paid from referrals where referrer_id = $1`,
    [referrerId],
  );
  return row ?? { waiting: 0, paid: 0 };
}

/** Uses up the oldest paid referrals for one change of plan. */
export function spendReferrals(db: Queryable, referrerId: number, changeId: number, uses: number): Promise<number> {
  return db.count(
    `update referrals set used_by = $2 where id in (
       select id from referrals where referrer_id = $1 and paid_at is not null and used_by is null order by paid_at, id limit $3)`,
    [referrerId, changeId, uses],
  );
}

/** Gives back the referrals that a change of plan used up. */
export function giveBackReferrals(transaction: Queryable, changeId: number): Promise<number> {
  return transaction.count('update referrals set used_by = null where used_by = $1', [changeId]);
}

/** Stops counting an account whose payments were all reverted, unless the referral was used already. */
export function unmarkPaid(transaction: Queryable, referredId: number): Promise<number> {
  return transaction.count(
    `update referrals set paid_at = null where referred_user_id = $1 and used_by is null
       and not exists (select 1 from emis_payments where user_id = $1 and status = 'completed')`,
    [referredId],
  );
}
