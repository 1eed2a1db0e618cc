import type { Queryable } from './db.ts';

/** One change that somebody with more rights than a parent made, or that money depends on. */
export interface Change {
  /** Who made it; null for the program itself. */
  userId: number | null;
  /** A stable word with the thing first: 'test.toggled', 'user.suspended', 'payment.confirmed'. */
  action: string;
  /** What was changed, as kind and id: 'test 12'. Never a name of a person. */
  subject: string;
  /** The changed fields as they were and as they are; secrets never. Left out when there is nothing to compare. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Network address of the caller; null for the program itself. */
  address: string | null;
}

/** Writes a change to the audit log, in the transaction that makes it: both or neither. Rows are never changed again. */
export async function audit(transaction: Queryable, change: Change): Promise<void> {
  await transaction.count(
    'insert into audit_log (user_id, action, subject, before, after, address) values ($1, $2, $3, $4, $5, $6)',
    [
      change.userId,
      change.action,
      change.subject,
      change.before === undefined ? null : JSON.stringify(change.before),
      change.after === undefined ? null : JSON.stringify(change.after),
      change.address,
    ],
  );
}
