import type { Queryable } from '../../../server/db/db.ts';
import { EFFORT } from './effort.rules.ts';

export interface QuestionTime {
  questionId: number;
  medianMs: number;
  answers: number;
}

/** Finds the usual times of an attempt's questions, without those whose usual time is not known yet. */
export function findQuestionTimes(db: Queryable, attemptId: number): Promise<QuestionTime[]> {
  return db.rows<QuestionTime>(
    `select q.question_id, t.median_ms, t.answers
     from attempts a join version_questions q on q.version_id = a.version_id join question_times t on t.content = q.content where a.id = $1`,
    [attemptId],
  );
}

/** The times of a test's questions are taken from this number of its newest valid attempts: many more than a median needs. */
const NEWEST = 200;
/** Number of questions in one statement, so that it reads at most some ten thousands of answers, however many attempts there are. */
const AT_ONCE = 20;

/**
 * Recomputes the median time of every question with enough valid answers that have a time. Answers to the same content are counted
 * together, over the newest attempts at each test with the question. A question that is no longer asked keeps its last median.
 *
 * @returns the number of medians that changed.
 */
export async function refreshQuestionTimes(db: Queryable): Promise<number> {
  let changed = 0;
  for (let after = ''; ; ) {
    const next = await db.rows<{ content: string }>(
      'select distinct content from version_questions where content > $1 order by content limit $2',
      [after, AT_ONCE],
    );
    const contents = next.map(({ content }) => content);
    const last = contents.at(-1);
    if (last === undefined) return changed;
    changed += await refreshTimesOf(db, contents);
    after = last;
  }
}

function refreshTimesOf(db: Queryable, contents: readonly string[]): Promise<number> {
  return db.count(
    // Each answer is read by its key: otherwise the planner might read the answers of all attempts.
    `with asked as materialized (
       select distinct q.content, v.test_id from version_questions q join test_versions v on v.id = q.version_id
       where q.content = any ((select $1::text[])::text[])
     ), newest as materialized (
       select test.test_id, a.id, a.version_id from (select distinct test_id from asked) test cross join lateral (
         select id, version_id from attempts where test_id = test.test_id and valid order by id desc limit ${NEWEST}
       ) a
     )
     insert into question_times as t (content, median_ms, answers)
     select asked.content, (percentile_cont(0.5) within group (order by w.visible_ms))::int, count(*)::int
     from asked join newest using (test_id)
       join version_questions q on q.version_id = newest.version_id and q.content = asked.content
       cross join lateral (select visible_ms from answers where attempt_id = newest.id and question_id = q.question_id limit 1) w
     where w.visible_ms is not null
     group by asked.content having count(*) >= ${EFFORT.FOR_MEDIAN}
     on conflict (content) do update set median_ms = excluded.median_ms, answers = excluded.answers
       where (t.median_ms, t.answers) is distinct from (excluded.median_ms, excluded.answers)`,
    [contents],
  );
}
