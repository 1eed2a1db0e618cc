import type { Queryable } from '../../../server/db/db.ts';
import { ATTEMPT, type AttemptRow } from './attempts.store.ts';

export interface PastAttempt {
  childId: number;
  test: { id: number; versionId: number; discipline: string; schoolClass: string };
  startedAt: Date;
  answers: readonly { questionId: number; selectedAnswer: string; written?: string | null; responseTime: number }[];
}

/**
 * Inserts an attempt of the past with its answers, not completed yet. Demonstrations and measurements create their history with it.
 *
 * @param timeLimit in seconds; `duration` is in minutes.
 */
export async function insertPastAttempt(
  transaction: Queryable,
  past: PastAttempt,
  { timeLimit, duration }: { timeLimit: number; duration: number },
): Promise<AttemptRow> {
  const row = await transaction.row<AttemptRow>(
    `insert into attempts as a (child_id, test_id, version_id, discipline, school_class, time_limit, attempt_date, deadline_at, duration)
     values ($1, $2, $3, $4, $5, $6::int, $7::timestamptz, $7::timestamptz + make_interval(secs => $6::int), $8) returning ${ATTEMPT}`,
    [
      past.childId,
      past.test.id,
      past.test.versionId,
      past.test.discipline,
      past.test.schoolClass,
      timeLimit,
      past.startedAt,
      duration,
    ],
  );
  const attempt = row as AttemptRow;
  await transaction.count(
    `insert into answers (attempt_id, question_id, selected_answer, written, response_time, saved_at)
     select $1, question_id, selected_answer, written, response_time, $5
     from unnest($2::int[], $3::text[], $4::int[], $6::text[]) as given(question_id, selected_answer, response_time, written)`,
    [
      attempt.id,
      past.answers.map((answer) => answer.questionId),
      past.answers.map((answer) => answer.selectedAnswer),
      past.answers.map((answer) => answer.responseTime),
      past.startedAt,
      past.answers.map(({ written = null }) => written),
    ],
  );
  return attempt;
}
