import type { Queryable } from '../../server/db.ts';
import { queueMail, withdrawMails } from '../../server/mail.ts';
import { planInForce } from '../plans/plans.rules.ts';
import { isWanted, type Notice, type Switches, topicOf } from './kinds.rules.ts';
import { findReceiver, insertNotification, type Receiver } from './notifications.store.ts';
import { deletePushMessages, insertPushMessages } from './push.store.ts';

/**
 * Tells a parent, if they want to be told of this kind and were not told before: in the app, and by mail and on
 * their phones if they want that. All of it in the caller's transaction. Safe to repeat. Who has asked for their account to be erased, or is
 * suspended, is told nothing.
 *
 * @returns how many notifications were made.
 */
export async function tell(transaction: Queryable, userId: number, notices: readonly Notice[]): Promise<number> {
  const receiver = notices.length > 0 ? await findReceiver(transaction, userId) : undefined;
  if (!receiver) return 0;
  let made = 0;
  for (const notice of notices) {
    const kept = isWanted(notice.type, receiver) ? await insertNotification(transaction, userId, notice) : undefined;
    if (!kept) continue;
    made += 1;
    if (receiver.emailNotifications) await mail(transaction, receiver, notice);
    if (receiver.pushNotifications) {
      await insertPushMessages(transaction, {
        userId,
        notificationId: kept.id,
        topic: topicOf(notice.type),
        body: notice.push,
        urgent: notice.priority === 'high',
      });
    }
  }
  return made;
}

/**
 * Drops what waits to be sent and falls under a switch: of a kind, or of a channel. Nothing of it may arrive after the
 * switch was turned.
 */
export async function withdraw(transaction: Queryable, userId: number, name: keyof Switches): Promise<void> {
  const kind = name === 'emailNotifications' || name === 'pushNotifications' ? null : name;
  if (name !== 'pushNotifications') await withdrawMails(transaction, userId, kind);
  if (name !== 'emailNotifications') await deletePushMessages(transaction, userId, kind);
}

/** The same words as in the app: first name, test and score, never more. */
function mail(transaction: Queryable, receiver: Receiver, notice: Notice): Promise<void> {
  const plan = planInForce(receiver, receiver.now);
  return queueMail(transaction, {
    to: receiver.email,
    kind: notice.type,
    topic: topicOf(notice.type),
    userId: receiver.userId,
    subject: notice.title,
    content: {
      title: notice.title,
      paragraphs: notice.paragraphs ?? [notice.message],
      actions: [{ label: 'Ver na {{productName}}', path: notice.actionLink }],
      ...(plan.allows.prioritySupport ? { plan: `Plano ${plan.name}` } : {}),
    },
    uselessAt: notice.expiresAt,
  });
}
