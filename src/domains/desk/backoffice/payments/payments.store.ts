import type { Queryable } from '../../../../server/db/db.ts';
import type { PaymentMethod, PaymentStatus, PlanId } from '../../../../shared/words.ts';
import type { ShownStatus } from './payments.contract.ts';

export interface TransactionRow {
  id: number;
  transactionId: string;
  referenceNumber: string | null;
  fullName: string | null;
  email: string | null;
  planId: PlanId;
  kind: 'purchase' | 'renewal';
  paymentMethod: PaymentMethod;
  amount: number;
  received: number | null;
  reversedAt: Date | null;
  status: PaymentStatus;
  createdAt: Date;
  completedAt: Date | null;
  flags: number;
}

export interface PaymentFilters {
  /** The digits of a reference as they were typed, and a search pattern for people. */
  reference: string | null;
  patterns: string[] | null;
  /** The number of one payment. */
  id: number | null;
  status: string | null;
  plan: string | null;
  method: string | null;
  from: string | null;
  to: string | null;
}

const FLAGGED = `exists (select 1 from emis_notifications n where n.payment_id = p.id and n.status = 'flagged')`;
/** The state of a payment as administrators find it. */
const STATUS = `case when p.reversed_at is null then p.status else 'reversed' end`;
const FILTERED = `from emis_payments p left join receipts r on r.payment_id = p.id and r.annulled_at is null left join users u on u.id = p.user_id
  where (:patterns::text[] is null or p.reference_number like :reference or u.search_key like all(:patterns))
    and case when :status::text = 'flagged' then ${FLAGGED} else :status::text is null or ${STATUS} = :status end
    and (:plan::text is null or p.plan_id = :plan) and (:method::text is null or p.payment_method = :method)
    and (:from::date is null or p.created_at >= :from::date::timestamp at time zone 'Africa/Luanda')
    and (:to::date is null or p.created_at < (:to::date + 1)::timestamp at time zone 'Africa/Luanda')
    and (:id::int is null or p.id = :id)`;

const TRANSACTION = `p.id, p.transaction_id, p.reference_number, u.full_name, u.email,
  p.plan_id, p.kind, p.payment_method, p.amount, r.amount as received, p.reversed_at, p.status, p.created_at,
  p.completed_at,
  (select count(*) from emis_notifications n where n.payment_id = p.id and n.status = 'flagged')::int as flags`;

/** Returns the payments of one account, the newest first. */
export function findTransactionsOf(
  db: Queryable,
  userId: number,
  limit: number,
  offset: number,
): Promise<TransactionRow[]> {
  return db.rows<TransactionRow>(
    `select ${TRANSACTION} from emis_payments p left join receipts r on r.payment_id = p.id and r.annulled_at is null join users u on u.id = p.user_id where p.user_id = $1 order by p.id desc limit $2 offset $3`,
    [userId, limit, offset],
  );
}

export function findTransactions(
  db: Queryable,
  filters: PaymentFilters,
  limit: number,
  offset: number,
): Promise<TransactionRow[]> {
  return db.rows<TransactionRow>(`select ${TRANSACTION} ${FILTERED} order by p.id desc limit :limit offset :offset`, {
    ...filters,
    limit,
    offset,
  });
}

export function sumTransactions(
  db: Queryable,
  filters: PaymentFilters,
): Promise<{ status: ShownStatus; count: number; amount: number; flagged: number }[]> {
  return db.rows(
    `select ${STATUS} as status, count(*) as count, coalesce(sum(coalesce(r.amount, p.amount)), 0)::bigint as amount, count(*) filter (where ${FLAGGED}) as flagged ${FILTERED} group by 1 order by 1`,
    filters,
  );
}

export interface SubscriptionRow {
  id: number;
  fullName: string;
  email: string;
  planId: PlanId;
  start: Date | null;
  end: Date | null;
  renewal: boolean;
  children: number;
}

const SUBSCRIBED = `from users u left join subscriptions s on s.user_id = u.id
  where u.subscription_type <> 'free' and u.subscription_end > now() and (:patterns::text[] is null or u.search_key like all(:patterns))
    and (:plan::text is null or u.subscription_type = :plan) and (:id::int is null or u.id = :id)`;

export interface SubscriptionFilters {
  patterns: string[] | null;
  /** The number of one account. */
  id: number | null;
  plan: string | null;
}

export function findSubscriptions(
  db: Queryable,
  filters: SubscriptionFilters,
  limit: number,
  offset: number,
): Promise<SubscriptionRow[]> {
  return db.rows<SubscriptionRow>(
    `select u.id, u.full_name, u.email, u.subscription_type as plan_id, u.subscription_start as start, u.subscription_end as "end",
       coalesce(s.renewal, true) as renewal, (select count(*) from children c where c.user_id = u.id)::int as children
     ${SUBSCRIBED} order by u.subscription_end, u.id limit :limit offset :offset`,
    { ...filters, limit, offset },
  );
}

export async function countSubscriptions(db: Queryable, filters: SubscriptionFilters): Promise<number> {
  const found = await db.row<{ count: number }>(`select count(*) as count ${SUBSCRIBED}`, filters);
  return found?.count ?? 0;
}

/** Returns the last 24 months by the calendar of Luanda, the current one last; every month has a row. */
export function findMonths(db: Queryable): Promise<{ month: string; payments: number; amount: number }[]> {
  return db.rows(
    `with months as (select generate_series(date_trunc('month', now() at time zone 'Africa/Luanda') - interval '23 months',
         date_trunc('month', now() at time zone 'Africa/Luanda'), interval '1 month') as month)
     select to_char(m.month, 'YYYY-MM') as month, count(p.id) as payments, coalesce(sum(coalesce(r.amount, p.amount)), 0)::bigint as amount
     from months m left join emis_payments p on p.status = 'completed' and p.completed_at >= m.month at time zone 'Africa/Luanda'
       and p.completed_at < (m.month + interval '1 month') at time zone 'Africa/Luanda'
     left join receipts r on r.payment_id = p.id
     group by 1 order by 1`,
  );
}
