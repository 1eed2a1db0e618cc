import type { Config } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import type { Log } from '../../../server/watch/log.ts';
import { setSubscription } from '../../people/accounts/accounts.server.ts';
import { afterYear, isUpgrade, type PaidPlan, type Standing, settled } from '../plans/period.rules.ts';
import { PLANS } from '../plans/plans.rules.ts';
import {
  type Change,
  findMoneyUnderWay,
  findNow,
  findSubscriber,
  insertChange,
  replaceCredits,
  type Subscriber,
  upsertRenewal,
} from '../plans/standing.store.ts';
import type { Gateway } from './gateways/gateway.server.ts';
import { openProxypay } from './gateways/proxypay.server.ts';
import { openSimulated } from './gateways/simulated.server.ts';
import { amountDue, discountFor, usesOf } from './referrals.rules.ts';
import { countReferrals, spendReferrals } from './referrals.store.ts';

/** The dependencies of plans and payments: the database, the log, the payment gateway and a clock. */
export interface Billing {
  readonly db: Database;
  readonly log: Log;
  readonly gateway: Gateway;
  /** The database's clock, which all processes share. Tests advance it. */
  now(db: Queryable): Promise<Date>;
}

export function openBilling({ config, db, log }: { config: Config; db: Database; log: Log }): Billing {
  const gateway = config.proxypay ? openProxypay(config.proxypay, log) : openSimulated();
  return { db, log, gateway, now: findNow };
}

/**
 * Locks a family's billing data until the transaction ends and updates its plan to the current time: begins the next plan, ends one that
 * was not renewed.
 *
 * @returns undefined if there is no such user.
 */
export async function lockFamily(
  billing: Billing,
  transaction: Queryable,
  userId: number,
): Promise<{ subscriber: Subscriber; now: Date } | undefined> {
  const before = await findSubscriber(transaction, userId, true);
  if (!before) return undefined;
  const now = await billing.now(transaction);
  const after = settled(before, now);
  if (after.planId === before.planId && after.until?.getTime() === before.until?.getTime())
    return { subscriber: before, now };
  const subscriber = { ...before, ...after };
  const ended = after.planId === 'free';
  await writeStanding(transaction, before, subscriber, { kind: ended ? 'ended' : 'followed', at: now });
  if (ended) await emit(transaction, 'plan-ended', { userId, planId: before.planId, until: before.until });
  return { subscriber, now };
}

/**
 * Writes a family's new plan and the reason for it.
 *
 * @returns the id of the change.
 */
export async function writeStanding(
  transaction: Queryable,
  before: Subscriber,
  after: Standing,
  why: Pick<Change, 'kind' | 'at'> & { paymentId?: number; planId?: PaidPlan },
): Promise<number> {
  const { userId } = before;
  await setSubscription(transaction, userId, after.planId, after.until, after.since);
  if (JSON.stringify([before.next, before.parked]) !== JSON.stringify([after.next, after.parked]))
    await replaceCredits(transaction, userId, after.next, after.parked);
  if (before.renewal !== after.renewal) await upsertRenewal(transaction, userId, after.renewal);
  return insertChange(transaction, {
    userId,
    kind: why.kind,
    paymentId: why.paymentId ?? null,
    planId: why.planId ?? null,
    before: { planId: before.planId, until: before.until, since: before.since, renewal: before.renewal },
    after: { planId: after.planId, until: after.until },
    at: why.at,
  });
}

/**
 * Applies a paid or redeemed year of a plan: activates, extends, upgrades or queues it, and uses up the referrals that the
 * discount was given for.
 */
export async function giveYear(
  transaction: Queryable,
  subscriber: Subscriber,
  planId: PaidPlan,
  by: { paymentId: number | null; discountPercent: number },
  now: Date,
): Promise<{ subscriber: Subscriber; changeId: number }> {
  const after = { ...subscriber, ...afterYear(subscriber, planId, now) };
  const changeId = await writeStanding(transaction, subscriber, after, {
    kind: by.paymentId === null ? 'redeemed' : 'paid',
    at: now,
    planId,
    ...(by.paymentId === null ? {} : { paymentId: by.paymentId }),
  });
  const uses = usesOf(by.discountPercent);
  if (uses > 0) await spendReferrals(transaction, subscriber.userId, changeId, uses);
  return { subscriber: after, changeId };
}

/** Returns whether parked days or a pending payment would be lost if this account were no longer a parent's. */
export const holdsMoney = findMoneyUnderWay;

/** Returns the current price of a year of a plan for this family. */
export const quote = async (db: Queryable, subscriber: Subscriber, planId: PaidPlan): Promise<Price> =>
  priceFor(subscriber, planId, (await countReferrals(db, subscriber.userId)).paid);

interface Price {
  price: number;
  discountPercent: number;
  amount: number;
}

/** Returns the cost of a year for a family with this many paid referrals. A discount applies to the next year, not to an upgrade. */
export function priceFor(standing: Standing, planId: PaidPlan, paid: number): Price {
  const price = PLANS[planId].yearlyPrice;
  const discountPercent = isUpgrade(standing, planId) ? 0 : discountFor(paid).percent;
  return { price, discountPercent, amount: amountDue(price, discountPercent) };
}
