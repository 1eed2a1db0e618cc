import type { Database, Queryable } from '../../../server/db/db.ts';
import { notFound, notSignedIn } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { type Event, listen, listenToMany } from '../../../server/jobs/outbox.ts';
import { type Moves, readManyMoves } from '../../knowing/knowledge/moves.server.ts';
import { countDue } from '../../knowing/practice/practice.server.ts';
import { readBesides } from '../../knowing/reports/week.server.ts';
import { findUser } from '../../people/accounts/accounts.store.ts';
import { type SecurityChange, securityWords } from '../../people/accounts/security-mail.rules.ts';
import { isMailTime } from './joined-mails.rules.ts';
import { deleteOldMailDays, deleteWaitingMails, findPeopleToMail } from './joined-mails.store.ts';
import type { Switches } from './kinds.rules.ts';
import { listenToMoney } from './money.server.ts';
import { bindNews, tellNews } from './news.server.ts';
import { notificationsContract } from './notifications.contract.ts';
import {
  DAYS_BETWEEN_PRACTICE_REMINDERS,
  FORTNIGHT,
  type KnownTheme,
  leftByPin,
  markCorrected,
  marksCorrected,
  noTestReminder,
  noticesAfter,
  PRACTICE_IDLE_DAYS,
  practiceReminder,
  securityChanged,
  unfinishedReminder,
  welcome,
} from './notifications.rules.ts';
import {
  deleteExpired,
  deleteNotification,
  deleteOldSources,
  findCorrectedMarks,
  findGraded,
  findIdleChildren,
  findLastOfNext,
  findLeftAttempts,
  findNotifications,
  findPausedPractice,
  findReceivers,
  findSettings,
  type Slice,
  updateRead,
  upsertSettings,
} from './notifications.store.ts';
import { listenToOpinions } from './opinions.server.ts';
import { bindPush } from './push.server.ts';
import { mailWhatIsDue, tell, tellAll, withdraw } from './telling.server.ts';
import { bindUnsubscribe } from './unsubscribe.server.ts';
import { type Week, weeklyReport, weekToReport } from './weekly.rules.ts';
import { findWeek, findWeeklyReceivers } from './weekly.store.ts';

/** Maximum notifications in one reply. */
const MAX_LISTED = 500;
/** Maximum reminders of one kind in one run; the rest waits for the next. */
const MAX_REMINDERS = 1_000;

/** Notifies a family of several attempts, in their order. */
async function onAttemptsCompleted(transaction: Queryable, events: readonly Event[]): Promise<void> {
  const graded = await findGraded(
    transaction,
    events.map(({ payload }) => Number(payload['attemptId'])),
  );
  const moved = await readManyMoves(
    transaction,
    graded.map(({ userId, childId, startedAt, finishedAt }) => ({
      userId,
      childId,
      from: startedAt,
      until: finishedAt,
    })),
    'knows',
  );
  const noticed = graded.map((attempt, place) => ({
    userId: attempt.userId,
    notices: noticesAfter({ ...attempt, known: themesKnown(moved[place] as Moves) }, attempt.now),
  }));
  const byFamily = Map.groupBy(noticed, ({ userId }) => userId);
  await tellAll(
    transaction,
    [...byFamily].map(([userId, own]) => ({ userId, notices: own.flatMap(({ notices }) => notices) })),
  );
}

/** Returns themes that the child knows since an attempt; without a name if the plan shows none. */
const themesKnown = ({ detailed, moves }: Moves): KnownTheme[] =>
  moves.map(({ code, discipline, name }) => ({ code, discipline, name: detailed ? name : null }));

async function onAttemptRegraded(transaction: Queryable, { payload }: Event): Promise<void> {
  // The event of the first attempt notifies the family of all corrected marks; later events find them already notified.
  const marks = await findCorrectedMarks(transaction, Number(payload['regradeId']), Number(payload['attemptId']));
  const [first] = marks;
  if (!first) return;
  const notices = marks.map((mark) => markCorrected(mark, mark.now));
  await tell(transaction, first.userId, notices, marksCorrected(marks, first.now));
}

async function onSecurityChanged(transaction: Queryable, { id, payload }: Event): Promise<void> {
  const user = await findUser(transaction, Number(payload['userId']));
  if (!user) return;
  const { change, at, device } = payload as { change: SecurityChange; at: string; device?: string };
  const words = securityWords(change, user.username, new Date(at), device);
  const isByPin = change === 'child_mode_left_by_pin';
  await tell(transaction, user.id, [
    isByPin ? leftByPin(words, new Date(at)) : securityChanged({ event: id, ...words }, new Date()),
  ]);
}

async function onUserRegistered(transaction: Queryable, { payload }: Event): Promise<void> {
  await tell(transaction, Number(payload['userId']), [welcome(new Date())]);
}

/** Number of children, or people, checked by one statement: a million of them cannot be checked at once. */
const AT_ONCE = 1_000;

/** Sums the results of independent steps. A step that fails does not stop the others. */
function turns() {
  let sum = 0;
  const failures: unknown[] = [];
  return {
    sum: () => sum,
    async add(work: () => Promise<number>): Promise<void> {
      try {
        sum += await work();
      } catch (error) {
        failures.push(error);
      }
    },
    /** @throws AggregateError with the errors of all failed steps. Call it after the last one. */
    result(): number {
      if (failures.length > 0) throw new AggregateError(failures, `failed for ${failures.length}`);
      return sum;
    },
  };
}

type Turns = ReturnType<typeof turns>;

/** Calls `remind` for all children, a slice at a time, until enough reminders have been created. */
async function remindChildren(
  db: Database,
  slice: number,
  made: Turns,
  remind: (children: Slice) => Promise<void>,
): Promise<void> {
  for (let after = 0; made.sum() < MAX_REMINDERS; ) {
    const to = await findLastOfNext(db, after, slice);
    if (to === undefined) break;
    await remind({ after, to });
    after = to;
  }
}

/** Reminds of children without a test for a fortnight and of abandoned tests. Safe to run concurrently. */
export async function remindOfTests(db: Database, slice = AT_ONCE): Promise<number> {
  const made = turns();
  await remindChildren(db, slice, made, async (children) => {
    for (const child of await findIdleChildren(db, children, FORTNIGHT)) {
      const notice = noTestReminder(child, child.now);
      if (notice) await made.add(() => db.transaction((transaction) => tell(transaction, child.userId, [notice])));
    }
  });
  for (const attempt of await findLeftAttempts(db, MAX_REMINDERS))
    await made.add(() =>
      db.transaction((transaction) => tell(transaction, attempt.userId, [unfinishedReminder(attempt, attempt.now)])),
    );
  return made.result();
}

/** Reminds of children that stopped practising while questions are due. Safe to run concurrently. */
export async function remindOfPractice(db: Database): Promise<number> {
  const made = turns();
  await remindChildren(db, AT_ONCE, made, async (children) => {
    for (const child of await findPausedPractice(db, children, PRACTICE_IDLE_DAYS, DAYS_BETWEEN_PRACTICE_REMINDERS))
      await made.add(async () => {
        const due = await countDue(db, child.childId, child.now);
        if (due === 0) return 0;
        const notice = practiceReminder(child, due, child.now);
        return db.transaction((transaction) => tell(transaction, child.userId, [notice]));
      });
  });
  return made.result();
}

/** Maximum milliseconds of one run of the weekly report; the remaining families get it in the next run. */
const TURN_MS = 240_000;

/** Sends the weekly report on Sunday evening to parents with something to report. Safe to run concurrently. */
export async function reportWeek(db: Database, now = new Date(), slice = AT_ONCE): Promise<number> {
  const week = weekToReport(now);
  if (!week) return 0;
  const since = performance.now();
  const made = turns();
  for (let after = 0; performance.now() - since < TURN_MS; ) {
    const people = await findWeeklyReceivers(db, week, after, slice);
    const last = people.at(-1);
    if (!last) break;
    for (const { userId } of people.filter(({ receives }) => receives))
      await made.add(() => reportTo(db, week, userId));
    after = last.userId;
  }
  return made.result();
}

async function reportTo(db: Database, week: Week, userId: number): Promise<number> {
  const rows = await findWeek(db, userId, week);
  const report = weeklyReport(rows, week, await readBesides(db, userId, rows, week));
  return report ? db.transaction((transaction) => tell(transaction, userId, [report])) : 0;
}

/** People whose queued mails are processed in one run; the rest waits for the next. */
const MAX_MAILED = 500;

/** Sends mails that waited for the next day. Safe to run concurrently. */
export async function sendWaitingMails(db: Database, now = new Date()): Promise<number> {
  if (!isMailTime(now)) return 0;
  const queued = turns();
  for (const userId of await findPeopleToMail(db, MAX_MAILED))
    await queued.add(() =>
      db.transaction(async (transaction) => {
        const [receiver] = await findReceivers(transaction, [userId]);
        if (receiver?.emailNotifications) return mailWhatIsDue(transaction, [receiver]);
        await deleteWaitingMails(transaction, userId, null);
        return 0;
      }),
    );
  return queued.result();
}

/** Deletes expired notifications, and sources too old to be notified again. */
export async function forgetNotifications(db: Database): Promise<number> {
  return (await deleteExpired(db)) + (await deleteOldSources(db)) + (await deleteOldMailDays(db));
}

/** Does work only at times at which phones may ring. */
const byDay = async (work: () => Promise<unknown>) => isMailTime(new Date()) && work();

/** Returns the periodic jobs of this feature. */
export const notificationsWork = (db: Database): Periodic[] => [
  { name: 'remind-of-tests', every: 3600, work: () => byDay(() => remindOfTests(db)) },
  { name: 'remind-of-practice', every: 3600, work: () => byDay(() => remindOfPractice(db)) },
  { name: 'waiting-mails', every: 900, work: () => sendWaitingMails(db) },
  { name: 'weekly-report', every: 300, work: () => reportWeek(db) },
  { name: 'tell-news', every: 30, work: () => tellNews(db) },
  { name: 'forget-notifications', every: 3600, work: () => forgetNotifications(db) },
];

/** Binds the caller's notifications and their settings, and registers the listeners that create notifications. */
export function bindNotifications(frame: Frame): void {
  const { db } = frame;
  listenToMany('attempt-completed', onAttemptsCompleted);
  listen('attempt-regraded', onAttemptRegraded);
  listen('user-registered', onUserRegistered);
  listen('security-changed', onSecurityChanged);
  listenToMoney();
  listenToOpinions();
  frame.bind(notificationsContract, {
    'GET /api/notifications': (call) => findNotifications(db, call.caller.userId, call.query.includeRead, MAX_LISTED),

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
  bindNews(frame);
  bindUnsubscribe(frame);
  bindPush(frame);
}
