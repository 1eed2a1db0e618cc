import type { Database, Queryable } from '../../server/db.ts';
import { notFound, notSignedIn } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import type { Periodic } from '../../server/jobs.ts';
import { type Event, listen } from '../../server/outbox.ts';
import { notificationsContract } from './notifications.contract.ts';
import {
  FORTNIGHT,
  isWanted,
  type Notice,
  noTestReminder,
  noticesAfter,
  unfinishedReminder,
  welcome,
} from './notifications.rules.ts';
import {
  deleteExpired,
  deleteNotification,
  deleteOldSources,
  findGraded,
  findIdleChildren,
  findLeftAttempts,
  findNotifications,
  findSettings,
  insertNotification,
  updateRead,
  upsertSettings,
} from './notifications.store.ts';

/** Most notifications in one answer. */
const MOST_LISTED = 500;
/** Most reminders of one kind in one turn; the rest waits for the next. */
const MOST_REMINDERS = 1_000;

/**
 * Tells a parent, if they want to be told of this kind and were not told before. Safe to repeat.
 *
 * @returns how many notifications were made.
 */
async function tell(db: Queryable, userId: number, notices: readonly Notice[]): Promise<number> {
  const settings = notices.length > 0 ? await findSettings(db, userId) : undefined;
  if (!settings) return 0;
  let made = 0;
  for (const notice of notices)
    if (isWanted(notice.type, settings)) made += await insertNotification(db, userId, notice);
  return made;
}

async function onAttemptCompleted(transaction: Queryable, { payload }: Event): Promise<void> {
  const attempt = await findGraded(transaction, Number(payload['attemptId']));
  if (attempt) await tell(transaction, attempt.userId, noticesAfter(attempt, attempt.now));
}

async function onUserRegistered(transaction: Queryable, { payload }: Event): Promise<void> {
  await tell(transaction, Number(payload['userId']), [welcome(new Date())]);
}

/** Reminds of children without a test for a fortnight and of tests that were left. Safe to run anywhere, any number of times. */
export async function remindOfTests(db: Database): Promise<number> {
  let made = 0;
  for (const child of await findIdleChildren(db, FORTNIGHT, MOST_REMINDERS)) {
    const notice = noTestReminder(child, child.now);
    if (notice) made += await tell(db, child.userId, [notice]);
  }
  for (const attempt of await findLeftAttempts(db, MOST_REMINDERS))
    made += await tell(db, attempt.userId, [unfinishedReminder(attempt, attempt.now)]);
  return made;
}

/** Drops what has expired, and what is remembered longer than anything could be told again. */
export async function forgetNotifications(db: Database): Promise<number> {
  return (await deleteExpired(db)) + (await deleteOldSources(db));
}

/** Periodic work of this feature. */
export const notificationsWork = (db: Database): Periodic[] => [
  { name: 'remind-of-tests', every: 3600, work: () => remindOfTests(db) },
  { name: 'forget-notifications', every: 3600, work: () => forgetNotifications(db) },
];

/** Notifications of the caller, their settings, and the listeners that make them. */
export function bindNotifications(frame: Frame): void {
  const { db } = frame;
  listen('attempt-completed', onAttemptCompleted);
  listen('user-registered', onUserRegistered);
  frame.bind(notificationsContract, {
    'GET /api/notifications': (call) => findNotifications(db, call.caller.userId, call.query.includeRead, MOST_LISTED),

    'PATCH /api/notifications/:id/read': async (call) => {
      const read = await updateRead(db, call.caller.userId, call.params.id);
      if (!read) throw notFound();
      return read;
    },

    'DELETE /api/notifications/:id': async (call) => {
      if ((await deleteNotification(db, call.caller.userId, call.params.id)) === 0) throw notFound();
      return null;
    },

    'GET /api/notifications/settings': async (call) => {
      const settings = await findSettings(db, call.caller.userId);
      if (!settings) throw notSignedIn();
      return settings;
    },

    'PUT /api/notifications/settings': (call) => upsertSettings(db, call.caller.userId, call.body),
  });
}
