import type { Queryable } from '../../../server/db/db.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { queueMail } from '../../../server/mail/mail.ts';
import { findAdministrators, findMailedUser, type MailedUser } from './account.store.ts';
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
  await noteSecurityChange(transaction, user.id, change, now, device);
}

/** Notifies a user of a change to their account in the app only, by the event `security-changed`. */
export async function noteSecurityChange(
  transaction: Queryable,
  userId: number,
  change: SecurityChange,
  at: Date,
  device?: string,
): Promise<void> {
  await emit(transaction, 'security-changed', { userId, change, at: at.toISOString(), device });
}

/**
 * Mails the other administrators about a change that one of them should know of, so that one of them can stop it.
 *
 * @param user the account that the text names, and that gets no mail.
 * @param by the administrator who made it, and gets no mail.
 */
export async function warnAdministrators(
  transaction: Queryable,
  user: Pick<MailedUser, 'id' | 'username'>,
  change: Extract<
    SecurityChange,
    'email_mended_of' | 'factor_waits_of' | 'replacement_asked_of' | 'role_changed_of' | 'transfers_changed'
  >,
  by: number | null = null,
): Promise<void> {
  for (const { id, email } of await findAdministrators(transaction, [user.id, by ?? user.id]))
    await queueMail(transaction, {
      ...securityMail(change, user.username, new Date()),
      to: email,
      userId: id,
      purpose: 'warning',
    });
}

/** Tells its owner and the administrators about a factor that was added with the password alone, before it counts. */
export async function tellThatFactorWaits(transaction: Queryable, userId: number): Promise<void> {
  const user = await findMailedUser(transaction, userId);
  if (!user) return;
  await sendSecurityMail(transaction, user, 'factor_waits');
  await warnAdministrators(transaction, user, 'factor_waits_of');
}

/** Tells the other administrators that one of them changed the account to which families transfer money. */
export async function tellTransfersChanged(transaction: Queryable, userId: number): Promise<void> {
  const user = await findMailedUser(transaction, userId);
  if (user) await warnAdministrators(transaction, user, 'transfers_changed');
}
