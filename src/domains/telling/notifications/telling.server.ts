import type { Queryable } from '../../../server/db/db.ts';
import { type NewMail, queueMails, withdrawMails } from '../../../server/mail/mail.ts';
import { planInForce } from '../../money/plans/plans.rules.ts';
import { JOINED, joinedMail, joinsMails, mailsDue } from './joined-mails.rules.ts';
import {
  deleteWaitingMails,
  findMailedChildren,
  findWaitingMails,
  releaseMailDay,
  takeMailDay,
  takeWaitingMails,
} from './joined-mails.store.ts';
import { isMailed, isWanted, KINDS, type Notice, type NoticeType, type Switches, topicOf } from './kinds.rules.ts';
import { findReceivers, insertNotifications, type Receiver } from './notifications.store.ts';
import { deletePushMessages, insertPushMessages } from './push.store.ts';

/** A notification to create for a user. */
export interface Telling {
  userId: number;
  notices: readonly Notice[];
  /** The text of one mail that replaces separate mails for each notification. */
  inOne?: Notice;
}

/**
 * Notifies a parent or a teacher; see `tellAll`.
 *
 * @returns how many notifications were created.
 */
export const tell = (
  transaction: Queryable,
  userId: number,
  notices: readonly Notice[],
  inOne?: Notice,
): Promise<number> => tellAll(transaction, [{ userId, notices, ...(inOne ? { inOne } : {}) }]);

/**
 * Notifies parents and teachers in the app, and by mail and push if their settings allow it. Skips users who switched this kind off and
 * those who were already notified. Runs in the caller's transaction. Safe to repeat. Accounts that are suspended or about to be erased
 * receive nothing. Mails about a child are sent once a day: later ones wait for the next day.
 *
 * @param tellings at most one for each user.
 * @returns how many notifications were created.
 */
export async function tellAll(transaction: Queryable, tellings: readonly Telling[]): Promise<number> {
  const receivers = new Map(
    (
      await findReceivers(
        transaction,
        tellings.filter(({ notices }) => notices.length > 0).map(({ userId }) => userId),
      )
    ).map((receiver) => [receiver.userId, receiver]),
  );
  const offered = tellings.flatMap(({ userId, notices, inOne }) => {
    const receiver = receivers.get(userId);
    if (!receiver) return [];
    return notices
      .filter(({ type }) => isWanted(type, receiver))
      .map((notice) => {
        const isInMail = receiver.emailNotifications && receiver.emailVerified && isMailed(notice.type);
        return { receiver, notice, inOne, userId, isInMail, waits: isInMail && joinsMails(notice.type) };
      });
  });
  const ids = await insertNotifications(transaction, offered);
  const made = offered.flatMap((one, place) => {
    const id = ids.get(place);
    return id === undefined ? [] : [{ ...one, id }];
  });
  const told = new Map<number, Receiver>();
  const mails: NewMail[] = [];
  for (const { receiver, notice, inOne, isInMail, waits, id } of made) {
    if (isInMail && !waits && (!inOne || !told.has(receiver.userId))) mails.push(mailOf(receiver, inOne ?? notice));
    told.set(receiver.userId, receiver);
    if (notice.push !== null && receiver.pushNotifications && receiver.hasPushDevice) {
      await insertPushMessages(transaction, {
        userId: receiver.userId,
        notificationId: id,
        topic: topicOf(notice.type),
        body: notice.push,
        urgent: notice.priority === 'high',
      });
    }
  }
  await queueMails(transaction, mails);
  await mailWhatIsDue(transaction, [...told.values()]);
  return made.length;
}

/**
 * Sends the queued mails of families' children that had none today. Safe to run concurrently: the day of a child is claimed
 * once.
 *
 * @returns how many mails were queued.
 */
export async function mailWhatIsDue(transaction: Queryable, receivers: readonly Receiver[]): Promise<number> {
  const ids = receivers.map(({ userId }) => userId);
  if (ids.length === 0) return 0;
  const [waiting, children] = await Promise.all([
    findWaitingMails(transaction, ids, Object.keys(KINDS)),
    findMailedChildren(transaction, ids),
  ]);
  const due = receivers.flatMap((receiver) => {
    const own = children.filter(({ userId }) => userId === receiver.userId);
    return mailsDue(
      waiting.filter(({ userId }) => userId === receiver.userId),
      own.map(({ childId }) => childId),
      new Set(own.filter(({ mailed }) => mailed).map(({ childId }) => childId)),
    ).map((mail) => ({ ...mail, receiver }));
  });
  if (due.length === 0) return 0;
  const days = new Set(
    await takeMailDay(
      transaction,
      due.flatMap(({ childIds }) => childIds),
    ),
  );
  const still = await takeWaitingMails(
    transaction,
    due
      .filter(({ childIds }) => childIds.every((id) => days.has(id)))
      .flatMap(({ items }) => items.map(({ notificationId }) => notificationId)),
  );
  const left = due.map(({ items, ...mail }) => ({
    ...mail,
    items: items.filter(({ notificationId }) => still.has(notificationId)),
  }));
  // Another process was faster.
  const unused = left.filter(({ items }) => items.length === 0).flatMap(({ childIds }) => childIds);
  const taken = unused.filter((id) => days.has(id));
  if (taken.length > 0) await releaseMailDay(transaction, taken);
  const mails = left
    .filter(({ items }) => items.length > 0)
    .map(({ items, receiver }): NewMail => {
      const { content, ...mail } = joinedMail(items);
      return {
        ...mail,
        to: receiver.email,
        userId: receiver.userId,
        content: { ...content, ...supportOf(receiver) },
      };
    });
  await queueMails(transaction, mails);
  return mails.length;
}

/** Returns the plan's name for a mail, if the plan includes priority support. */
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
    // A mail that joins several notifications is deleted as a whole; all of them remain in the app.
    await withdrawMails(transaction, userId, kind, JOINED);
    const types = (Object.keys(KINDS) as NoticeType[]).filter((type) => topicOf(type) === kind);
    await deleteWaitingMails(transaction, userId, kind === null ? null : types);
  }
  if (name !== 'emailNotifications') await deletePushMessages(transaction, userId, kind);
}

/** Returns the mail of a notification. It has the same text as in the app: first name, test and score, never more. */
export function mailOf(receiver: Receiver, notice: Notice): NewMail {
  return {
    to: receiver.email,
    kind: notice.type,
    topic: topicOf(notice.type),
    source: notice.source,
    userId: receiver.userId,
    subject: notice.title,
    content: {
      title: notice.title,
      paragraphs: notice.paragraphs ?? [notice.message],
      actions: [{ label: 'Ver na {{productName}}', path: notice.actionLink ?? '/' }],
      ...supportOf(receiver),
    },
    uselessAt: notice.expiresAt,
  };
}
