import type { Queryable } from '../../../server/db/db.ts';
import { COUNTS, PENCIL, REHEARSALS } from '../../sitting/attempts/counting.store.ts';
import type { Week, WeekOfChild } from './weekly.rules.ts';

/** What a child of `c` read, calculated and wrote at home, each once: a second listener of a recording is no reading. */
const AT_HOME = `(
  select l.started_at from readings l where l.child_id = c.id and l.recorded_by is null
  union all select l.started_at from calculations l where l.child_id = c.id
  union all select l.started_at from dictations l where l.child_id = c.id
  union all select l.started_at from texts l where l.child_id = c.id) home`;

/**
 * Finds the next people in the order of their ids, and whether each is to receive the weekly report: a parent who wants it, whose children
 * finished a test in that week (with or without effort), practised, read, calculated or wrote, and who has not received it yet.
 */
export function findWeeklyReceivers(
  db: Queryable,
  week: Week,
  after: number,
  most: number,
): Promise<{ userId: number; receives: boolean }[]> {
  return db.rows(
    `select u.id as user_id, u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.weekly_reports, true)
       and not exists (select 1 from notification_sources told where told.user_id = u.id and told.source = :source)
       and exists (
         select 1 from children c where c.user_id = u.id and c.active and (
           exists (select 1 from ${AT_HOME} where home.started_at > :from and home.started_at <= :to)
           or exists (select 1 from practice_reviews r where r.child_id = c.id and r.reviewed_at > :from and r.reviewed_at <= :to)
           or exists (select 1 from attempts a where a.child_id = c.id and a.finished_at > :from and a.finished_at <= :to and (${COUNTS} or ${REHEARSALS} or ${PENCIL})))
       ) as receives
     from (select * from users where id > :after order by id limit :most) u left join notification_settings s on s.user_id = u.id order by u.id`,
    { ...week, source: `weekly:${week.day}`, after, most },
  );
}

/** Returns each active child's week by discipline; a child without a test has one row with zeros. */
export function findWeek(db: Queryable, userId: number, week: Week): Promise<WeekOfChild[]> {
  return db.rows<WeekOfChild>(
    `select c.id as child_id, c.full_name, c.gender, done.discipline, coalesce(done.tests, 0) as tests, coalesce(done.scores, 0) as score_sum,
       coalesce(done.pencil, 0) as pencil, coalesce(done.rehearsals, 0) as rehearsals, coalesce(done.rehearsal_scores, 0) as rehearsal_scores,
       (select count(distinct (r.reviewed_at at time zone 'Africa/Luanda')::date) from practice_reviews r
        where r.child_id = c.id and r.reviewed_at > $2 and r.reviewed_at <= $3) as practised,
       (select count(*) from ${AT_HOME} where home.started_at > $2 and home.started_at <= $3) as at_home
     from children c left join lateral (
       select a.discipline, count(*) filter (where ${COUNTS}) as tests, sum(a.total_score) filter (where ${COUNTS}) as scores,
         count(*) filter (where ${PENCIL}) as pencil,
         count(*) filter (where ${REHEARSALS}) as rehearsals, sum(a.total_score) filter (where ${REHEARSALS}) as rehearsal_scores
       from attempts a
       where a.child_id = c.id and a.state = 'completed' and a.finished_at > $2 and a.finished_at <= $3 and (${COUNTS} or ${REHEARSALS} or ${PENCIL})
       group by a.discipline
     ) done on true
     where c.user_id = $1 and c.active order by c.id, done.discipline`,
    [userId, week.from, week.to],
  );
}
