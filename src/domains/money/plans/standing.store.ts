import type { Queryable } from '../../../server/db/db.ts';
import type { PlanId } from '../../../shared/words.ts';
import type { Credit, Effected, Standing } from './period.rules.ts';

/** A user with their plans. */
export interface Subscriber extends Standing {
  userId: number;
  role: 'parent' | 'teacher' | 'admin';
  fullName: string;
  email: string;
  nif: string | null;
  /** Whether the account is about to be erased, or suspended: no payment is requested then. */
  leaving: boolean;
}

interface UserPart {
  userId: number;
  role: Subscriber['role'];
  fullName: string;
  email: string;
  planId: PlanId;
  since: Date | null;
  until: Date | null;
  leaving: boolean;
}

interface OwnPart {
  renewal: boolean;
  nif: string | null;
  credits: { kind: 'next' | 'parked'; planId: PlanId; milliseconds: number }[];
  resumedAt: Date | null;
}

const USER = `select u.id as user_id, u.user_role as role, u.full_name, u.email, u.subscription_type as plan_id,
  u.subscription_start as since, u.subscription_end as until,
  (u.deletion_asked_at is not null or u.suspended_at is not null) as leaving from users u where u.id = $1`;

const OWN = `select coalesce(s.renewal, true) as renewal, s.nif,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'planId', c.plan_id, 'milliseconds', c.milliseconds) order by
       array_position(array['family-plus', 'family', 'individual'], c.plan_id)), '[]') from plan_credits c where c.user_id = $1) as credits,
    (select case h.kind when 'restored' then h.at end from plan_changes h
     where h.user_id = $1 and h.kind in ('restored', 'parked') order by h.id desc limit 1) as resumed_at
  from (values (1)) one left join subscriptions s on s.user_id = $1`;

/**
 * Finds a family's plans. With `lock`, nobody else can change the family's plans and payments until the transaction ends: its row in
 * `users` is the lock, which is taken before every other lock, and everything that depends on it is read only afterwards.
 */
export async function findSubscriber(db: Queryable, userId: number, lock: boolean): Promise<Subscriber | undefined> {
  const user = lock
    ? await db.row<UserPart>(`${USER} for no key update`, [userId])
    : await db.row<UserPart>(USER, [userId]);
  if (!user) return undefined;
  const own = (await db.row<OwnPart>(OWN, [userId])) as OwnPart;
  const of = (kind: 'next' | 'parked'): Credit[] =>
    own.credits.filter((credit) => credit.kind === kind).map(({ planId, milliseconds }) => ({ planId, milliseconds }));
  const { renewal, nif, resumedAt } = own;
  return { ...user, renewal, nif, next: of('next'), parked: of('parked'), resumedAt };
}

export const findNow = async (db: Queryable): Promise<Date> =>
  ((await db.row<{ now: Date }>('select now() as now')) as { now: Date }).now;

export function upsertRenewal(db: Queryable, userId: number, renewal: boolean): Promise<number> {
  return db.count(
    'insert into subscriptions (user_id, renewal) values ($1, $2) on conflict (user_id) do update set renewal = $2',
    [userId, renewal],
  );
}

export function upsertNif(db: Queryable, userId: number, nif: string | null): Promise<number> {
  return db.count(
    'insert into subscriptions (user_id, nif) values ($1, $2) on conflict (user_id) do update set nif = $2',
    [userId, nif],
  );
}

/** Replaces the credits of a family. */
export async function replaceCredits(
  db: Queryable,
  userId: number,
  next: readonly Credit[],
  parked: readonly Credit[],
): Promise<void> {
  await db.count('delete from plan_credits where user_id = $1', [userId]);
  const rows = [
    ...next.map((credit) => ({ kind: 'next', ...credit })),
    ...parked.map((credit) => ({ kind: 'parked', ...credit })),
  ];
  if (rows.length === 0) return;
  await db.count(
    `insert into plan_credits (user_id, kind, plan_id, milliseconds)
     select $1, kind, "planId", milliseconds from jsonb_to_recordset($2) as r(kind text, "planId" text, milliseconds bigint)`,
    [userId, JSON.stringify(rows)],
  );
}

export interface Change {
  userId: number;
  kind: 'paid' | 'redeemed' | 'followed' | 'ended' | 'parked' | 'restored' | 'granted' | 'reversed';
  paymentId: number | null;
  /** The plan that was bought, if one was. */
  planId: PlanId | null;
  before: { planId: PlanId; until: Date | null; since: Date | null; renewal: boolean };
  after: { planId: PlanId; until: Date | null };
  at: Date;
}

export async function insertChange(db: Queryable, change: Change): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into plan_changes (user_id, kind, payment_id, plan_id, plan_before, until_before, plan_after, until_after, at, since_before, renewal_before)
     values (:userId, :kind, :paymentId, :changePlanId, :beforePlanId, :beforeUntil, :afterPlanId, :afterUntil, :at, :since, :renewal) returning id`,
    {
      ...change,
      changePlanId: change.planId,
      beforePlanId: change.before.planId,
      beforeUntil: change.before.until,
      afterPlanId: change.after.planId,
      afterUntil: change.after.until,
      since: change.before.since,
      renewal: change.before.renewal,
    },
  );
  return (row as { id: number }).id;
}

/** Finds the plan that ended when a family's plan changed last; undefined if it changed in another way, or never. */
export function findEnded(db: Queryable, userId: number): Promise<{ planId: PlanId; on: Date | null } | undefined> {
  return db.row(
    `select last.plan_before as plan_id, last.until_before as "on"
     from (select * from plan_changes where user_id = $1 order by id desc limit 1) last where last.kind = 'ended'`,
    [userId],
  );
}

export interface PaidChange extends Effected {
  id: number;
  /** Whether the plan has not changed since. */
  last: boolean;
}

/** Finds the change of plan that a payment caused. */
export function findChangeOf(db: Queryable, paymentId: number): Promise<PaidChange | undefined> {
  return db.row<PaidChange>(
    `select id, plan_before, until_before, plan_after, until_after,
       since_before, renewal_before,
       not exists (select 1 from plan_changes later where later.user_id = c.user_id and later.id > c.id) as last
     from plan_changes c where payment_id = $1`,
    [paymentId],
  );
}

/** Returns whether a family has unused paid time, or a payment that may still arrive. */
export async function findMoneyUnderWay(db: Queryable, userId: number): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(
    `select exists (select 1 from plan_credits where user_id = $1)
       or exists (select 1 from emis_payments where user_id = $1 and status = 'pending') as held`,
    [userId],
  );
  return row?.held ?? false;
}

/** Returns a year of this plan that was redeemed without a payment recently: a second tap returns it. */
export function findRecentRedemption(
  db: Queryable,
  userId: number,
  planId: PlanId,
  since: Date,
): Promise<{ id: number; planId: PlanId; until: Date; redeemedAt: Date } | undefined> {
  return db.row(
    `select id, plan_id, until_after as until, at as redeemed_at from plan_changes
     where user_id = $1 and kind = 'redeemed' and plan_id = $2 and at >= $3 order by id desc limit 1`,
    [userId, planId, since],
  );
}

/** Families whose plan may need an update: ended, or close enough to its end for a reminder or a renewal. */
export function findNearEnd(
  db: Queryable,
  now: Date,
  days: number,
  after: number,
  most: number,
): Promise<{ userId: number }[]> {
  return db.rows(
    `select id as user_id from users
     where subscription_type <> 'free' and subscription_end < $1::timestamptz + make_interval(days => $2) and id > $3 order by id limit $4`,
    [now, days, after, most],
  );
}

/** Records a reminder. @returns 0 if it was recorded before. */
export function insertReminder(db: Queryable, userId: number, periodEnd: Date, days: number): Promise<number> {
  return db.count('insert into plan_reminders (user_id, period_end, days) values ($1, $2, $3) on conflict do nothing', [
    userId,
    periodEnd,
    days,
  ]);
}
