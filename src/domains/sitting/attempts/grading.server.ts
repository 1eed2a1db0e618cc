import type { Database, Transaction } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import { tally } from '../../../server/watch/figures.ts';
import { trimesterOf } from '../../../shared/calendar.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { findAnswers, type GivenAnswer } from './answers.store.ts';
import { isInterrupted, score, timeLimitFor } from './attempts.rules.ts';
import { type AttemptRow, type AttemptWork, abandonAttempt, completeAttempt, lockAttempt } from './attempts.store.ts';
import { answersAroundPause, effortOf } from './effort.rules.ts';
import { findQuestionTimes, type QuestionTime } from './effort.store.ts';
import { insertPastAttempt, type PastAttempt } from './past.store.ts';

export const moves = tally('attempts_total', 'Attempts that this process started, completed or gave up', 'event');

const pauses = tally(
  'sitting_pauses_total',
  'Attempts with a pause after quick answers, by the effort of the attempt',
  'effort',
);
const answersAround = tally(
  'sitting_pause_answers_total',
  'Answers of attempts with a pause, before and after it',
  'answer',
);

/** The measurements of an attempt that the server itself ends: there are none. */
const NO_WORK: AttemptWork = { shown: null, awayTimes: null, awayMs: null, textsHeard: null, pausedAtMs: null };

/**
 * Completes an attempt, or leaves it unchanged if it has already ended. The first result is final, however often this is called.
 *
 * @param userId the parent who calls, or null for the server itself after the time for late answers.
 * @param unanswered what happens to an attempt without an answer: if the family finishes it, it gets zero; if it only ran out of time, it
 * is not counted.
 * @throws Refused 404 if the attempt does not exist or belongs to another family; 409 if it is only reserved.
 */
export async function gradeAttempt(
  db: Database,
  attemptId: number,
  userId: number | null,
  unanswered: 'grade' | 'abandon',
  work: AttemptWork = NO_WORK,
): Promise<AttemptRow> {
  let moved = false;
  const graded = await db.transaction(async (transaction) => {
    // These are separate statements, so that the ones after the lock see everything that was written before it was taken.
    const [attempt, answers, times] = await Promise.all([
      lockAttempt(transaction, attemptId, userId),
      findAnswers(transaction, attemptId),
      findQuestionTimes(transaction, attemptId),
    ]);
    if (!attempt) throw notFound();
    if (attempt.state === 'completed' || attempt.state === 'abandoned') return attempt;
    if (attempt.state === 'printed') throw conflict('printed', 'Está em papel: fotografe a folha.');
    if (attempt.state === 'prepared')
      throw conflict('prepared', 'Este teste foi preparado para fazer sem internet e ainda não começou.');
    moved = true;
    if (answers.length === 0 && unanswered === 'abandon') return abandonAttempt(transaction.last, attemptId);
    const finishedAt = new Date(Math.min(attempt.now.getTime(), attempt.deadlineAt.getTime()));
    const last = Math.max(...answers.map(({ savedAt }) => savedAt.getTime()));
    const spanMs = Math.max(Math.min(last, finishedAt.getTime()) - attempt.attemptDate.getTime(), 0);
    return grade(db, transaction, attempt, { answers, times, spanMs, finishedAt, work });
  });
  if (moved) moves(graded.state);
  return graded;
}

/**
 * Records an attempt of the past and grades it like any other. Used for demonstrations and measurements; no endpoint calls it.
 *
 * @param past `seconds` is how long it took, at most the usual time.
 */
export async function recordPastAttempt(db: Database, past: PastAttempt & { seconds: number }): Promise<AttemptRow> {
  return db.transaction(async (transaction) => {
    const { duration } = await versionOf(db, past.test.versionId, transaction);
    const attempt = await insertPastAttempt(transaction, past, { timeLimit: timeLimitFor(duration, null), duration });
    const answers = past.answers.map((answer) => ({ ...answer, visibleMs: answer.responseTime * 1000 }));
    const times = await findQuestionTimes(transaction, attempt.id);
    const finishedAt = new Date(past.startedAt.getTime() + past.seconds * 1000);
    return grade(db, transaction, attempt, { answers, times, spanMs: null, finishedAt });
  });
}

/** The data by which an attempt is graded. */
export interface Taken {
  answers: readonly GivenAnswer[];
  /** Result of `findQuestionTimes`; not needed for answers without times. */
  times: readonly QuestionTime[];
  /** Milliseconds from the start until the last answer; null if nothing but the device's own times is known of it. */
  spanMs: number | null;
  finishedAt: Date;
  work?: AttemptWork;
}

/** Grades a locked attempt and commits the transaction with its last statement. */
export async function grade(
  db: Database,
  transaction: Transaction,
  attempt: Pick<AttemptRow, 'id' | 'childId' | 'versionId' | 'deadlineAt'>,
  { answers, times, spanMs, finishedAt, work = NO_WORK }: Taken,
): Promise<AttemptRow> {
  const { questions } = await versionOf(db, attempt.versionId, transaction);
  const marks = score(questions, new Map(answers.map((answer) => [answer.questionId, answer.selectedAnswer])));
  const effort = effortOf(questions, answers, new Map(times.map((one) => [one.questionId, one])), spanMs);
  const graded = await completeAttempt(transaction.last, {
    attemptId: attempt.id,
    ...marks,
    answered: answers.length > 0,
    interrupted: isInterrupted(
      { questions: questions.length, answered: answers.length, deadlineAt: attempt.deadlineAt },
      finishedAt,
    ),
    effort,
    work,
    finishedAt,
    ...trimesterOf(finishedAt, liveSettings(db).trimesters),
    event: { attemptId: attempt.id, childId: attempt.childId },
  });
  if (work.pausedAtMs !== null) {
    pauses(effort.level);
    for (const kind of answersAroundPause(answers, effort.quickQuestions, work.pausedAtMs)) answersAround(kind);
  }
  return graded;
}
