import type { Queryable } from '../../../server/db/db.ts';
import type { PaymentMethod, PaymentStatus } from '../../../shared/words.ts';
import type { PaidPlan } from '../plans/period.rules.ts';

export interface PaymentRow {
  id: number;
  userId: number | null;
  transactionId: string;
  planId: PaidPlan;
  kind: 'purchase' | 'renewal';
  periodEnd: Date | null;
  price: number;
  discountPercent: number;
  amount: number;
  currency: string;
  paymentMethod: PaymentMethod;
  status: PaymentStatus;
  gateway: string;
  referenceNumber: string | null;
  referenceOpen: boolean;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
  /** Whole Kz that arrived, as its receipt says; null unless it is completed. It may differ from `amount`, which is what was asked. */
  received: number | null;
  /** When a mistaken confirmation was reverted; such a payment is never completed again. */
  reversedAt: Date | null;
}

const PAYMENT = `p.id, p.user_id, p.transaction_id, p.plan_id, p.kind, p.period_end,
  p.price, p.discount_percent, p.amount, p.currency, p.payment_method, p.status, p.gateway,
  p.reference_number, p.reference_open, p.created_at, p.expires_at,
  p.completed_at, p.reversed_at,
  (select r.amount from receipts r where r.payment_id = p.id and r.annulled_at is null) as received`;

export interface NewPayment {
  userId: number;
  planId: PaidPlan;
  kind: PaymentRow['kind'];
  periodEnd: Date | null;
  price: number;
  discountPercent: number;
  amount: number;
  paymentMethod: PaymentMethod;
  gateway: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertPayment(db: Queryable, payment: NewPayment): Promise<PaymentRow> {
  const row = await db.row<PaymentRow>(
    `insert into emis_payments as p (user_id, plan_id, kind, period_end, price, discount_percent, amount, payment_method, gateway, created_at, expires_at)
     values (:userId, :planId, :kind, :periodEnd, :price, :discountPercent, :amount, :paymentMethod, :gateway, :createdAt, :expiresAt) returning ${PAYMENT}`,
    payment,
  );
  return row as PaymentRow;
}

export function findPayment(db: Queryable, transactionId: string): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(`select ${PAYMENT} from emis_payments p where p.transaction_id = $1`, [transactionId]);
}

/** Finds a payment of this user. @returns undefined if it does not exist or is another user's. */
export function findOwnPayment(db: Queryable, userId: number, transactionId: string): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(`select ${PAYMENT} from emis_payments p where p.transaction_id = $1 and p.user_id = $2`, [
    transactionId,
    userId,
  ]);
}

export function lockPayment(db: Queryable, id: number): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(`select ${PAYMENT} from emis_payments p where p.id = $1 for update`, [id]);
}

/** Finds the newest payment with this reference. References are reused once their payments are over. */
export function findPaymentByReference(
  db: Queryable,
  gateway: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `select ${PAYMENT} from emis_payments p where p.gateway = $1 and p.reference_number = $2 order by (p.status = 'pending') desc, p.id desc limit 1`,
    [gateway, reference],
  );
}

export function findOpenPayment(db: Queryable, userId: number): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(`select ${PAYMENT} from emis_payments p where p.user_id = $1 and p.status = 'pending'`, [
    userId,
  ]);
}

export function findPayments(db: Queryable, userId: number, limit: number, offset: number): Promise<PaymentRow[]> {
  return db.rows<PaymentRow>(
    `select ${PAYMENT} from emis_payments p where p.user_id = $1 order by p.id desc limit $2 offset $3`,
    [userId, limit, offset],
  );
}

export async function countPayments(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ total: number }>('select count(*) as total from emis_payments where user_id = $1', [
    userId,
  ]);
  return row?.total ?? 0;
}

/** Closes an open payment as expired, cancelled or failed. @returns undefined if the payment is not open. */
export function closePayment(
  db: Queryable,
  id: number,
  status: 'expired' | 'cancelled' | 'failed',
  closedBy: 'parent' | 'superseded' | 'program' | 'gateway',
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `update emis_payments p set status = $2, closed_by = $3 where p.id = $1 and p.status = 'pending' returning ${PAYMENT}`,
    [id, status, closedBy],
  );
}

export function completePayment(
  db: Queryable,
  id: number,
  at: Date,
  callbackData: Record<string, unknown>,
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `update emis_payments p set status = 'completed', completed_at = $2, callback_data = $3 where p.id = $1 and p.status <> 'completed' returning ${PAYMENT}`,
    [id, at, JSON.stringify(callbackData)],
  );
}

/** Reverts a completed payment. @returns undefined if it is no longer completed. */
export function reversePayment(db: Queryable, id: number, at: Date): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `update emis_payments p set status = 'cancelled', completed_at = null, closed_by = 'administrator', reversed_at = $2
     where p.id = $1 and p.status = 'completed' returning ${PAYMENT}`,
    [id, at],
  );
}

/** Lets the bank reference with which a payment was confirmed by mistake confirm another payment. The record of it stays. */
export function releaseTransfer(transaction: Queryable, paymentId: number): Promise<number> {
  return transaction.count(
    `update emis_notifications set event_key = null where payment_id = $1 and status = 'processed' and event_key like 'transfer:%'`,
    [paymentId],
  );
}

export function updateMethod(db: Queryable, id: number, method: PaymentMethod): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `update emis_payments p set payment_method = $2 where p.id = $1 and p.status = 'pending' returning ${PAYMENT}`,
    [id, method],
  );
}

/** Stores the reference of an open payment. Does nothing if the payment already has one or is closed. */
export function updateReference(db: Queryable, id: number, reference: string): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `update emis_payments p set reference_number = $2, reference_open = true
     where p.id = $1 and p.status = 'pending' and p.reference_number is null returning ${PAYMENT}`,
    [id, reference],
  );
}

export function findWithoutReference(db: Queryable, gateway: string, now: Date, most: number): Promise<PaymentRow[]> {
  return db.rows<PaymentRow>(
    `select ${PAYMENT} from emis_payments p where p.status = 'pending' and p.reference_number is null and p.gateway = $1 and p.expires_at > $2
     order by p.id limit $3`,
    [gateway, now, most],
  );
}

/** Finds payments that have ended and whose reference could still be paid. */
export function findToWithdraw(db: Queryable, gateway: string, most: number): Promise<PaymentRow[]> {
  return db.rows<PaymentRow>(
    `select ${PAYMENT} from emis_payments p where p.status <> 'pending' and p.reference_open and p.gateway = $1 order by p.id limit $2`,
    [gateway, most],
  );
}

export function markWithdrawn(db: Queryable, id: number): Promise<number> {
  return db.count('update emis_payments set reference_open = false where id = $1', [id]);
}

export function findExpired(db: Queryable, now: Date, most: number): Promise<{ id: number; userId: number | null }[]> {
  return db.rows(
    `select id, user_id from emis_payments where status = 'pending' and expires_at <= $1 order by expires_at limit $2`,
    [now, most],
  );
}

/** Returns whether the parent cancelled the payment that was created for this renewal. */
export async function wasRenewalGivenUp(db: Queryable, userId: number, periodEnd: Date): Promise<boolean> {
  const row = await db.row(
    `select 1 from emis_payments where user_id = $1 and kind = 'renewal' and period_end = $2 and status = 'cancelled' and closed_by = 'parent'`,
    [userId, periodEnd],
  );
  return row !== undefined;
}

export interface NewEvent {
  paymentId: number | null;
  type: string;
  status: 'processed' | 'duplicate' | 'flagged' | 'ignored';
  /** Identifies an event; null for events that cannot be repeated. */
  key: string | null;
  rawData: Record<string, unknown>;
  at: Date;
}

/** Records an event of a payment. @returns 0 if it was recorded before. */
export function insertEvent(db: Queryable, event: NewEvent): Promise<number> {
  return db.count(
    `insert into emis_notifications (payment_id, notification_type, status, event_key, raw_data, processed_at, created_at)
     values (:paymentId, :type, :status, :key, :rawData, case when :status = 'processed' then :at::timestamptz end, :at)
     on conflict (event_key) where status <> 'duplicate' do nothing`,
    { ...event, rawData: JSON.stringify(event.rawData) },
  );
}

/** Maximum number of repeats stored for each payment, and for all events without a payment. */
const MAX_REPEATS = 100;

/** Records a repeated event, up to a hundred times, so that repeats cannot fill the disk. */
export async function insertDuplicate(db: Queryable, event: Omit<NewEvent, 'status'>): Promise<void> {
  // Two statements, because no index serves `is not distinct from`.
  const whose = event.paymentId === null ? 'payment_id is null' : 'payment_id = :paymentId';
  await db.count(
    `insert into emis_notifications (payment_id, notification_type, status, event_key, raw_data, created_at)
     select :paymentId::int, :type, 'duplicate', :key, :rawData, :at
     where (select count(*) from emis_notifications where ${whose} and status = 'duplicate') < ${MAX_REPEATS}`,
    { ...event, rawData: JSON.stringify(event.rawData) },
  );
}
