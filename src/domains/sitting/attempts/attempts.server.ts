import { drawFirstQuestion } from '../../../delivery/serve/first-question.ts';
import type { Database } from '../../../server/db/db.ts';
import { conflict, notFound, notSignedIn } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import type { Figure } from '../../../server/watch/figures.ts';
import { saveAnswer } from './answers.server.ts';
import { type Attempt, attemptsContract } from './attempts.contract.ts';
import { clampMilliseconds, clampResponseTime, clampTimes, deviceInWords, isOverdue } from './attempts.rules.ts';
import { type AttemptRow, closeOverdue, findChildOfAttempt, findSettled, lockAttempt } from './attempts.store.ts';
import { refreshQuestionTimes } from './effort.store.ts';
import { countUnfinished } from './figures.store.ts';
import { gradeAttempt } from './grading.server.ts';
import { lapsePrepared } from './prepared.store.ts';
import { startAttempt } from './starting.server.ts';

/**
 * Closes attempts past their deadline, ends reservations that have lapsed, and grades attempts that have been provisional for 24 hours.
 * Safe to run anywhere, any number of times.
 */
export async function settleAttempts(db: Database): Promise<{ closed: number; settled: number }> {
  const closed = await closeOverdue(db);
  await lapsePrepared(db, null);
  const waiting = await findSettled(db, 500);
  for (const { id } of waiting) await gradeAttempt(db, id, null, 'abandon');
  return { closed, settled: waiting.length };
}

export const childOfAttempt = findChildOfAttempt;

/** Returns the attempt as its family sees it: an attempt past its time is shown as provisional even before the server has closed it. */
export function presentAttempt(row: AttemptRow, now: Date): Attempt {
  return {
    id: row.id,
    childId: row.childId,
    testId: row.testId,
    attemptDate: row.attemptDate.toISOString(),
    totalScore: row.interrupted ? null : row.totalScore,
    timeSpent: row.printedAt === null ? row.timeSpent : null,
    correctAnswers: row.interrupted ? null : row.correctAnswers,
    incorrectAnswers: row.interrupted ? null : row.incorrectAnswers,
    completed: row.completed,
    humanEvaluator: row.humanEvaluator,
    device: row.device,
    state: isOverdue(row, now) ? 'provisional' : row.state,
    late: row.late,
    interrupted: row.interrupted,
    onPaper: row.printedAt !== null,
    offline: row.offline,
    timeConfirmed: row.timeConfirmed,
    timeLimit: row.timeLimit,
    duration: row.duration,
  };
}

/** Returns the periodic jobs of this feature. An attempt is usually closed within 20 seconds after its grace period ends. */
export const attemptsWork = (db: Database): Periodic[] => [
  { name: 'settle-attempts', every: 15, work: () => settleAttempts(db) },
  { name: 'refresh-question-times', every: 24 * 3600, work: () => refreshQuestionTimes(db) },
];

/** Returns the metrics of attempts that have not ended. */
export const attemptFigures = (db: Database): Figure[] => [
  {
    name: 'attempts',
    help: 'Attempts that are open or wait for late answers',
    label: 'state',
    read: () => countUnfinished(db),
  },
];

/** Removes what child mode may not show, because only the parent sees marks. */
export const NO_MARKS = { totalScore: null, correctAnswers: null, incorrectAnswers: null };

/** Binds the endpoints that start, answer and complete attempts. */
export function bindAttempts(frame: Frame): void {
  const { db } = frame;
  frame.bind(
    attemptsContract,
    {
      'POST /api/attempts': async (call) => {
        const { childId, testId, clientId = null, attemptId = null, device = null, order = 'shown' } = call.body;
        const { sitting, isNew } = await startAttempt(db, {
          userId: call.caller.userId,
          childId,
          testId,
          clientId,
          attemptId,
          device: device ?? deviceInWords(call.device),
          order,
        });
        if (!isNew) call.status(200);
        if (!call.body.draw || sitting.answers.length > 0) return sitting;
        return { ...sitting, drawn: await drawFirstQuestion(sitting) };
      },

      'POST /api/answers': async (call) => {
        const { attemptId, questionId, selectedAnswer, responseTime, sequence = null, answeredAt } = call.body;
        const { tokenHash } = call;
        if (!tokenHash) throw notSignedIn();
        const stored = await saveAnswer(db, {
          tokenHash,
          attemptId,
          questionId,
          selectedAnswer,
          responseTime: clampResponseTime(responseTime),
          sequence,
          answeredAt: answeredAt === undefined ? null : new Date(answeredAt),
          timing: {
            firstShownMs: clampMilliseconds(call.body.firstShownMs),
            firstTapMs: clampMilliseconds(call.body.firstTapMs),
            lastTapMs: clampMilliseconds(call.body.lastTapMs),
            visibleMs: clampMilliseconds(call.body.visibleMs),
            changes: clampTimes(call.body.changes),
          },
        });
        return { attemptId, questionId, saved: true as const, selectedAnswer: stored };
      },

      'PUT /api/attempts/:id': async (call) => {
        const { userId } = call.caller;
        const wanted = call.body.completed;
        if (wanted === true) {
          const done = await gradeAttempt(db, call.params.id, userId, 'grade', {
            shown: call.body.shown ?? null,
            awayTimes: clampTimes(call.body.awayTimes),
            awayMs: clampMilliseconds(call.body.awayMs),
            textsHeard: clampTimes(call.body.textsHeard),
            pausedAtMs: clampMilliseconds(call.body.pausedAtMs),
          });
          if (done.state === 'abandoned') throw conflict('completed', 'Este teste terminou sem respostas.');
          return { ...presentAttempt(done, new Date()), ...(call.caller.onlyChildren ? NO_MARKS : {}) };
        }
        const attempt = await db.transaction((transaction) => lockAttempt(transaction, call.params.id, userId));
        if (!attempt) throw notFound();
        if (attempt.completed) throw conflict('completed', 'Este teste já terminou: o resultado não muda.');
        return presentAttempt(attempt, attempt.now);
      },
    },
    { sessionInStatement: ['POST /api/answers'] },
  );
}
