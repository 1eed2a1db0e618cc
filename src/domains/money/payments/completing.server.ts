import { createHash } from 'node:crypto';
import type { Queryable } from '../../../server/db/db.ts';
import { clearHits } from '../../../server/http/rate-limits.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import type { Subscriber } from '../plans/standing.store.ts';
import { type Billing, giveYear, lockFamily } from './billing.server.ts';
import type { Confirmation, Unread } from './gateways/gateway.server.ts';
import {
  closePayment,
  completePayment,
  findOpenPayment,
  findPayment,
  findPaymentByReference,
  insertDuplicate,
  insertEvent,
  lockPayment,
  type PaymentRow,
} from './payments.store.ts';
import { insertReceipt } from './receipts.store.ts';
import { usesOf } from './referrals.rules.ts';
import { countPaid } from './referrals.server.ts';
import { countReferrals } from './referrals.store.ts';

/**
 * Maximum number of payments that one family may begin in an hour without paying. Each requests a reference from the gateway. Families
 * normally begin far fewer; payments that were paid are not counted.
 */
export const PAYMENTS_BEGUN = { name: 'payments-begun', hits: 30, seconds: 3600 } as const;

/** A report that a payment was made, with its origin. */
export interface PaymentReport {
  /**
   * `browser` in a simulation; `callback` and `reconciliation` come from the gateway; `transfer` from an administrator, who may
   * accept a payment that has ended.
   */
  from: 'browser' | 'callback' | 'reconciliation' | 'transfer';
  /** Identifies the event, which is processed only once. */
  key: string;
  /**
   * Whole Kz; null when it cannot be read, undefined when the report contains no amount. Another amount than was asked is an objection,
   * unless an administrator reports it, who has judged it.
   */
  amount?: number | null;
  currency?: string;
  reference?: string;
  raw: Record<string, unknown>;
}

export type Outcome = 'completed' | 'repeated' | 'late' | 'mismatch' | 'paid_twice' | 'discount_used' | 'unknown';

/** Converts a gateway's confirmation to a report. The event id is the same for a callback and for the reconciliation queue. */
export const reportOf = (
  confirmation: Confirmation,
  from: 'callback' | 'reconciliation',
  gateway: string,
): PaymentReport => ({
  from,
  key: `${gateway}:${confirmation.eventId}`,
  amount: confirmation.amount,
  currency: confirmation.currency,
  reference: confirmation.reference,
  raw: confirmation.raw,
});

/** Finds the payment that a gateway's confirmation is about, by our own number or, if that is missing, by the reference. */
export async function paymentOf(
  db: Queryable,
  gateway: string,
  confirmation: Confirmation,
): Promise<PaymentRow | undefined> {
  const own = confirmation.transactionId ? await findPayment(db, confirmation.transactionId) : undefined;
  if (own?.gateway === gateway) return own;
  return findPaymentByReference(db, gateway, confirmation.reference);
}

/**
 * Records a report that a payment was made. Safe to repeat and to run concurrently: each event is processed once. A report that does not
 * fit (late, another amount, paid twice, unknown payment) completes nothing; it is stored and flagged for an administrator.
 *
 * @param found the payment named in the report, as read before; undefined if there is none.
 * @param also runs in the same transaction if the payment was completed.
 */
export function recordConfirmation(
  billing: Billing,
  found: PaymentRow | undefined,
  report: PaymentReport,
  also: (transaction: Queryable, before: PaymentRow, after: PaymentRow) => Promise<void> = async () => {},
): Promise<{ outcome: Outcome; payment: PaymentRow | undefined }> {
  return billing.db.transaction(async (transaction) => {
    const locked = found?.userId ? await lockFamily(billing, transaction, found.userId) : undefined;
    // Staff have no plans: an administrator decides about money for an account that used to be a parent's.
    const isFamily = locked?.subscriber.role === 'parent';
    const now = locked?.now ?? (await billing.now(transaction));
    let payment = found && (await lockPayment(transaction, found.id));
    if (payment?.status === 'pending' && payment.expiresAt <= now)
      payment = await closeAndRecord(transaction, payment, 'expired', 'program', now);

    const event = { paymentId: payment?.id ?? null, key: report.key, rawData: report.raw, at: now };
    const objection =
      objectionTo(payment, report, isFamily) ??
      ((await isDiscountUsed(transaction, payment)) ? 'discount_used' : undefined);
    if (objection) {
      // A repetition of the event that completed the payment is ignored. A different event means that it was paid twice, unless it comes
      // from a browser, which cannot bring money.
      const isBrowserRepeat = objection === 'paid_twice' && report.from === 'browser';
      const isNew =
        !isBrowserRepeat && (await insertEvent(transaction, { ...event, type: objection, status: 'flagged' })) === 1;
      if (isNew) {
        billing.log.warn({ event: 'payment-flagged', why: objection, paymentId: payment?.id }, 'money to be looked at');
        if (isFamily) await tellOfFlag(transaction, payment as PaymentRow, report, objection);
        return { outcome: objection, payment };
      }
      await insertDuplicate(transaction, { ...event, type: report.from });
      return { outcome: payment?.status === 'completed' ? 'repeated' : objection, payment };
    }
    const before = payment as PaymentRow;
    if ((await insertEvent(transaction, { ...event, type: report.from, status: 'processed' })) === 0) {
      await insertDuplicate(transaction, { ...event, type: report.from });
      return { outcome: 'repeated', payment };
    }
    const { subscriber } = locked as { subscriber: Subscriber };
    const received = report.amount ?? before.amount;
    const after = await fulfil(transaction, subscriber, before, { received, callbackData: report.raw }, now);
    await also(transaction, before, after);
    billing.log.info({ event: 'payment-completed', paymentId: after.id, from: report.from }, 'a payment was completed');
    return { outcome: 'completed', payment: after };
  });
}

/** Notifies the family when a payment is flagged. */
async function tellOfFlag(transaction: Queryable, payment: PaymentRow, report: PaymentReport, why: Outcome) {
  if (report.from === 'browser') return;
  const { id, userId, planId, amount } = payment;
  const inKz = (report.currency ?? payment.currency) === payment.currency;
  const received = inKz ? (report.amount ?? null) : null;
  await emit(transaction, 'payment-flagged', { userId, paymentId: id, key: report.key, why, planId, amount, received });
}

/** Stores and flags a gateway's message that cannot be interpreted, once, because somebody may have paid. */
export async function flagUnread(billing: Billing, { raw }: Unread): Promise<void> {
  const { db, gateway, log } = billing;
  const key = `${gateway.name}:unread:${createHash('sha256').update(JSON.stringify(raw)).digest('hex')}`;
  const event = {
    paymentId: null,
    type: 'unread',
    status: 'flagged',
    key,
    rawData: raw,
    at: await billing.now(db),
  } as const;
  if ((await insertEvent(db, event)) === 1)
    log.warn({ event: 'payment-flagged', why: 'unread' }, 'money to be looked at');
}

/** Returns the reason why a report does not complete the payment, or undefined if it does. */
function objectionTo(
  payment: PaymentRow | undefined,
  report: PaymentReport,
  isFamily: boolean,
): Exclude<Outcome, 'completed' | 'repeated'> | undefined {
  if (!payment) return 'unknown';
  if (payment.status === 'completed') return 'paid_twice';
  if (report.from !== 'transfer' && report.amount !== undefined && report.amount !== payment.amount) return 'mismatch';
  if (report.currency !== undefined && report.currency !== payment.currency) return 'mismatch';
  if (
    report.reference !== undefined &&
    payment.referenceNumber !== null &&
    report.reference !== payment.referenceNumber
  )
    return 'mismatch';
  if (!isFamily || payment.reversedAt) return 'late';
  return payment.status === 'pending' || report.from === 'transfer' ? undefined : 'late';
}

/** Returns whether the discount of a payment is no longer due: it was used for another year, or a friend's payment was taken back. */
export async function isDiscountUsed(transaction: Queryable, payment: PaymentRow | undefined): Promise<boolean> {
  if (!payment?.userId || payment.discountPercent === 0) return false;
  return (await countReferrals(transaction, payment.userId)).paid < usesOf(payment.discountPercent);
}

/**
 * Completes a payment: the plan, the receipt, the referral, and closing the other open payments, in one transaction. The caller
 * holds the family's lock and the payment's.
 *
 * @param came whole Kz that arrived, which the receipt, the notification and the sums tell, and the report of it.
 * @returns the completed payment.
 */
export async function fulfil(
  transaction: Queryable,
  subscriber: Subscriber,
  payment: PaymentRow,
  { received, callbackData }: { received: number; callbackData: Record<string, unknown> },
  now: Date,
): Promise<PaymentRow> {
  const { userId } = subscriber;
  const completed = (await completePayment(transaction, payment.id, now, callbackData)) as PaymentRow;
  const given = await giveYear(
    transaction,
    subscriber,
    payment.planId,
    { paymentId: payment.id, discountPercent: payment.discountPercent },
    now,
  );
  const open = await findOpenPayment(transaction, userId);
  if (open) await closeAndRecord(transaction, open, 'cancelled', 'superseded', now);
  await clearHits(transaction, PAYMENTS_BEGUN, String(userId));
  await countPaid(transaction, userId, now, payment.id);
  await emit(transaction, 'payment-completed', {
    userId,
    paymentId: payment.id,
    planId: payment.planId,
    amount: received,
    runs: given.subscriber.planId,
    until: given.subscriber.until,
    completedAt: now,
  });
  await insertReceipt(transaction, {
    userId,
    paymentId: payment.id,
    series: Number(dateInLuanda(now).slice(0, 4)),
    amount: received,
    payerName: subscriber.fullName,
    nif: subscriber.nif,
    issuedAt: now,
  });
  // Read before the receipt was there.
  return { ...completed, received };
}

/** Closes an open payment without completing it, and records the event. The caller holds the lock of the payment or of its family. */
export async function closeAndRecord(
  transaction: Queryable,
  payment: PaymentRow,
  status: 'expired' | 'cancelled' | 'failed',
  closedBy: 'parent' | 'superseded' | 'program' | 'gateway',
  now: Date,
): Promise<PaymentRow> {
  const closed = await closePayment(transaction, payment.id, status, closedBy);
  if (!closed) return payment;
  await insertEvent(transaction, {
    paymentId: payment.id,
    type: status,
    status: 'processed',
    key: null,
    rawData: { by: closedBy },
    at: now,
  });
  return closed;
}
