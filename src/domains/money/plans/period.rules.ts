import { LUANDA_OFFSET_MS } from '../../../shared/calendar.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { PlanId } from '../../../shared/words.ts';
import { GRACE_DAYS, PLANS } from './plans.rules.ts';

/** Paid time of a plan that is not running. */
export interface Credit {
  planId: PlanId;
  milliseconds: number;
}

/** A family's plans: the current one, those after it, and parked ones. All of them are paid or redeemed. */
export interface Standing {
  planId: PlanId;
  since: Date | null;
  /** End of the running plan; null on the free plan. */
  until: Date | null;
  renewal: boolean;
  /** Plans that begin by themselves when the running one ends, the most expensive first. */
  next: readonly Credit[];
  /** Plans set aside when the family chose the free plan; they are resumed only when the family asks for it. */
  parked: readonly Credit[];
  /** When parked plans were last resumed; null if never, or if the family has chosen the free plan since. */
  resumedAt: Date | null;
}

/** Days of paid time that resuming parked plans uses up at least; otherwise a plan could be paused whenever nobody uses it. */
export const MIN_RESUMED_DAYS = 7;

export type PaidPlan = Exclude<PlanId, 'free'>;
export type Effect = 'start' | 'extend' | 'upgrade' | 'after';

const price = (planId: PlanId) => PLANS[planId].yearlyPrice;

/** Returns the same day and hour a year later in Luanda; a year from 29 February ends on 28 February. */
export function yearAfter(moment: Date): Date {
  const there = new Date(moment.getTime() + LUANDA_OFFSET_MS);
  const month = there.getUTCMonth();
  there.setUTCFullYear(there.getUTCFullYear() + 1);
  if (there.getUTCMonth() !== month) there.setUTCDate(0);
  return new Date(there.getTime() - LUANDA_OFFSET_MS);
}

/** Adds a credit to that of its plan; the most expensive plan comes first. */
function withCredit(credits: readonly Credit[], planId: PlanId, milliseconds: number): Credit[] {
  if (milliseconds <= 0) return [...credits];
  const same = credits.find((credit) => credit.planId === planId);
  const others = credits.filter((credit) => credit.planId !== planId);
  return [...others, { planId, milliseconds: milliseconds + (same?.milliseconds ?? 0) }].sort(
    (a, b) => price(b.planId) - price(a.planId),
  );
}

/** Whole days, rounded up: the unit in which credits are shown and used in an upgrade. */
export const daysOf = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / DAY_MS));

/** Returns the end of the grace period. A cancelled renewal has none: the plan ends with the paid time. */
export function graceEnd(standing: Pick<Standing, 'until' | 'renewal'>): Date | null {
  if (standing.until === null) return null;
  return new Date(standing.until.getTime() + (standing.renewal ? GRACE_DAYS * DAY_MS : 0));
}

/**
 * Returns the standing at `now`: the next plan has begun, and a plan that was not renewed has ended. It does not depend on when and how
 * often the job runs.
 */
export function settled(standing: Standing, now: Date): Standing {
  let { planId, since, until, next } = standing;
  while (planId !== 'free' && until !== null && until <= now && next.length > 0) {
    const [first, ...others] = next as [Credit, ...Credit[]];
    since = until;
    until = new Date(until.getTime() + first.milliseconds);
    planId = first.planId;
    next = others;
  }
  const end = graceEnd({ until, renewal: standing.renewal });
  if (planId !== 'free' && end !== null && now > end)
    return { ...standing, planId: 'free', since: null, until: null, next };
  return { ...standing, planId, since, until, next };
}

/** Returns the effect of paying for a plan at `now`, on a settled standing. */
export function effectOf(standing: Standing, planId: PaidPlan, now: Date): Effect {
  if (standing.planId === 'free') return 'start';
  if (standing.planId === planId) return 'extend';
  if (price(planId) > price(standing.planId)) return 'upgrade';
  return standing.until !== null && standing.until <= now ? 'extend' : 'after';
}

/**
 * Returns whether a plan costs more than what the family has, current or parked. A discount does not apply to such a plan: parking a plan,
 * buying a more expensive one with a full discount and resuming the first would be a free upgrade.
 */
export function isUpgrade({ planId: running, parked }: Pick<Standing, 'planId' | 'parked'>, planId: PaidPlan): boolean {
  const has = running === 'free' ? parked[0]?.planId : running;
  return has !== undefined && price(planId) > price(has);
}

/** Days that an upgrade credits: floor(unused days × old price ÷ new price), where a begun day counts as unused. */
export function creditedDays(standing: Standing, planId: PaidPlan, now: Date): number {
  if (effectOf(standing, planId, now) !== 'upgrade' || standing.until === null) return 0;
  const unused = daysOf(standing.until.getTime() - now.getTime());
  return Math.floor((unused * price(standing.planId)) / price(planId));
}

/**
 * Returns the standing after a year of a plan was paid or redeemed at `now`.
 *
 * The same plan continues for a year from its end, even during the days of grace after that end. A more expensive one begins at once, with
 * the unused days credited by value. A cheaper one begins when the current one ends.
 */
export function afterYear(given: Standing, planId: PaidPlan, now: Date): Standing {
  const standing = settled(given, now);
  const until = standing.until ?? now;
  switch (effectOf(standing, planId, now)) {
    case 'start':
      return { ...standing, planId, since: now, until: yearAfter(now), renewal: true };
    case 'extend':
      return {
        ...standing,
        planId,
        since: planId === standing.planId ? standing.since : until,
        until: yearAfter(until),
      };
    case 'upgrade':
      return {
        ...standing,
        planId,
        since: now,
        until: new Date(yearAfter(now).getTime() + creditedDays(standing, planId, now) * DAY_MS),
      };
    case 'after':
      return { ...standing, next: withCredit(standing.next, planId, yearAfter(until).getTime() - until.getTime()) };
  }
}

/**
 * Changes to the free plan at once: the unused time of the current plan, and all plans after it, are parked. A plan that was resumed less
 * than `MIN_RESUMED_DAYS` ago loses the rest of these days, and what follows it takes over what it did not last for.
 */
export function afterFree(given: Standing, now: Date): Standing {
  if (settled(given, now).planId === 'free') return settled(given, now);
  const used = new Date(Math.max(now.getTime(), (given.resumedAt?.getTime() ?? 0) + MIN_RESUMED_DAYS * DAY_MS));
  const standing = settled(given, used);
  let { parked } = standing;
  if (standing.planId !== 'free')
    parked = withCredit(parked, standing.planId, (standing.until?.getTime() ?? 0) - used.getTime());
  for (const { planId, milliseconds } of standing.next) parked = withCredit(parked, planId, milliseconds);
  return { ...standing, planId: 'free', since: null, until: null, next: [], parked, resumedAt: null };
}

/** Resumes parked plans: the most expensive one runs from now, the others follow. What it uses up at least: see `afterFree`. */
export function afterRestore(given: Standing, now: Date): Standing {
  const standing = settled(given, now);
  let pool = [...standing.next];
  if (standing.planId !== 'free')
    pool = withCredit(pool, standing.planId, (standing.until?.getTime() ?? 0) - now.getTime());
  for (const { planId, milliseconds } of standing.parked) pool = withCredit(pool, planId, milliseconds);
  const [first, ...next] = pool;
  if (!first || standing.parked.length === 0) return standing;
  return {
    ...standing,
    planId: first.planId,
    since: first.planId === standing.planId ? standing.since : now,
    until: new Date(now.getTime() + first.milliseconds),
    next,
    parked: [],
    resumedAt: now,
  };
}

/**
 * Returns the standing after an administrator gave a plan or changed its end. The unused time of another current plan follows it, so that
 * no paid time is lost. A plan given to a family without one does not renew by itself.
 */
export function afterGrant(given: Standing, planId: PaidPlan, until: Date, now: Date): Standing {
  const standing = settled(given, now);
  if (standing.planId === planId) return { ...standing, until };
  const left = standing.until === null ? 0 : standing.until.getTime() - now.getTime();
  const next = standing.planId === 'free' ? standing.next : withCredit(standing.next, standing.planId, left);
  return {
    ...standing,
    planId,
    since: now,
    until,
    renewal: standing.planId === 'free' ? false : standing.renewal,
    next,
  };
}

/** The effect of a payment on a plan, as recorded. */
export interface Effected {
  planBefore: PlanId;
  untilBefore: Date | null;
  planAfter: PlanId;
  untilAfter: Date | null;
  sinceBefore: Date | null;
  /** Null for payments from before this was recorded. */
  renewalBefore: boolean | null;
}

/** Returns the standing without a year that was paid by mistake, or null if the plan has changed since and must be adjusted by hand. */
export function afterReversal(standing: Standing, planId: PaidPlan, change: Effected): Standing | null {
  const same = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime();
  if (standing.planId !== change.planAfter || !same(standing.until, change.untilAfter)) return null;
  if (change.planBefore !== change.planAfter || !same(change.untilBefore, change.untilAfter)) {
    const isFree = change.planBefore === 'free';
    return {
      ...standing,
      planId: change.planBefore,
      since: isFree ? null : (change.sinceBefore ?? standing.since),
      until: change.untilBefore,
      // Only the start of a plan turns renewal on; later choices of the family are kept.
      renewal: standing.renewal && !(isFree && change.renewalBefore === false),
    };
  }
  // The year was to follow the running plan.
  const until = standing.until;
  const credit = standing.next.find((one) => one.planId === planId);
  if (!until || !credit) return null;
  const year = yearAfter(until).getTime() - until.getTime();
  if (credit.milliseconds < year) return null;
  return {
    ...standing,
    next: withCredit(
      standing.next.filter((one) => one !== credit),
      planId,
      credit.milliseconds - year,
    ),
  };
}
