import { createHash } from 'node:crypto';
import type { Queryable } from '../../server/db.ts';
import { emit } from '../../server/outbox.ts';
import { clearHits } from '../../server/rate-limits.ts';
import { dateInLuanda } from '../../shared/calendar.ts';
import type { Confirmation, Unread } from './gateways/gateway.server.ts';
import { giveYear, lockFamily, type Money } from './money.server.ts';
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
import type { Holder } from './standing.store.ts';

/**
 * Payments that one family begins in an hour and does not make: each asks the gateway for a reference. Changing one's mind
 * and trying again are far below; what is paid is not counted.
 */
export const PAYMENTS_BEGUN = { name: 'payments-begun', hits: 30, seconds: 3600 } as const;

/** Somebody's word that a payment was made, and who says so. */
export interface Word {
  /** `browser` in a simulation; `callback` and `reconciliation` are the gateway's; `transfer` an administrator's, who may accept what has ended. */
  from: 'browser' | 'callback' | 'reconciliation' | 'transfer';
  /** Tells one event from another: the same one is processed once. */
  key: string;
  /** Whole Kz; null when it cannot be read, undefined when the word is not about an amount. */
  amount?: number | null;
  currency?: string;
  reference?: string;
  raw: Record<string, unknown>;
}

export type Outcome = 'completed' | 'repeated' | 'late' | 'mismatch' | 'paid_twice' | 'discount_used' | 'unknown';

/** A gateway's confirmation as a word, however it came: the callback and the queue tell the same event. */
export const wordOf = (confirmation: Confirmation, from: 'callback' | 'reconciliation', gateway: string): Word => ({
  from,
  key: `${gateway}:${confirmation.eventId}`,
  amount: confirmation.amount,
  currency: confirmation.currency,
  reference: confirmation.reference,
  raw: confirmation.raw,
});

/** The payment that a gateway's confirmation is about, by our own number, else by the reference. */
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
 * Takes somebody's word that a payment was made, once, whatever else happens at the same time. What does not fit (late,
 * another amount, paid twice, no payment of ours) is kept and flagged, never dropped and never believed.
 *
 * @param found the payment that the word is about, as it was before; undefined for none.
 * @param also done in the same transaction when the payment was completed.
 */
export function takeWord(
  money: Money,
  found: PaymentRow | undefined,
  word: Word,
  also: (transaction: Queryable, before: PaymentRow, after: PaymentRow) => Promise<void> = async () => {},
): Promise<{ outcome: Outcome; payment: PaymentRow | undefined }> {
  return money.db.transaction(async (transaction) => {
    const locked = found?.userId ? await lockFamily(money, transaction, found.userId) : undefined;
    // Staff have no plans: money for an account that was a family's once is for an administrator to decide about.
    const isFamily = locked?.holder.role === 'parent';
    const now = locked?.now ?? (await money.now(transaction));
    let payment = found && (await lockPayment(transaction, found.id));
    if (payment?.status === 'pending' && payment.expiresAt <= now)
      payment = await close(transaction, payment, 'expired', 'program', now);

    const event = { paymentId: payment?.id ?? null, key: word.key, rawData: word.raw, at: now };
    const objection =
      objectionTo(payment, word, isFamily) ??
      ((await isDiscountUsed(transaction, payment)) ? 'discount_used' : undefined);
    if (objection) {
      // A completed payment that is told again by the same event is no news; by another one, it was paid twice. A browser
      // knows of no money, so it cannot have brought a second sum.
      const asks = objection === 'paid_twice' && word.from === 'browser';
      const isNew = !asks && (await insertEvent(transaction, { ...event, type: objection, status: 'flagged' })) === 1;
      if (isNew) {
        money.log.warn({ event: 'payment-flagged', why: objection, paymentId: payment?.id }, 'money to be looked at');
        return { outcome: objection, payment };
      }
      await insertDuplicate(transaction, { ...event, type: word.from });
      return { outcome: payment?.status === 'completed' ? 'repeated' : objection, payment };
    }
    const before = payment as PaymentRow;
    if ((await insertEvent(transaction, { ...event, type: word.from, status: 'processed' })) === 0) {
      await insertDuplicate(transaction, { ...event, type: word.from });
      return { outcome: 'repeated', payment };
    }
    const after = await fulfil(transaction, (locked as { holder: Holder }).holder, before, word.raw, now);
    await also(transaction, before, after);
    money.log.info({ event: 'payment-completed', paymentId: after.id, from: word.from }, 'a payment was completed');
    return { outcome: 'completed', payment: after };
  });
}

/** What a gateway said of money and nobody can read is kept once and flagged: somebody may have paid. */
export async function flagUnread(money: Money, { raw }: Unread): Promise<void> {
  const { db, gateway, log } = money;
  const key = `${gateway.name}:unread:${createHash('sha256').update(JSON.stringify(raw)).digest('hex')}`;
  const event = {
    paymentId: null,
    type: 'unread',
    status: 'flagged',
    key,
    rawData: raw,
    at: await money.now(db),
  } as const;
  if ((await insertEvent(db, event)) === 1)
    log.warn({ event: 'payment-flagged', why: 'unread' }, 'money to be looked at');
}

/** Why a word cannot be followed; nothing when it can. */
function objectionTo(
  payment: PaymentRow | undefined,
  word: Word,
  known: boolean,
): Exclude<Outcome, 'completed' | 'repeated'> | undefined {
  if (!payment) return 'unknown';
  if (payment.status === 'completed') return 'paid_twice';
  if (word.amount !== undefined && word.amount !== payment.amount) return 'mismatch';
  if (word.currency !== undefined && word.currency !== payment.currency) return 'mismatch';
  if (word.reference !== undefined && payment.referenceNumber !== null && word.reference !== payment.referenceNumber)
    return 'mismatch';
  if (!known) return 'late';
  return payment.status === 'pending' || word.from === 'transfer' ? undefined : 'late';
}

/** Whether a payment that had ended was promised a discount that another year has used since. */
async function isDiscountUsed(transaction: Queryable, payment: PaymentRow | undefined): Promise<boolean> {
  if (!payment?.userId || payment.status === 'pending' || payment.discountPercent === 0) return false;
  return (await countReferrals(transaction, payment.userId)).paid < usesOf(payment.discountPercent);
}

/**
 * A payment that is made: the plan, the receipt, the referral, and the end of whatever else was open, in one
 * transaction. The caller holds the family's lock and the payment's.
 */
export async function fulfil(
  transaction: Queryable,
  holder: Holder,
  payment: PaymentRow,
  callbackData: Record<string, unknown>,
  now: Date,
): Promise<PaymentRow> {
  const { userId } = holder;
  const completed = (await completePayment(transaction, payment.id, now, callbackData)) as PaymentRow;
  const given = await giveYear(
    transaction,
    holder,
    payment.planId,
    { paymentId: payment.id, discountPercent: payment.discountPercent },
    now,
  );
  const open = await findOpenPayment(transaction, userId);
  if (open) await close(transaction, open, 'cancelled', 'superseded', now);
  await clearHits(transaction, PAYMENTS_BEGUN, String(userId));
  await countPaid(transaction, userId, now, payment.id);
  await emit(transaction, 'payment-completed', {
    userId,
    paymentId: payment.id,
    planId: payment.planId,
    amount: payment.amount,
    runs: given.holder.planId,
    until: given.holder.until,
    completedAt: now,
  });
  await insertReceipt(transaction, {
    userId,
    paymentId: payment.id,
    series: Number(dateInLuanda(now).slice(0, 4)),
    amount: payment.amount,
    payerName: holder.fullName,
    nif: holder.nif,
    issuedAt: now,
  });
  return completed;
}

/** Ends an open payment that was not made, and notes it. The caller holds its lock or its family's. */
export async function close(
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
