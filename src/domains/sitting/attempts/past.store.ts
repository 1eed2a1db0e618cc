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
     values (:childId, :id, :versionId, :discipline, :schoolClass, :timeLimit::int, :startedAt::timestamptz, :startedAt::timestamptz + make_interval(secs => :timeLimit::int), :duration) returning ${ATTEMPT}`,
    {
      childId: past.childId,
      id: past.test.id,
      versionId: past.test.versionId,
      discipline: past.test.discipline,
      schoolClass: past.test.schoolClass,
      timeLimit,
      startedAt: past.startedAt,
      duration,
    },
  );
  const attempt = row as AttemptRow;
  await transaction.count(
    `insert into answers (attempt_id, question_id, selected_answer, written, response_time, saved_at)
     select :id, question_id, selected_answer, written, response_time, :startedAt
     from unnest(:questionIds::int[], :selectedAnswers::text[], :responseTimes::int[], :writtens::text[]) as given(question_id, selected_answer, response_time, written)`,
    {
      id: attempt.id,
      questionIds: past.answers.map((answer) => answer.questionId),
      selectedAnswers: past.answers.map((answer) => answer.selectedAnswer),
      responseTimes: past.answers.map((answer) => answer.responseTime),
      startedAt: past.startedAt,
      writtens: past.answers.map(({ written = null }) => written),
    },
  );
  return attempt;
}
