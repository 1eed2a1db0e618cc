import type { Queryable } from '../../../server/db/db.ts';
import type { PaymentStatus, PlanId } from '../../../shared/words.ts';

export interface FlaggedRow {
  id: number;
  paymentId: number | null;
  transactionId: string | null;
  userId: number | null;
  username: string | null;
  fullName: string | null;
  email: string | null;
  phone: string | null;
  /** The reference that the family was given. */
  referenceNumber: string | null;
  planId: PlanId | null;
  paymentStatus: PaymentStatus | null;
  amount: number | null;
  notificationType: string;
  /** Whether it can be accepted. */
  acceptable: boolean;
  status: string;
  rawData: Record<string, unknown>;
  createdAt: Date;
  decision: 'accepted' | 'returned' | 'dismissed' | null;
  /** Why it was decided so. */
  note: string | null;
  /** The present name of the administrator who decided; null if the account was deleted. */
  decidedBy: string | null;
  /** The number of that administrator's account; null if none decided. */
  decidedById: number | null;
  decidedAt: Date | null;
}

const FLAGGED = `select n.id, n.payment_id, p.transaction_id, p.user_id, u.username, u.full_name, u.email, u.phone,
  p.reference_number, p.plan_id,
  p.status as payment_status, p.amount, n.notification_type,
  u.user_role is not null and u.user_role = 'parent' and p.status <> 'completed' and p.reversed_at is null as acceptable, n.status, n.raw_data, n.created_at,
  n.decision, n.note, d.full_name as decided_by, n.decided_by as decided_by_id, case when n.status = 'resolved' then n.processed_at end as decided_at
  from emis_notifications n left join emis_payments p on p.id = n.payment_id left join users u on u.id = p.user_id
  left join users d on d.id = n.decided_by`;

export function findFlagged(db: Queryable, limit: number, offset: number): Promise<FlaggedRow[]> {
  return db.rows<FlaggedRow>(`${FLAGGED} where n.status = 'flagged' order by n.id desc limit $1 offset $2`, [
    limit,
    offset,
  ]);
}

export async function countFlagged(db: Queryable): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from emis_notifications where status = 'flagged'`,
  );
  return row?.total ?? 0;
}

/** Returns the settled events, the one settled last first. */
export function findDecided(db: Queryable, limit: number, offset: number): Promise<FlaggedRow[]> {
  return db.rows<FlaggedRow>(
    `${FLAGGED} where n.status = 'resolved' order by n.processed_at desc, n.id desc limit $1 offset $2`,
    [limit, offset],
  );
}

export async function countDecided(db: Queryable): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from emis_notifications where status = 'resolved'`,
  );
  return row?.total ?? 0;
}

/** Finds a flagged event, open or settled. @returns undefined if the event does not exist or was not flagged. */
export function findFlag(db: Queryable, id: number): Promise<FlaggedRow | undefined> {
  return db.row<FlaggedRow>(`${FLAGGED} where n.id = $1 and n.status in ('flagged', 'resolved')`, [id]);
}

/** Settles a flagged event. @returns 0 if it was settled before. */
export function resolveFlag(
  db: Queryable,
  id: number,
  by: { decision: 'accepted' | 'returned' | 'dismissed'; userId: number; note: string; at: Date },
): Promise<number> {
  return db.count(
    `update emis_notifications set status = 'resolved', decision = :decision, decided_by = :userId, note = :note, processed_at = :at where id = :id and status = 'flagged'`,
    { ...by, id },
  );
}

/** Settles late messages of the gateway about a payment that an administrator has confirmed since. */
export function resolveLate(
  db: Queryable,
  paymentId: number,
  by: { userId: number | null; note: string; at: Date },
): Promise<number> {
  return db.count(
    `update emis_notifications set status = 'resolved', decision = 'accepted', decided_by = $2, note = $3, processed_at = $4
     where payment_id = $1 and status = 'flagged' and notification_type = 'late'`,
    [paymentId, by.userId, by.note, by.at],
  );
}

/** Counts the payments begun in the last seven days, by state. */
export async function countRecentPayments(db: Queryable): Promise<Record<PaymentStatus, number>> {
  const rows = await db.rows<{ status: PaymentStatus; n: number }>(
    `select status, count(*) as n from emis_payments where created_at > now() - interval '7 days' group by status`,
  );
  return {
    pending: 0,
    completed: 0,
    expired: 0,
    cancelled: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ status, n }) => [status, n])),
  };
}
