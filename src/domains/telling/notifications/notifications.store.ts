import type { Queryable } from '../../../server/db/db.ts';
import type { Gender, PlanId } from '../../../shared/words.ts';
import { TIME } from '../../knowing/progress/progress.store.ts';
import { COUNTS } from '../../sitting/attempts/counting.store.ts';
import type { ChildTold, Notice, Switches } from './kinds.rules.ts';
import type { CorrectedMark, GradedAttempt, IdleChild, LeftAttempt } from './notifications.rules.ts';

export interface NotificationRow {
  id: number;
  userId: number;
  childId: number | null;
  title: string;
  message: string;
  type: string;
  category: Notice['category'];
  isRead: boolean;
  actionLink: string | null;
  createdAt: Date;
  readAt: Date | null;
  expiresAt: Date | null;
  priority: Notice['priority'];
  metadata: Record<string, unknown> | null;
}

const NOTIFICATION = `n.id, n.user_id, n.child_id, n.title, n.message, n.type, n.category, n.is_read,
  n.action_link, n.created_at, n.read_at, n.expires_at, n.priority, n.metadata`;

/** Returns a user's notifications, newest first, without expired ones. */
export function findNotifications(
  db: Queryable,
  userId: number,
  includeRead: boolean,
  most: number,
): Promise<NotificationRow[]> {
  return db.rows<NotificationRow>(
    `select ${NOTIFICATION} from notifications n
     where n.user_id = $1 and ($2 or not n.is_read) and (n.expires_at is null or n.expires_at > now())
     order by n.id desc limit $3`,
    [userId, includeRead, most],
  );
}

/** Undefined if this user has no such notification. An earlier read time is kept. */
export function updateRead(db: Queryable, userId: number, id: number): Promise<NotificationRow | undefined> {
  return db.row<NotificationRow>(
    `update notifications n set is_read = true, read_at = coalesce(n.read_at, now()) where n.id = $2 and n.user_id = $1 returning ${NOTIFICATION}`,
    [userId, id],
  );
}

export function deleteNotification(db: Queryable, userId: number, id: number): Promise<number> {
  return db.count('delete from notifications where id = $2 and user_id = $1', [userId, id]);
}

/** A notification to store; with `waits` it is added to the next mail about its child. */
export interface NewNotification {
  userId: number;
  notice: Notice;
  waits: boolean;
}

/**
 * Stores notifications, except those for whose source the user already had one, even if deleted since.
 *
 * @returns the ids of the stored ones, by index.
 */
export async function insertNotifications(
  db: Queryable,
  given: readonly NewNotification[],
): Promise<Map<number, number>> {
  if (given.length === 0) return new Map();
  const rows = await db.rows<{ place: number; id: number }>(
    `with given as (
       select distinct on ("userId", source) * from jsonb_to_recordset($1::jsonb) as g(place int, "userId" int, source text, "childId" int, title text,
         message text, type text, category text, priority text, "actionLink" text, "expiresAt" timestamptz, metadata jsonb, waits boolean, paragraphs jsonb)
       order by "userId", source, place
     ), first as (
       insert into notification_sources (user_id, source) select "userId", source from given order by 1, 2
       on conflict do nothing returning user_id, source
     ), numbered as materialized (
       select given.*, nextval(pg_get_serial_sequence('notifications', 'id'))::int as id
       from (select given.* from given join first on first.user_id = given."userId" and first.source = given.source order by place) given
     ), made as (
       insert into notifications (id, user_id, child_id, title, message, type, category, priority, action_link, expires_at, metadata)
       overriding system value
       select id, "userId", "childId", title, message, type, category, priority, "actionLink", "expiresAt", metadata from numbered
     ), waiting as (
       insert into waiting_mails (notification_id, paragraphs) select id, paragraphs from numbered where waits
     )
     select place, id from numbered`,
    [
      JSON.stringify(
        given.map(
          ({ userId, waits, notice: { source, childId, title, message, paragraphs = null, ...notice } }, place) => ({
            place,
            userId,
            source,
            childId,
            title,
            message,
            type: notice.type,
            category: notice.category,
            priority: notice.priority,
            actionLink: notice.actionLink,
            expiresAt: notice.expiresAt,
            metadata: notice.metadata,
            waits,
            paragraphs,
          }),
        ),
      ),
    ],
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** A recipient and their channels. */
export interface Receiver extends Switches {
  userId: number;
  email: string;
  fullName: string;
  /** An unverified address receives no mails. */
  emailVerified: boolean;
  /** Whether a browser of theirs takes push messages. */
  hasPushDevice: boolean;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
  now: Date;
}

const SWITCHES = `coalesce(s.performance_alerts, true) as performance_alerts, coalesce(s.test_reminders, true) as test_reminders,
       coalesce(s.weekly_reports, true) as weekly_reports, coalesce(s.achievement_notifications, true) as achievement_notifications,
       coalesce(s.email_notifications, true) as email_notifications, coalesce(s.push_notifications, true) as push_notifications`;

/**
 * Returns the marks of an attempt's family that a regrade changed, in the order of the attempts, or none if no percentage differs, or the
 * attempt was deleted.
 */
export function findCorrectedMarks(
  db: Queryable,
  regradeId: number,
  attemptId: number,
): Promise<(CorrectedMark & { userId: number; now: Date })[]> {
  return db.rows(
    `select m.regrade_id, a.id as attempt_id, c.user_id, c.id as child_id, c.full_name, c.gender,
       a.discipline, t.theme, m.old_score as before, m.new_score as after, now() as now
     from regrade_marks m join attempts a on a.id = m.attempt_id join children c on c.id = a.child_id join tests t on t.id = a.test_id
     where m.regrade_id = $1 and m.old_score <> m.new_score and not a.interrupted
       and c.user_id = (select own.user_id from attempts of join children own on own.id = of.child_id where of.id = $2)
     order by a.id`,
    [regradeId, attemptId],
  );
}

/** Excludes accounts that are suspended or about to be erased: they receive no notifications. */
export function findReceivers(db: Queryable, userIds: readonly number[]): Promise<Receiver[]> {
  return db.rows<Receiver>(
    `select u.id as user_id, u.email, u.full_name, u.subscription_type, u.subscription_end,
       exists (select from push_devices d where d.user_id = u.id) as has_push_device, ${SWITCHES}, u.email_verified_at is not null as email_verified,
       now() as now
     from users u left join notification_settings s on s.user_id = u.id
     where u.id = any ((select $1::int[])::int[]) and u.deletion_asked_at is null and u.suspended_at is null`,
    [userIds],
  );
}

export interface SettingsRow extends Switches {
  id: number | null;
  userId: number;
  updatedAt: Date | null;
}

/** Returns a user's settings; every switch is on until changed. Undefined if there is no such user. */
export function findSettings(db: Queryable, userId: number): Promise<SettingsRow | undefined> {
  return db.row<SettingsRow>(
    `select s.id, u.id as user_id, ${SWITCHES}, s.updated_at
     from users u left join notification_settings s on s.user_id = u.id where u.id = $1`,
    [userId],
  );
}

/** Changes the given switches and leaves the others, also under concurrent changes. */
export async function upsertSettings(
  db: Queryable,
  userId: number,
  changed: { [Name in keyof Switches]?: boolean | undefined },
): Promise<SettingsRow> {
  const row = await db.row<SettingsRow>(
    `insert into notification_settings as s (user_id, performance_alerts, test_reminders, weekly_reports, achievement_notifications, email_notifications, push_notifications)
     values (:userId, coalesce(:performanceAlerts::boolean, true), coalesce(:testReminders::boolean, true), coalesce(:weeklyReports::boolean, true), coalesce(:achievementNotifications::boolean, true), coalesce(:emailNotifications::boolean, true), coalesce(:pushNotifications::boolean, true))
     on conflict (user_id) do update set
       performance_alerts = coalesce(:performanceAlerts::boolean, s.performance_alerts), test_reminders = coalesce(:testReminders::boolean, s.test_reminders),
       weekly_reports = coalesce(:weeklyReports::boolean, s.weekly_reports), achievement_notifications = coalesce(:achievementNotifications::boolean, s.achievement_notifications),
       email_notifications = coalesce(:emailNotifications::boolean, s.email_notifications), push_notifications = coalesce(:pushNotifications::boolean, s.push_notifications), updated_at = now()
     returning s.id, s.user_id, s.performance_alerts, s.test_reminders, s.weekly_reports,
       s.achievement_notifications, s.email_notifications, s.push_notifications,
       s.updated_at`,
    {
      userId,
      performanceAlerts: changed.performanceAlerts ?? null,
      testReminders: changed.testReminders ?? null,
      weeklyReports: changed.weeklyReports ?? null,
      achievementNotifications: changed.achievementNotifications ?? null,
      emailNotifications: changed.emailNotifications ?? null,
      pushNotifications: changed.pushNotifications ?? null,
    },
  );
  return row as SettingsRow;
}

/** Finds graded attempts with the previous scores and their family, in the order of their ids, except those that have been erased. */
export function findGraded(
  db: Queryable,
  attemptIds: readonly number[],
): Promise<Told<Omit<GradedAttempt, 'known'> & { startedAt: Date }>[]> {
  return db.rows(
    `select g.id as attempt_id, c.user_id, c.id as child_id, c.full_name, c.gender, g.discipline, t.theme,
       (select ${TIME} from attempts a where a.id = g.id) as time,
       g.total_score as score, g.correct_answers as correct, g.correct_answers + g.incorrect_answers as total, g.finished_at,
       g.interrupted, g.free_month, coalesce(g.effort = 'low', false) as low_effort, (select count(*) from answers where attempt_id = g.id) as answered,
       exists (select 1 from attempts a where a.id = g.id and ${COUNTS}) as counts, g.attempt_date as started_at,
       array(select a.total_score::int from attempts a
             where a.child_id = g.child_id and (a.finished_at, a.id) < (g.finished_at, g.id) and ${COUNTS}
             order by a.finished_at desc, a.id desc limit 5) as earlier,
       (select a.total_score::int from attempts a
        where a.child_id = g.child_id and a.discipline = g.discipline and (a.finished_at, a.id) < (g.finished_at, g.id) and ${COUNTS}
        order by a.finished_at desc, a.id desc limit 1) as last_here,
       now() as now
     from attempts g join children c on c.id = g.child_id join tests t on t.id = g.test_id
     where g.id = any ((select $1::int[])::int[]) and g.completed order by g.id`,
    [attemptIds],
  );
}

type Told<T> = T & { userId: number; now: Date };

/** Children checked by one statement: those with an id above the first number, up to the second. */
export interface Slice {
  after: number;
  to: number;
}

/** Returns the last of the next children in the order of their ids, or undefined when there is none. */
export async function findLastOfNext(db: Queryable, after: number, most: number): Promise<number | undefined> {
  const row = await db.row<{ last: number | null }>(
    'select max(id) as last from (select id from children where id > $1 order by id limit $2) next',
    [after, most],
  );
  return row?.last ?? undefined;
}

/** Finds active children of a slice whose parents want reminders, with no test for this many days and no reminder for as many. */
export function findIdleChildren(db: Queryable, { after, to }: Slice, days: number): Promise<Told<IdleChild>[]> {
  return db.rows(
    `select c.id as child_id, c.user_id, c.full_name, c.gender, c.extended_time,
       coalesce(last.attempt_date, c.created_at) as since, last.attempt_date is not null as tested, now() as now
     from children c join users u on u.id = c.user_id
       left join notification_settings s on s.user_id = c.user_id
       left join lateral (
         select a.attempt_date from attempts a where a.child_id = c.id and a.state not in ('abandoned', 'prepared') order by a.attempt_date desc limit 1
       ) last on true
     where c.active and u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.test_reminders, true)
       and coalesce(last.attempt_date, c.created_at) <= now() - make_interval(days => $1)
       and not exists (select 1 from notification_sources told where told.user_id = c.user_id
         and told.source like 'no-test:' || c.id || ':%' and told.told_at > now() - make_interval(days => $1))
       and c.id > $2 and c.id <= $3
     order by c.id`,
    [days, after, to],
  );
}

/**
 * Finds active children of a slice whose parents want reminders, who practised in the last 30 days but not in the last `pause`, with no
 * reminder for `days`.
 */
export function findPausedPractice(
  db: Queryable,
  { after, to }: Slice,
  pause: number,
  days: number,
): Promise<Told<ChildTold>[]> {
  return db.rows(
    `select c.id as child_id, c.user_id, c.full_name, c.gender, now() as now
     from children c join users u on u.id = c.user_id left join notification_settings s on s.user_id = c.user_id
     where c.active and u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.test_reminders, true)
       and exists (select 1 from practice_reviews r where r.child_id = c.id and r.reviewed_at > now() - interval '30 days')
       and not exists (select 1 from practice_reviews r where r.child_id = c.id and r.reviewed_at > now() - make_interval(days => $1))
       and not exists (select 1 from notification_sources told where told.user_id = c.user_id
         and told.source like 'practice:' || c.id || ':%' and told.told_at > now() - make_interval(days => $2))
       and c.id > $3 and c.id <= $4
     order by c.id`,
    [pause, days, after, to],
  );
}

/**
 * Returns each child's newest abandoned attempt of the last three days: without an answer, or closed by its deadline at least two hours
 * ago. Excluded if the child has done another test since, or the family was reminded in these three days.
 */
export function findLeftAttempts(db: Queryable, most: number): Promise<Told<LeftAttempt>[]> {
  return db.rows(
    `select distinct on (c.id) a.id as attempt_id, c.id as child_id, c.user_id, c.full_name, c.gender,
       a.discipline, t.theme, a.attempt_date as started_at, now() as now
     from (
       select * from attempts where state = 'abandoned' and finished_at > now() - interval '3 days'
       union all
       select * from attempts where state = 'provisional' and deadline_at between now() - interval '3 days' and now() - interval '2 hours'
     ) a
       join children c on c.id = a.child_id join users u on u.id = c.user_id join tests t on t.id = a.test_id
       left join notification_settings s on s.user_id = c.user_id
     where c.active and u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.test_reminders, true)
       and not exists (select 1 from attempts later where later.child_id = a.child_id and later.attempt_date > a.attempt_date
         and later.state in ('open', 'completed'))
       and not exists (select 1 from notification_sources told where told.user_id = c.user_id
         and told.source like 'unfinished:' || c.id || ':%' and told.told_at > now() - interval '3 days')
     order by c.id, a.attempt_date desc limit $1`,
    [most],
  );
}

export function deleteExpired(db: Queryable): Promise<number> {
  return db.count('delete from notifications where expires_at < now()');
}

/**
 * Deletes sources too old to be notified again: events are kept for 30 days, and the numbers in reminders' sources only increase. Those of
 * known themes are kept, because becoming known is notified only once.
 */
export function deleteOldSources(db: Queryable): Promise<number> {
  return db.count(
    `delete from notification_sources where told_at < now() - interval '90 days' and source not like 'mastered:%'`,
  );
}

/** A second opinion that has ended, with a level or without one. */
export interface EndedOpinion {
  textId: number;
  userId: number;
  childId: number;
  fullName: string;
  gender: Gender | null;
  title: string;
  isDone: boolean;
  endedAt: Date;
}

/** Returns the opinion of a text if it has ended. The table belongs to the feature opinions; this statement only reads it. */
export function findEndedOpinion(db: Queryable, textId: number): Promise<EndedOpinion | undefined> {
  return db.row<EndedOpinion>(
    `select o.text_id, c.user_id, t.child_id, c.full_name, c.gender, f.body ->> 'title' as title, o.state = 'done' as is_done, o.ended_at
     from text_opinions o join texts t on t.id = o.text_id join children c on c.id = t.child_id
       join writing_forms f on f.id = t.prompt_id and f.version = t.prompt_version
     where o.text_id = $1 and o.ended_at is not null`,
    [textId],
  );
}
