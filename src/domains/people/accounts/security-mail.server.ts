import type { Queryable } from '../../../server/db/db.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { queueMail } from '../../../server/mail/mail.ts';
import type { MailedUser } from './account.store.ts';
import { type SecurityChange, securityMail } from './security-mail.rules.ts';

/**
 * Notifies a user of a change to their account that somebody else may have made, regardless of notification settings: by mail, and in the
 * app by the event `security-changed`.
 *
 * @param device the device with which the change was made, if it is mentioned.
 */
export async function sendSecurityMail(
  transaction: Queryable,
  user: MailedUser,
  change: SecurityChange,
  device?: string,
): Promise<void> {
  const now = new Date();
  await queueMail(transaction, {
    ...securityMail(change, user.username, now, device),
    to: user.email,
    userId: user.id,
    purpose: 'warning',
  });
  await emit(transaction, 'security-changed', { userId: user.id, change, at: now.toISOString(), device });
}
