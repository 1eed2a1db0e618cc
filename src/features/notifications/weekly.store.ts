import type { Queryable } from '../../server/db.ts';
import type { Week, WeekOfChild } from './weekly.rules.ts';

/** Parents who want the weekly report, whose children did something in that week, and who were not told yet. */
export async function findWeeklyReceivers(db: Queryable, week: Week, most: number): Promise<number[]> {
  const rows = await db.rows<{ userId: number }>(
    `select distinct c.user_id as "userId"
     from attempts a join children c on c.id = a.child_id join users u on u.id = c.user_id left join notification_settings s on s.user_id = u.id
     where a.state = 'completed' and a.finished_at > $1 and a.finished_at <= $2 and not a.late and c.active
       and exists (select 1 from answers where attempt_id = a.id)
       and u.user_role = 'parent' and u.suspended_at is null and u.deletion_asked_at is null and coalesce(s.weekly_reports, true)
       and not exists (select 1 from notification_sources told where told.user_id = u.id and told.source = $3)
     order by 1 limit $4`,
    [week.from, week.to, `weekly:${week.day}`, most],
  );
  return rows.map(({ userId }) => userId);
}

/** What each active child of a parent did in a week, by discipline; a child without a test has one row of nothing. */
export function findWeek(db: Queryable, userId: number, week: Week): Promise<WeekOfChild[]> {
  return db.rows<WeekOfChild>(
    `select c.id as "childId", c.full_name as "fullName", c.gender, done.discipline, coalesce(done.tests, 0) as tests, coalesce(done.scores, 0) as "scoreSum"
     from children c left join lateral (
       select a.discipline, count(*) as tests, sum(a.total_score) as scores from attempts a
       where a.child_id = c.id and a.state = 'completed' and not a.late and a.finished_at > $2 and a.finished_at <= $3
         and exists (select 1 from answers where attempt_id = a.id)
       group by a.discipline
     ) done on true
     where c.user_id = $1 and c.active order by c.id, done.discipline`,
    [userId, week.from, week.to],
  );
}
