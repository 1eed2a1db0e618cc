import { messageWithoutRow } from '../../../server/db/database-errors.ts';
import type { Queryable } from '../../../server/db/db.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type Billing, giveYear, lockFamily, quote } from '../payments/billing.server.ts';
import { closeAndRecord, flagUnread, paymentOf, recordConfirmation, reportOf } from '../payments/completing.server.ts';
import { closeOpenPayment, giveReference, openPayment } from '../payments/payments.server.ts';
import {
  findExpired,
  findOpenPayment,
  findToWithdraw,
  findWithoutReference,
  markWithdrawn,
  wasRenewalGivenUp,
} from '../payments/payments.store.ts';
import { daysOf, graceEnd, type PaidPlan } from '../plans/period.rules.ts';
import { findNearEnd, insertReminder, type Subscriber } from '../plans/standing.store.ts';

/** Days before a plan's end on which its family is reminded, and on which the next payment is created. */
const REMINDERS = [1, 7, 30] as const;
const RENEWAL_DAYS = 14;
/** Maximum families or payments processed in one run. */
const BATCH = 200;
/** Milliseconds during which the call that begins a payment fetches the reference; after that the job does. */
const LEFT_ALONE_MS = 60_000;

/**
 * Ends payments that have expired. Safe to run concurrently.
 *
 * @returns how many were checked.
 */
export async function expirePayments(billing: Billing): Promise<number> {
  const due = await findExpired(billing.db, await billing.now(billing.db), BATCH);
  await eachOf(billing, due, (payment) => closeOpenPayment(billing, payment, 'expired', 'program'));
  return due.length;
}

/**
 * Updates plans: begins the next plan, ends plans that were not renewed, reminds at 30, 7 and 1 days, creates the next year's payment at 14
 * days, and redeems a discount of 100 %. Safe to run concurrently.
 */
export async function movePlans(billing: Billing): Promise<void> {
  const now = await billing.now(billing.db);
  for (let after = 0; ; ) {
    const families = await findNearEnd(billing.db, now, Math.max(...REMINDERS) + 1, after, BATCH);
    await eachOf(billing, families, ({ userId }) => movePlan(billing, userId));
    const last = families.at(-1);
    if (!last || families.length < BATCH) return;
    after = last.userId;
  }
}

/** Updates one family's plan. */
export function movePlan(billing: Billing, userId: number): Promise<void> {
  return billing.db.transaction(async (transaction) => {
    const family = await lockFamily(billing, transaction, userId);
    if (!family || family.subscriber.planId === 'free' || family.subscriber.until === null) return;
    const { subscriber, now } = family;
    // The next plan is already paid.
    if (subscriber.next.length > 0) return;
    await remind(transaction, subscriber, now);
    if (subscriber.renewal && subscriber.role === 'parent' && !subscriber.leaving)
      await renew(billing, transaction, subscriber, now);
  });
}

async function remind(transaction: Queryable, subscriber: Subscriber, now: Date): Promise<void> {
  const until = subscriber.until as Date;
  const left = until.getTime() - now.getTime();
  if (left <= 0) return;
  const reached = REMINDERS.find((days) => left <= days * DAY_MS);
  if (reached === undefined || (await insertReminder(transaction, subscriber.userId, until, reached)) === 0) return;
  await emit(transaction, 'plan-ending', {
    userId: subscriber.userId,
    planId: subscriber.planId,
    days: daysOf(left),
    reminder: reached,
    until,
    renewal: subscriber.renewal,
  });
}

async function renew(billing: Billing, transaction: Queryable, subscriber: Subscriber, now: Date): Promise<void> {
  const { userId } = subscriber;
  const until = subscriber.until as Date;
  if (until.getTime() - now.getTime() > RENEWAL_DAYS * DAY_MS) return;
  const planId = subscriber.planId as PaidPlan;
  const open = await findOpenPayment(transaction, userId);
  const due = await quote(transaction, subscriber, planId);
  if (open) {
    // Referrals have paid since it was created: their discount applies to this renewal.
    const costsLess = open.kind === 'renewal' && open.expiresAt > now && due.amount < open.amount;
    if (!costsLess) return;
    await closeAndRecord(transaction, open, 'cancelled', 'superseded', now);
  }
  if (due.amount === 0) {
    const given = await giveYear(transaction, subscriber, planId, { paymentId: null, discountPercent: 100 }, now);
    await emit(transaction, 'renewal-redeemed', { userId, planId, until: given.subscriber.until });
    return;
  }
  if (await wasRenewalGivenUp(transaction, userId, until)) return;
  const payment = await openPayment(transaction, {
    userId,
    planId,
    kind: 'renewal',
    periodEnd: until,
    ...due,
    paymentMethod: 'reference',
    gateway: billing.gateway.name,
    createdAt: now,
    expiresAt: graceEnd(subscriber) as Date,
  });
  await emit(transaction, 'renewal-created', {
    userId,
    planId,
    paymentId: payment.id,
    transactionId: payment.transactionId,
    amount: payment.amount,
    until,
  });
}

/** Fetches missing references from the gateway, and withdraws those that must no longer be paid. */
export async function syncReferences(billing: Billing): Promise<void> {
  const { db, gateway } = billing;
  const now = await billing.now(db);
  const missing = await findWithoutReference(db, gateway.name, now, BATCH);
  await eachOf(
    billing,
    missing.filter(({ kind, createdAt }) => kind === 'renewal' || now.getTime() - createdAt.getTime() > LEFT_ALONE_MS),
    (payment) => giveReference(billing, payment),
  );
  await eachOf(billing, await findToWithdraw(db, gateway.name, BATCH), async ({ id, referenceNumber }) => {
    if (referenceNumber) await gateway.withdrawReference(referenceNumber);
    await markWithdrawn(db, id);
  });
}

/**
 * Fetches payments from the gateway whose callback never came, and processes them like callbacks. Only stored payments are
 * acknowledged, so that a crash in between loses nothing.
 *
 * @returns how many were processed.
 */
export async function reconcile(billing: Billing): Promise<number> {
  const { db, gateway } = billing;
  const confirmations = await gateway.outstanding();
  await eachOf(billing, confirmations, async (confirmation) => {
    // It stays in the gateway's queue until an administrator decides.
    if (confirmation.eventId === null) return flagUnread(billing, confirmation);
    await recordConfirmation(
      billing,
      await paymentOf(db, gateway.name, confirmation),
      reportOf(confirmation, 'reconciliation', gateway.name),
    );
    await gateway.acknowledge(confirmation.eventId);
  });
  return confirmations.length;
}

/** Handles the items one after another; an error with one is logged and does not stop the others. */
async function eachOf<T>(billing: Billing, things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  for (const thing of things)
    await work(thing).catch((error: Error) =>
      billing.log.error(
        { err: { message: messageWithoutRow(error) } },
        'periodic work on money failed for one of many',
      ),
    );
}

/** Periodic jobs of this feature. */
export const plansWork = (billing: Billing): Periodic[] => [
  { name: 'expire-payments', every: 30, work: () => expirePayments(billing) },
  { name: 'move-plans', every: 60, work: () => movePlans(billing) },
  { name: 'tend-references', every: 30, work: () => syncReferences(billing) },
  { name: 'reconcile-payments', every: 60, work: () => reconcile(billing) },
];
