import type { Queryable } from '../../server/db.ts';
import { COUNTS } from '../attempts/counting.store.ts';
import type { Week, WeekOfChild } from './weekly.rules.ts';

/**
 * Parents who want the weekly report, whose children finished a test in that week (with or without effort) or practised, and who
 * have not received it yet.
 */
export async function findWeeklyReceivers(db: Queryable, week: Week, most: number): Promise<number[]> {
  const rows = await db.rows<{ userId: number }>(
    `select distinct c.user_id as "userId"
     from (
       select a.child_id from attempts a where a.finished_at > $1 and a.finished_at <= $2 and (${COUNTS} or a.effort = 'low')
       union select r.child_id from practice_reviews r where r.reviewed_at > $1 and r.reviewed_at <= $2
     ) did join children c on c.id = did.child_id join users u on u.id = c.user_id left join notification_settings s on s.user_id = u.id
     where c.active and u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.weekly_reports, true)
       and not exists (select 1 from notification_sources told where told.user_id = u.id and told.source = $3)
     order by 1 limit $4`,
    [week.from, week.to, `weekly:${week.day}`, most],
  );
  return rows.map(({ userId }) => userId);
}

/** Each active child's week by discipline; a child without a test has one row with zeros. */
export function findWeek(db: Queryable, userId: number, week: Week): Promise<WeekOfChild[]> {
  return db.rows<WeekOfChild>(
    `select c.id as "childId", c.full_name as "fullName", c.gender, done.discipline, coalesce(done.tests, 0) as tests, coalesce(done.scores, 0) as "scoreSum",
       coalesce(done.pencil, 0) as pencil,
       (select count(distinct (r.reviewed_at at time zone 'Africa/Luanda')::date) from practice_reviews r
        where r.child_id = c.id and r.reviewed_at > $2 and r.reviewed_at <= $3) as practised
     from children c left join lateral (
       select a.discipline, count(*) filter (where ${COUNTS}) as tests, sum(a.total_score) filter (where ${COUNTS}) as scores,
         count(*) filter (where a.effort = 'low') as pencil
       from attempts a
       where a.child_id = c.id and a.state = 'completed' and a.finished_at > $2 and a.finished_at <= $3 and (${COUNTS} or a.effort = 'low')
       group by a.discipline
     ) done on true
     where c.user_id = $1 and c.active order by c.id, done.discipline`,
    [userId, week.from, week.to],
  );
}
