import type { Queryable } from '../../../server/db/db.ts';
import type { PaymentMethod } from '../../../shared/words.ts';
import type { PaidPlan } from '../plans/period.rules.ts';

export interface ReceiptRow {
  id: number;
  series: number;
  number: number;
  paymentId: number;
  transactionId: string;
  planId: PaidPlan;
  amount: number;
  /** What was asked. */
  asked: number;
  price: number;
  discountPercent: number;
  paymentMethod: PaymentMethod;
  referenceNumber: string | null;
  payerName: string | null;
  nif: string | null;
  issuedAt: Date;
}

const RECEIPT = `r.id, r.series, r.number, r.payment_id, p.transaction_id, p.plan_id, r.amount, p.amount as asked,
  p.price, p.discount_percent, p.payment_method, p.reference_number,
  r.payer_name, r.nif, r.issued_at`;

/**
 * Issues the receipt of a payment. The counter's row is locked until the transaction ends, and rolled back with it, so that numbers are
 * neither repeated nor left out. Call this last in the transaction, so that the lock is held only briefly.
 */
export function insertReceipt(
  db: Queryable,
  receipt: {
    userId: number;
    paymentId: number;
    series: number;
    amount: number;
    payerName: string;
    nif: string | null;
    issuedAt: Date;
  },
): Promise<number> {
  return db.count(
    `with taken as (
       insert into receipt_counters as c (series, last_number) values (:series, 1)
       on conflict (series) do update set last_number = c.last_number + 1 returning last_number
     )
     insert into receipts (user_id, payment_id, series, number, amount, payer_name, nif, issued_at)
     select :userId, :paymentId, :series, last_number, :amount, :payerName, :nif, :issuedAt from taken`,
    receipt,
  );
}

export function findReceipts(db: Queryable, userId: number, limit: number, offset: number): Promise<ReceiptRow[]> {
  return db.rows<ReceiptRow>(
    `select ${RECEIPT} from receipts r join emis_payments p on p.id = r.payment_id where r.user_id = $1 and r.annulled_at is null order by r.id desc limit $2 offset $3`,
    [userId, limit, offset],
  );
}

export async function countReceipts(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ total: number }>(
    'select count(*) as total from receipts where user_id = $1 and annulled_at is null',
    [userId],
  );
  return row?.total ?? 0;
}

export function findReceipt(db: Queryable, userId: number, id: number): Promise<ReceiptRow | undefined> {
  return db.row<ReceiptRow>(
    `select ${RECEIPT} from receipts r join emis_payments p on p.id = r.payment_id where r.id = $2 and r.user_id = $1 and r.annulled_at is null`,
    [userId, id],
  );
}

/** Adds a taxpayer number to the receipts that have none yet. */
export function updateMissingNif(db: Queryable, userId: number, nif: string): Promise<number> {
  return db.count('update receipts set nif = $2 where user_id = $1 and nif is null', [userId, nif]);
}

/** Marks the receipt of a reverted payment as annulled: its number stays in the records, but the receipt is no longer shown. */
export function annulReceipt(db: Queryable, paymentId: number, at: Date): Promise<number> {
  return db.count('update receipts set annulled_at = $2 where payment_id = $1', [paymentId, at]);
}
