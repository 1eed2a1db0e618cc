import type { Queryable } from '../../server/db.ts';
import { queueMail, withdrawMails } from '../../server/mail.ts';
import { planInForce } from '../plans/plans.rules.ts';
import { JOINED, joinedMail, joinsMails, mailsDue } from './joined-mails.rules.ts';
import {
  deleteWaitingMails,
  findMailedChildren,
  findWaitingMails,
  insertWaitingMail,
  releaseMailDay,
  takeMailDay,
  takeWaitingMails,
} from './joined-mails.store.ts';
import { isMailed, isWanted, KINDS, type Notice, type NoticeType, type Switches, topicOf } from './kinds.rules.ts';
import { findReceiver, insertNotification, type Receiver } from './notifications.store.ts';
import { deletePushMessages, insertPushMessages } from './push.store.ts';

/**
 * Notifies a parent or a teacher, if they want this kind and were not notified before: in the app, and by mail and push as set.
 * Runs in the caller's transaction. Safe to repeat. Accounts that are suspended or about to be erased receive nothing. Mails
 * about a child are sent once a day: later ones wait for the next day.
 *
 * @param inOne the text of one mail that replaces one for each of them.
 * @returns how many notifications were created.
 */
export async function tell(
  transaction: Queryable,
  userId: number,
  notices: readonly Notice[],
  inOne?: Notice,
): Promise<number> {
  const receiver = notices.length > 0 ? await findReceiver(transaction, userId) : undefined;
  if (!receiver) return 0;
  let made = 0;
  for (const notice of notices) {
    const kept = isWanted(notice.type, receiver) ? await insertNotification(transaction, userId, notice) : undefined;
    if (!kept) continue;
    made += 1;
    if (receiver.emailNotifications && isMailed(notice.type)) {
      if (joinsMails(notice.type)) await insertWaitingMail(transaction, kept.id, notice.paragraphs ?? null);
      else if (!inOne || made === 1) await mail(transaction, receiver, inOne ?? notice);
    }
    if (receiver.pushNotifications && receiver.hasPushDevice) {
      await insertPushMessages(transaction, {
        userId,
        notificationId: kept.id,
        topic: topicOf(notice.type),
        body: notice.push,
        urgent: notice.priority === 'high',
      });
    }
  }
  if (made > 0) await mailWhatIsDue(transaction, receiver);
  return made;
}

/**
 * Sends the queued mails of a family's children that had none today. Safe to run concurrently: the day of a child is claimed
 * once.
 *
 * @returns how many mails were queued.
 */
export async function mailWhatIsDue(transaction: Queryable, receiver: Receiver): Promise<number> {
  const [waiting, children] = await Promise.all([
    findWaitingMails(transaction, receiver.userId),
    findMailedChildren(transaction, receiver.userId),
  ]);
  if (waiting.length === 0) return 0;
  const due = mailsDue(
    waiting,
    children.map(({ childId }) => childId),
    new Set(children.filter(({ mailed }) => mailed).map(({ childId }) => childId)),
  );
  let queued = 0;
  for (const { childIds, items } of due) {
    const taken = await takeMailDay(transaction, childIds);
    const still = await takeWaitingMails(
      transaction,
      taken.length === childIds.length ? items.map(({ notificationId }) => notificationId) : [],
    );
    const left = items.filter(({ notificationId }) => still.has(notificationId));
    if (left.length === 0) {
      // Another process was faster.
      await releaseMailDay(transaction, taken);
      continue;
    }
    const { content, ...mail } = joinedMail(left);
    await queueMail(transaction, {
      ...mail,
      to: receiver.email,
      userId: receiver.userId,
      content: { ...content, ...supportOf(receiver) },
    });
    queued += 1;
  }
  return queued;
}

/** What a mail says about the plan: its name, if support gives it priority. */
function supportOf(receiver: Receiver): { plan?: string } {
  const plan = planInForce(receiver, receiver.now);
  return plan.allows.prioritySupport ? { plan: `Plano ${plan.name}` } : {};
}

/**
 * Deletes queued messages controlled by a switch: of a kind, or of a channel. Nothing may arrive after the switch was turned off.
 */
export async function withdraw(transaction: Queryable, userId: number, name: keyof Switches): Promise<void> {
  const kind = name === 'emailNotifications' || name === 'pushNotifications' ? null : name;
  if (name !== 'pushNotifications') {
    // A mail that joins several is deleted as a whole; all of it remains in the app.
    await withdrawMails(transaction, userId, kind, JOINED);
    const types = (Object.keys(KINDS) as NoticeType[]).filter((type) => topicOf(type) === kind);
    await deleteWaitingMails(transaction, userId, kind === null ? null : types);
  }
  if (name !== 'emailNotifications') await deletePushMessages(transaction, userId, kind);
}

/** The same text as in the app: first name, test and score, never more. */
function mail(transaction: Queryable, receiver: Receiver, notice: Notice): Promise<void> {
  return queueMail(transaction, {
    to: receiver.email,
    kind: notice.type,
    topic: topicOf(notice.type),
    userId: receiver.userId,
    subject: notice.title,
    content: {
      title: notice.title,
      paragraphs: notice.paragraphs ?? [notice.message],
      actions: [{ label: 'Ver na {{productName}}', path: notice.actionLink ?? '/' }],
      ...supportOf(receiver),
    },
    uselessAt: notice.expiresAt,
  });
}
