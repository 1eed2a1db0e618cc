import type { Queryable } from '../../../server/db/db.ts';
import type { ChildClass, Gender, PlanId } from '../../../shared/words.ts';
import { HELD_DAYS } from './covered.rules.ts';
import { type Entitled, GRACE_DAYS, isCovered, PLANS, withEntitlements } from './plans.rules.ts';

const HELD = `coalesce(k.used_at > now() - interval '${HELD_DAYS} days', false)`;
const ORDER = `${HELD} desc, coalesce(k.chosen, false) desc, o.id`;

/**
 * SQL for the position of a child `c` in its family's plan, 1 for the first; null when it is archived. All features use this text. Children
 * that hold a place come first, then those that the parent chose, then the oldest entries. An archived child that holds a place keeps it. The rank is computed
 * for active children only, which are few.
 */
export const COVER_RANK = `(case when c.active then (select place.rank from (
    select o.id, row_number() over (order by ${ORDER}) as rank
    from children o left join covered_children k on k.child_id = o.id
    where o.user_id = c.user_id and (o.active or ${HELD})) place
  where place.id = c.id) end)`;

/** SQL for when a child `c` last started a test under the plan. */
export const COVER_USED_AT = '(select k.used_at from covered_children k where k.child_id = c.id)';

/** A child with what its family's plan depends on. */
export interface FamilyChildRow {
  now: Date;
  id: number;
  fullName: string;
  gender: Gender | null;
  schoolClass: ChildClass;
  school: string | null;
  cover: number;
  /** Minutes for a test of 15; null for the usual time. */
  extendedTime: 30 | 60 | null;
  active: boolean;
  registeredAt: Date;
  /** Position in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}
export type FamilyChild = Entitled<FamilyChildRow>;

/** SQL for the columns of a `FamilyChildRow`: of a child `c` and its parent `u`. */
export const FAMILY_CHILD = `now() as now, c.id, c.full_name, c.gender, c.school_class, c.school, c.cover, c.extended_time, c.active,
  c.created_at as registered_at, ${COVER_RANK} as rank, u.subscription_type, u.subscription_end`;

/** Returns a child with what its plan allows it, or undefined if it is not this parent's. */
export async function findFamilyChild(
  db: Queryable,
  userId: number,
  childId: number,
): Promise<FamilyChild | undefined> {
  const row = await db.row<FamilyChildRow>(
    `select ${FAMILY_CHILD} from children c join users u on u.id = c.user_id where c.id = $2 and c.user_id = $1`,
    [userId, childId],
  );
  return row && withEntitlements(row);
}

/** Returns a parent's active children. */
export async function findFamilyChildren(db: Queryable, userId: number): Promise<FamilyChild[]> {
  const rows = await db.rows<FamilyChildRow>(
    `select ${FAMILY_CHILD} from children c join users u on u.id = c.user_id where c.user_id = $1 and c.active order by c.id`,
    [userId],
  );
  return rows.map(withEntitlements);
}

/**
 * Returns whether one of the plans that a family had at some moment since `since` covers a child, by its present place. A plan whose
 * payment was taken back does not count.
 */
export async function wasCovered(
  db: Queryable,
  userId: number,
  { rank }: Pick<FamilyChild, 'rank'>,
  since: Date,
): Promise<boolean> {
  const plans = await db.rows<{ planId: PlanId }>(
    `select u.subscription_type as plan_id from users u
     where u.id = $1 and coalesce(u.subscription_end + interval '${GRACE_DAYS} days', 'infinity') >= $2
     union select h.plan_before from plan_changes h
     where h.user_id = $1 and h.kind <> 'reversed' and least(h.at, h.until_before + interval '${GRACE_DAYS} days') >= $2`,
    [userId, since],
  );
  return plans.some(({ planId }) => isCovered(PLANS[planId], rank));
}

export interface FamilyCover {
  now: Date;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  swappedAt: Date | null;
}

/**
 * Locks the family's choice of children against concurrent changes. It is a separate statement, so that the following ones see everything
 * committed before.
 */
export async function lockFamilyCover(transaction: Queryable, userId: number): Promise<void> {
  await transaction.row('select id from users where id = $1 for no key update', [userId]);
}

/** Returns a family's plan and its last swap. */
export function findFamilyCover(db: Queryable, userId: number): Promise<FamilyCover | undefined> {
  return db.row<FamilyCover>(
    `select now() as now, u.subscription_type, u.subscription_end, s.swapped_at
     from users u left join cover_swaps s on s.user_id = u.id where u.id = $1`,
    [userId],
  );
}

export interface PlaceRow {
  id: number;
  fullName: string;
  schoolClass: ChildClass;
  cover: number;
  active: boolean;
  usedAt: Date | null;
}

/** Returns a family's active children, and archived ones that hold a place, in the order in which the plan covers them. */
export function findPlaces(db: Queryable, userId: number): Promise<PlaceRow[]> {
  return db.rows<PlaceRow>(
    `select o.id, o.full_name, o.school_class, o.cover, o.active, k.used_at
     from children o left join covered_children k on k.child_id = o.id
     where o.user_id = $1 and (o.active or ${HELD}) order by ${ORDER}`,
    [userId],
  );
}

/** Makes exactly these children the chosen ones; all others lose their places. */
export async function replaceChosen(
  transaction: Queryable,
  userId: number,
  childIds: readonly number[],
): Promise<void> {
  await transaction.count('delete from covered_children where user_id = $1 and child_id <> all ($2::int[])', [
    userId,
    childIds,
  ]);
  await transaction.count(
    `insert into covered_children (child_id, user_id, chosen) select unnest($2::int[]), $1, true
     on conflict (child_id) do update set chosen = true`,
    [userId, childIds],
  );
}

export function upsertSwap(transaction: Queryable, userId: number): Promise<number> {
  return transaction.count(
    'insert into cover_swaps (user_id, swapped_at) values ($1, now()) on conflict (user_id) do update set swapped_at = now()',
    [userId],
  );
}

/**
 * SQL of a part `held` of a statement that begins an attempt: the child holds its place from now on, if it is among the first `places` of
 * its family. It does nothing if `places` is null. It must run under the family's lock.
 */
export const PLACE_HELD = (childId: string, places: string): string => `held as (
    insert into covered_children (child_id, user_id, used_at)
    select c.id, c.user_id, now() from children c where ${places}::int is not null and c.id = ${childId}::int and ${COVER_RANK} <= ${places}::int
    on conflict (child_id) do update set used_at = now() returning 1)`;

/** SQL condition that the child holds the place that it needs: see `PLACE_HELD`. */
export const HOLDS_PLACE = (places: string): string => `(${places}::int is null or exists (select from held))`;
