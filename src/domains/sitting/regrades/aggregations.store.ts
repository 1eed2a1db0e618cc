import type { Queryable } from '../../../server/db/db.ts';
import type { TrimesterStarts } from '../../../shared/calendar.ts';
import { COUNTS } from '../attempts/counting.store.ts';

/** Locks the next children whose aggregations are recomputed, against attempts being completed meanwhile. */
export function lockNextChildren(transaction: Queryable, after: number, most: number): Promise<{ id: number }[]> {
  return transaction.rows('select id from children where id > $1 order by id limit $2 for no key update', [
    after,
    most,
  ]);
}

/**
 * Recomputes the aggregations of some children from their attempts: the sum of what each completion added. Correct rows are not written, so
 * that a correct table stays byte-identical. Returns the number of corrected rows.
 */
export function rebuildAggregations(
  transaction: Queryable,
  childIds: readonly number[],
  starts: TrimesterStarts,
): Promise<number> {
  return transaction.count(
    `with taken as (
       select a.*, extract(year from a.finished_at at time zone 'Africa/Luanda')::int as year, to_char(a.finished_at at time zone 'Africa/Luanda', 'MM-DD') as day
       from attempts a
       where a.child_id = any($1::int[]) and ${COUNTS}
     ), placed as (
       select *, case when day >= $2 then year else year - 1 end as school_year,
         case when day >= $2 then 1 when day >= $4 then 3 when day >= $3 then 2 else 1 end as trimester
       from taken
     ), right_ones as (
       select child_id, school_year, trimester, school_class, discipline, count(*)::int as tests_completed, sum(total_score)::int as score_sum,
         sum(correct_answers)::int as correct_sum, sum(correct_answers + incorrect_answers)::int as question_sum,
         sum(time_spent)::int as total_time_spent, max(finished_at) as last_evaluation_date,
         round(sum(total_score)::numeric / count(*), 2) as average_score, round(sum(correct_answers)::numeric / count(*), 2) as average_correct_answers
       from placed group by 1, 2, 3, 4, 5
     ), gone as (
       delete from performance_aggregations p where p.child_id = any($1::int[]) and not exists (
         select 1 from right_ones r where (r.child_id, r.school_year, r.trimester, r.school_class, r.discipline)
           = (p.child_id, p.school_year, p.trimester, p.school_class, p.discipline))
       returning 1
     ), put as (
       insert into performance_aggregations as p (child_id, school_year, trimester, school_class, discipline, tests_completed, score_sum, correct_sum,
         question_sum, total_time_spent, last_evaluation_date, average_score, average_correct_answers)
       select r.* from right_ones r where not exists (
         select 1 from performance_aggregations k
         where (k.child_id, k.school_year, k.trimester, k.school_class, k.discipline, k.tests_completed, k.score_sum, k.correct_sum, k.question_sum,
             k.total_time_spent, k.last_evaluation_date)
           = (r.child_id, r.school_year, r.trimester, r.school_class, r.discipline, r.tests_completed, r.score_sum, r.correct_sum, r.question_sum,
             r.total_time_spent, r.last_evaluation_date))
       on conflict (child_id, school_year, trimester, school_class, discipline) do update set
         tests_completed = excluded.tests_completed, score_sum = excluded.score_sum, correct_sum = excluded.correct_sum,
         question_sum = excluded.question_sum, total_time_spent = excluded.total_time_spent, last_evaluation_date = excluded.last_evaluation_date,
         average_score = excluded.average_score, average_correct_answers = excluded.average_correct_answers
       returning 1
     )
     select * from gone union all select * from put`,
    [childIds, ...starts],
  );
}
