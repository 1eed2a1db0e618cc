import type { AuditedAction, AuditedField, AuditedSubject } from '../../shared/audited.ts';
import type { Queryable } from '../db/db.ts';

/** Causes a compile error for unknown fields, including those of a spread row. */
type Known<Fields> = Fields & Record<Exclude<keyof Fields, AuditedField>, never>;

/** A change made with more permissions than a parent has, or one that affects money. */
export interface Change<Before, After> {
  /** The user who made it; null for the program itself. */
  userId: number | null;
  action: AuditedAction;
  /** The changed object; never the name of a person. */
  subject: AuditedSubject;
  /** The changed fields before and after, without secrets. Omitted when there is nothing to compare. */
  before?: Known<Before>;
  after?: Known<After>;
  /** Network address of the caller; null for the program itself. */
  address: string | null;
}

/** Writes an audit entry in the transaction of the change. Entries are never modified. */
export async function audit<Before extends object, After extends object>(
  transaction: Queryable,
  change: Change<Before, After>,
): Promise<void> {
  await transaction.count(
    'insert into audit_log (user_id, action, subject, before, after, address) values (:userId, :action, :subject, :before, :after, :address)',
    {
      ...change,
      before: change.before === undefined ? null : JSON.stringify(change.before),
      after: change.after === undefined ? null : JSON.stringify(change.after),
    },
  );
}
