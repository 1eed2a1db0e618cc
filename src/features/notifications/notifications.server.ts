import type { Database, Queryable } from '../../server/db.ts';
import { notFound, notSignedIn } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import type { Periodic } from '../../server/jobs.ts';
import { type Event, listen } from '../../server/outbox.ts';
import type { Switches } from './kinds.rules.ts';
import { listenToMoney } from './money.server.ts';
import { notificationsContract } from './notifications.contract.ts';
import {
  FORTNIGHT,
  markCorrected,
  noTestReminder,
  noticesAfter,
  unfinishedReminder,
  welcome,
} from './notifications.rules.ts';
import {
  deleteExpired,
  deleteNotification,
  deleteOldSources,
  findCorrectedMark,
  findGraded,
  findIdleChildren,
  findLeftAttempts,
  findNotifications,
  findSettings,
  updateRead,
  upsertSettings,
} from './notifications.store.ts';
import { bindPush } from './push.server.ts';
import { tell, withdraw } from './telling.server.ts';
import { bindUnsubscribe } from './unsubscribe.server.ts';
import { weeklyReport, weekToReport } from './weekly.rules.ts';
import { findWeek, findWeeklyReceivers } from './weekly.store.ts';

/** Most notifications in one answer. */
const MOST_LISTED = 500;
/** Most reminders of one kind in one turn; the rest waits for the next. */
const MOST_REMINDERS = 1_000;

async function onAttemptCompleted(transaction: Queryable, { payload }: Event): Promise<void> {
  const attempt = await findGraded(transaction, Number(payload['attemptId']));
  if (attempt) await tell(transaction, attempt.userId, noticesAfter(attempt, attempt.now));
}

async function onAttemptRegraded(transaction: Queryable, { payload }: Event): Promise<void> {
  const mark = await findCorrectedMark(transaction, Number(payload['regradeId']), Number(payload['attemptId']));
  if (mark) await tell(transaction, mark.userId, [markCorrected(mark, mark.now)]);
}

async function onUserRegistered(transaction: Queryable, { payload }: Event): Promise<void> {
  await tell(transaction, Number(payload['userId']), [welcome(new Date())]);
}

/** Reminds of children without a test for a fortnight and of tests that were left. Safe to run anywhere, any number of times. */
export async function remindOfTests(db: Database): Promise<number> {
  let made = 0;
  for (const child of await findIdleChildren(db, FORTNIGHT, MOST_REMINDERS)) {
    const notice = noTestReminder(child, child.now);
    if (notice) made += await db.transaction((transaction) => tell(transaction, child.userId, [notice]));
  }
  for (const attempt of await findLeftAttempts(db, MOST_REMINDERS))
    made += await db.transaction((transaction) =>
      tell(transaction, attempt.userId, [unfinishedReminder(attempt, attempt.now)]),
    );
  return made;
}

/** Families whose weekly report is made in one turn; the rest waits for the next. */
const MOST_REPORTS = 500;

/** Reports the week on Sunday evening, to whoever has something to read in it. Safe to run anywhere, any number of times. */
export async function reportWeek(db: Database, now = new Date()): Promise<number> {
  const week = weekToReport(now);
  if (!week) return 0;
  let made = 0;
  for (const userId of await findWeeklyReceivers(db, week, MOST_REPORTS)) {
    const report = weeklyReport(await findWeek(db, userId, week), week);
    if (report) made += await db.transaction((transaction) => tell(transaction, userId, [report]));
  }
  return made;
}

/** Drops what has expired, and what is remembered longer than anything could be told again. */
export async function forgetNotifications(db: Database): Promise<number> {
  return (await deleteExpired(db)) + (await deleteOldSources(db));
}

/** Periodic work of this feature. */
export const notificationsWork = (db: Database): Periodic[] => [
  { name: 'remind-of-tests', every: 3600, work: () => remindOfTests(db) },
  { name: 'weekly-report', every: 300, work: () => reportWeek(db) },
  { name: 'forget-notifications', every: 3600, work: () => forgetNotifications(db) },
];

/** Notifications of the caller, their settings, and the listeners that make them. */
export function bindNotifications(frame: Frame): void {
  const { db } = frame;
  listen('attempt-completed', onAttemptCompleted);
  listen('attempt-regraded', onAttemptRegraded);
  listen('user-registered', onUserRegistered);
  listenToMoney();
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

    'PUT /api/notifications/settings': (call) =>
      db.transaction(async (transaction) => {
        const { userId } = call.caller;
        for (const [name, on] of Object.entries(call.body))
          if (on === false) await withdraw(transaction, userId, name as keyof Switches);
        return upsertSettings(transaction, userId, call.body);
      }),
  });
  bindUnsubscribe(frame);
  bindPush(frame);
}
