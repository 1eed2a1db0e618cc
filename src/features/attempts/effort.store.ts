import type { Queryable } from '../../server/db.ts';
import { EFFORT } from './effort.rules.ts';

/** What is usual for the questions of a version, where anything is known of them. */
export function findQuestionTimes(
  db: Queryable,
  versionId: number,
): Promise<{ questionId: number; medianMs: number; answers: number }[]> {
  return db.rows(
    `select q.question_id as "questionId", t.median_ms as "medianMs", t.answers
     from version_questions q join question_times t on t.content = q.content where q.version_id = $1`,
    [versionId],
  );
}

/** Computes anew the median time of every question with enough valid answers that carry a time, pooled by content. */
export function refreshQuestionTimes(db: Queryable): Promise<number> {
  return db.count(
    `insert into question_times as t (content, median_ms, answers)
     select q.content, (percentile_cont(0.5) within group (order by w.visible_ms))::int, count(*)::int
     from attempts a join answers w on w.attempt_id = a.id
       join version_questions q on q.version_id = a.version_id and q.question_id = w.question_id
     where a.valid and w.visible_ms is not null
     group by q.content having count(*) >= ${EFFORT.FOR_MEDIAN}
     on conflict (content) do update set median_ms = excluded.median_ms, answers = excluded.answers
       where (t.median_ms, t.answers) is distinct from (excluded.median_ms, excluded.answers)`,
    [],
  );
}
