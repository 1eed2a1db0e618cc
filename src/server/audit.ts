import type { AuditedAction, AuditedField, AuditedSubject } from '../shared/audited.ts';
import type { Queryable } from './db.ts';

/** Fails to compile for fields that the log has no word for, also those of a row that was spread in. */
type Known<Fields> = Fields & Record<Exclude<keyof Fields, AuditedField>, never>;

/** One change that somebody with more rights than a parent made, or that money depends on. */
export interface Change<Before, After> {
  /** Who made it; null for the program itself. */
  userId: number | null;
  action: AuditedAction;
  /** What was changed. Never a name of a person. */
  subject: AuditedSubject;
  /** The changed fields as they were and as they are; secrets never. Left out when there is nothing to compare. */
  before?: Known<Before>;
  after?: Known<After>;
  /** Network address of the caller; null for the program itself. */
  address: string | null;
}

/** Writes a change to the audit log, in the transaction that makes it: both or neither. Rows are never changed again. */
export async function audit<Before extends object, After extends object>(
  transaction: Queryable,
  change: Change<Before, After>,
): Promise<void> {
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
