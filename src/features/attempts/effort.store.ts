import type { Queryable } from '../../server/db.ts';
import { EFFORT } from './effort.rules.ts';

export interface QuestionTime {
  questionId: number;
  medianMs: number;
  answers: number;
}

/** What is usual for the questions of an attempt, where anything is known of them. */
export function findQuestionTimes(db: Queryable, attemptId: number): Promise<QuestionTime[]> {
  return db.rows<QuestionTime>(
    `select q.question_id as "questionId", t.median_ms as "medianMs", t.answers
     from attempts a join version_questions q on q.version_id = a.version_id join question_times t on t.content = q.content where a.id = $1`,
    [attemptId],
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
