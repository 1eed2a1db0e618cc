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
 * Tells a parent or a teacher, if they want to be told of this kind and were not told before: in the app, and by mail and on
 * their phones if they want that. All of it in the caller's transaction. Safe to repeat. Who has asked for their account to be erased, or is
 * suspended, is told nothing. Mails about a child go out once a day: what comes later that day waits for the next one.
 *
 * @param inOne what one mail says in place of one for each of them.
 * @returns how many notifications were made.
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
  if (made > 0) await mailWhatIsDue(transaction, receiver);
  return made;
}

/**
 * Sends what waits for the mails of a family's children that had none today. Safe to run anywhere, any number of times: the day of a
 * child is taken once.
 *
 * @returns how many mails were queued.
 */
export async function mailWhatIsDue(transaction: Queryable, receiver: Receiver): Promise<number> {
  const waiting = await findWaitingMails(transaction, receiver.userId);
  if (waiting.length === 0) return 0;
  const children = await findMailedChildren(transaction, receiver.userId);
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

/** What a mail says of the plan: its name, where support answers it first. */
function supportOf(receiver: Receiver): { plan?: string } {
  const plan = planInForce(receiver, receiver.now);
  return plan.allows.prioritySupport ? { plan: `Plano ${plan.name}` } : {};
}

/**
 * Drops what waits to be sent and falls under a switch: of a kind, or of a channel. Nothing of it may arrive after the
 * switch was turned.
 */
export async function withdraw(transaction: Queryable, userId: number, name: keyof Switches): Promise<void> {
  const kind = name === 'emailNotifications' || name === 'pushNotifications' ? null : name;
  if (name !== 'pushNotifications') {
    // A mail that joins several is dropped as a whole; all of it stands in the app.
    await withdrawMails(transaction, userId, kind, JOINED);
    const types = (Object.keys(KINDS) as NoticeType[]).filter((type) => topicOf(type) === kind);
    await deleteWaitingMails(transaction, userId, kind === null ? null : types);
  }
  if (name !== 'emailNotifications') await deletePushMessages(transaction, userId, kind);
}

/** The same words as in the app: first name, test and score, never more. */
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
