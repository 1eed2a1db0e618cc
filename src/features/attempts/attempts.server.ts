import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '../../server/db.ts';
import { conflict, forbidden, invalid, notFound, notSignedIn, planRequired } from '../../server/errors.ts';
import { type Figure, tally } from '../../server/figures.ts';
import type { Frame } from '../../server/http.ts';
import type { Periodic } from '../../server/jobs.ts';
import { liveSettings } from '../../server/live-settings.ts';
import { monthInLuanda, nextMonth, trimesterOf } from '../../shared/calendar.ts';
import { firstName } from '../../shared/text.ts';
import { plainText } from '../../shared/words.ts';
import { notesUse } from '../plans/covered.rules.ts';
import { holdPlace } from '../plans/covered.server.ts';
import { canStartTest, entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { ORDERS } from '../tests/shuffle.rules.ts';
import { shuffledVersion, versionOf } from '../tests/tests.server.ts';
import { saveInTime } from './answers.server.ts';
import { findAnswers, upsertAnswer } from './answers.store.ts';
import { type Attempt, attemptsContract, type Sitting } from './attempts.contract.ts';
import {
  canAnswer,
  clampResponseTime,
  deviceInWords,
  isOverdue,
  kilobytesFor,
  score,
  timeLimitFor,
} from './attempts.rules.ts';
import {
  type AttemptRow,
  abandonAttempt,
  closeOverdue,
  completeAttempt,
  findSettled,
  findStartContext,
  insertAttempt,
  lockAttempt,
  releaseFreeTest,
  type StartContext,
} from './attempts.store.ts';
import { findCatalogue, findPlanContext } from './catalogue.store.ts';
import { countUnfinished } from './figures.store.ts';
import { insertPastAttempt } from './past.store.ts';

const moves = tally('attempts_total', 'Attempts that this process started, completed or gave up', 'event');

/** How often a start is tried again when it loses a race whose winner it then cannot see. */
const TRIES = 4;

/**
 * Starts a test for a child, or gives the open attempt of that child and test. The deadline is set by the database's
 * clock; the questions are those of the version that is current now, and stay so.
 *
 * @throws Refused 404 child or test not there or not theirs; 409 archived child, or a repeated call whose attempt has ended; 402 plan limit.
 */
export async function startAttempt(
  db: Database,
  start: { userId: number; childId: number; testId: number; clientId: string | null; device: string | null },
): Promise<{ sitting: Sitting; isNew: boolean }> {
  for (let attempts = 0; attempts < TRIES; attempts += 1) {
    const context = await findStartContext(db, start.userId, start.childId, start.testId, start.clientId);
    if (!context) throw notFound();
    if (context.openAttempt) {
      if (!isOverdue(context.openAttempt, context.now))
        return { sitting: await sittingOf(db, context, context.openAttempt, context.now), isNew: false };
      await closeOverdue(db, start.childId);
      continue;
    }
    if (context.startedBefore !== null && context.startedBefore !== 'open')
      throw conflict('attempt-ended', 'Este teste já terminou. Comece-o de novo a partir da lista de testes.');
    const { test } = context;
    if (!test?.active || test.versionId === null) throw notFound();
    if (!context.child.active)
      throw conflict('child-archived', 'Este filho está arquivado. Restaure-o para fazer testes.');
    const allows = entitlementsFor(planInForce(context, context.now), context.rank);
    const month = monthInLuanda(context.now);
    const limited = allows.testsPerDisciplineAndMonth !== null;
    if (!canStartTest(allows, context.usedThisMonth)) throw freeTestUsed(test.discipline, month);
    if (limited) await releaseFreeTest(db, start.childId, test.discipline, month);
    // The place in the plan went to another child in this moment: what is allowed is asked anew.
    if (notesUse(allows, context.coverUsedAt, context.now) && !(await holdPlace(db, start.userId, start.childId)))
      continue;
    const attempt = await insertAttempt(db, {
      childId: start.childId,
      testId: start.testId,
      versionId: test.shuffle ? await shuffledVersion(db, test.versionId, randomInt(ORDERS)) : test.versionId,
      discipline: test.discipline,
      schoolClass: test.schoolClass,
      clientId: start.clientId,
      timeLimit: timeLimitFor(context.child.extendedTime),
      device: start.device,
      freeMonth: limited ? month : null,
      currentVersionId: test.versionId,
    });
    if (!attempt) continue;
    moves('started');
    return { sitting: await sittingOf(db, context, attempt, attempt.now), isNew: true };
  }
  throw conflict('try-again', 'O teste está a ser aberto noutro lugar. Tente de novo.');
}

const MONTHS = [
  'Janeiro',
  'Fevereiro',
  'Março',
  'Abril',
  'Maio',
  'Junho',
  'Julho',
  'Agosto',
  'Setembro',
  'Outubro',
  'Novembro',
  'Dezembro',
];

function freeTestUsed(discipline: string, month: string) {
  const next = nextMonth(month);
  return planRequired(
    'plan-limit',
    `Já fez o teste grátis de ${discipline} deste mês. O próximo abre a 1 de ${MONTHS[Number(next.slice(5, 7)) - 1]}.`,
  );
}

async function sittingOf(db: Database, context: StartContext, attempt: AttemptRow, now: Date): Promise<Sitting> {
  const { test, child } = context;
  if (!test) throw notFound();
  const version = await versionOf(db, attempt.versionId);
  const answers = await findAnswersOfResumed(db, attempt, now);
  return {
    id: attempt.id,
    childId: attempt.childId,
    testId: attempt.testId,
    startedAt: attempt.attemptDate.toISOString(),
    deadline: attempt.deadlineAt.toISOString(),
    serverTime: now.toISOString(),
    remainingSeconds: Math.max(0, Math.floor((attempt.deadlineAt.getTime() - now.getTime()) / 1000)),
    timeLimit: attempt.timeLimit,
    test: { ...test, questionCount: version.questions.length },
    child: {
      id: child.id,
      firstName: firstName(child.fullName),
      schoolClass: child.schoolClass,
      cover: child.cover,
    },
    questions: [...version.presented],
    answers,
  };
}

/** A fresh attempt has no answers to look for. */
async function findAnswersOfResumed(db: Database, attempt: AttemptRow, now: Date) {
  return attempt.attemptDate.getTime() === now.getTime() ? [] : findAnswers(db, attempt.id);
}

/**
 * Completes an attempt, or leaves it as it is when it is over already; the first result stands, however often one asks.
 *
 * @param userId the parent who asks, or null for the server itself when the time for late answers is over.
 * @param unanswered what becomes of an attempt without an answer: the family that finishes gets its zero; an attempt that
 *   merely ran out counts for nothing.
 * @throws Refused 404 when there is no such attempt, or it is another family's.
 */
export async function gradeAttempt(
  db: Database,
  attemptId: number,
  userId: number | null,
  unanswered: 'grade' | 'abandon',
): Promise<AttemptRow> {
  let moved = false;
  const graded = await db.transaction(async (transaction) => {
    // Two statements, so that the second sees what those before the lock have written.
    const [attempt, answers] = await Promise.all([
      lockAttempt(transaction, attemptId, userId),
      findAnswers(transaction, attemptId),
    ]);
    if (!attempt) throw notFound();
    if (attempt.state === 'completed' || attempt.state === 'abandoned') return attempt;
    moved = true;
    if (answers.length === 0 && unanswered === 'abandon') return abandonAttempt(transaction.last, attemptId);
    const finishedAt = new Date(Math.min(attempt.now.getTime(), attempt.deadlineAt.getTime()));
    return grade(db, transaction, attempt, answers, finishedAt);
  });
  if (moved) moves(graded.state);
  return graded;
}

/**
 * Records an attempt that was taken in the past and grades it like any other. For demonstrations and measurements; no
 * call reaches it.
 *
 * @param past `seconds` is how long it took, at most the usual time.
 */
export async function recordPastAttempt(
  db: Database,
  past: {
    childId: number;
    test: { id: number; versionId: number; discipline: string; schoolClass: string };
    startedAt: Date;
    seconds: number;
    answers: readonly { questionId: number; selectedAnswer: string; responseTime: number }[];
  },
): Promise<AttemptRow> {
  return db.transaction(async (transaction) => {
    const attempt = await insertPastAttempt(transaction, {
      childId: past.childId,
      testId: past.test.id,
      versionId: past.test.versionId,
      discipline: past.test.discipline,
      schoolClass: past.test.schoolClass,
      clientId: null,
      timeLimit: timeLimitFor(null),
      device: null,
      freeMonth: null,
      startedAt: past.startedAt,
      answers: past.answers,
    });
    return grade(db, transaction, attempt, past.answers, new Date(past.startedAt.getTime() + past.seconds * 1000));
  });
}

/** Ends the transaction. */
async function grade(
  db: Database,
  transaction: Transaction,
  attempt: AttemptRow,
  answers: readonly { questionId: number; selectedAnswer: string }[],
  finishedAt: Date,
): Promise<AttemptRow> {
  const { questions } = await versionOf(db, attempt.versionId, transaction);
  const marks = score(questions, new Map(answers.map((answer) => [answer.questionId, answer.selectedAnswer])));
  return completeAttempt(transaction.last, {
    attemptId: attempt.id,
    ...marks,
    answered: answers.length > 0,
    finishedAt,
    ...trimesterOf(finishedAt, liveSettings(db).trimesters),
    event: { attemptId: attempt.id, childId: attempt.childId },
  });
}

/** Closes what is past its deadline and grades what has waited its 24 hours. Safe to run anywhere, any number of times. */
export async function settleAttempts(db: Database): Promise<{ closed: number; settled: number }> {
  const closed = await closeOverdue(db);
  const waiting = await findSettled(db, 500);
  for (const { id } of waiting) await gradeAttempt(db, id, null, 'abandon');
  return { closed, settled: waiting.length };
}

/** The attempt as its family sees it: an attempt past its time is provisional even before the server has said so. */
export function presentAttempt(row: AttemptRow, now: Date): Attempt {
  return {
    id: row.id,
    childId: row.childId,
    testId: row.testId,
    attemptDate: row.attemptDate.toISOString(),
    totalScore: row.totalScore,
    timeSpent: row.timeSpent,
    correctAnswers: row.correctAnswers,
    incorrectAnswers: row.incorrectAnswers,
    completed: row.completed,
    humanEvaluator: row.humanEvaluator,
    device: row.device,
    state: isOverdue(row, now) ? 'provisional' : row.state,
    late: row.late,
    timeLimit: row.timeLimit,
  };
}

/** Periodic work of this feature. Every 15 seconds, so that an attempt is closed within a minute of its grace. */
export const attemptsWork = (db: Database): Periodic[] => [
  { name: 'settle-attempts', every: 15, work: () => settleAttempts(db) },
];

/** Attempts that are not over. */
export const attemptFigures = (db: Database): Figure[] => [
  {
    name: 'attempts',
    help: 'Attempts that are open or wait for late answers',
    label: 'state',
    read: () => countUnfinished(db),
  },
];

/** The catalogue, starting, answering and completing. */
export function bindAttempts(frame: Frame): void {
  const { db } = frame;
  frame.bind(
    attemptsContract,
    {
      'GET /api/tests': async (call) => {
        const { discipline, class: schoolClass, theme, childId = null } = call.query;
        const plan = childId === null ? undefined : await findPlanContext(db, call.caller.userId, childId);
        if (childId !== null && !plan) throw notFound();
        const rows = await findCatalogue(db, {
          discipline,
          schoolClass,
          themeKey: theme === null ? null : plainText(theme),
          childId,
        });
        const allows = plan && entitlementsFor(planInForce(plan, plan.now), plan.rank);
        return rows.map(({ presentedBytes, taken, bestScore, open, ...test }) => {
          const allowed = !plan || !allows || open || canStartTest(allows, plan.used[test.discipline] ?? 0);
          return {
            ...test,
            kilobytes: kilobytesFor(presentedBytes, test.questionCount),
            ...(plan
              ? {
                  forChild: {
                    taken,
                    bestScore,
                    open,
                    allowed,
                    allowedFrom: allowed ? null : nextMonth(monthInLuanda(plan.now)),
                  },
                }
              : {}),
          };
        });
      },

      'POST /api/attempts': async (call) => {
        const { childId, testId, clientId = null, device = null } = call.body;
        const { sitting, isNew } = await startAttempt(db, {
          userId: call.caller.userId,
          childId,
          testId,
          clientId,
          device: device ?? deviceInWords(call.device),
        });
        if (!isNew) call.status(200);
        return sitting;
      },

      'POST /api/answers': async (call) => {
        const { attemptId, questionId, selectedAnswer, responseTime, sequence = null, answeredAt } = call.body;
        if (!call.tokenHash) throw notSignedIn();
        const chosenAt = answeredAt === undefined ? null : new Date(answeredAt);
        const given = {
          tokenHash: call.tokenHash,
          attemptId,
          questionId,
          letter: selectedAnswer.toUpperCase(),
          option: selectedAnswer,
          responseTime: clampResponseTime(responseTime),
          sequence,
          answeredAt: chosenAt,
        };
        if (!(await saveInTime(db, given))) {
          let answer = await upsertAnswer(db, given);
          // A statement that waited for a regrade finds the attempt at a version that it began too early to see.
          if (!answer.saved && answer.state !== null && !answer.hasQuestion) answer = await upsertAnswer(db, given);
          if (!answer.saved) throw answerRefusal(answer, chosenAt);
        }
        return { attemptId, questionId, saved: true as const };
      },

      'PUT /api/attempts/:id': async (call) => {
        const { userId } = call.caller;
        const wanted = call.body.completed;
        if (wanted === true) {
          const done = await gradeAttempt(db, call.params.id, userId, 'grade');
          if (done.state === 'abandoned') throw conflict('completed', 'Este teste terminou sem respostas.');
          return presentAttempt(done, new Date());
        }
        const attempt = await db.transaction((transaction) => lockAttempt(transaction, call.params.id, userId));
        if (!attempt) throw notFound();
        if (attempt.completed) throw conflict('completed', 'Este teste já foi finalizado e o resultado não muda.');
        return presentAttempt(attempt, attempt.now);
      },
    },
    { sessionInStatement: ['POST /api/answers'] },
  );
}

function answerRefusal(answer: Awaited<ReturnType<typeof upsertAnswer>>, answeredAt: Date | null) {
  if (answer.role === null) return notSignedIn();
  if (answer.role !== 'parent') return forbidden();
  if (answer.state === null || answer.deadlineAt === null) return notFound();
  const verdict = canAnswer({ state: answer.state, deadlineAt: answer.deadlineAt }, answeredAt, answer.now);
  if (verdict === 'completed') return conflict('completed', 'Este teste já foi finalizado e as respostas não mudam.');
  if (verdict === 'time-is-up') return conflict('time-is-up', 'O tempo deste teste terminou.');
  if (!answer.hasQuestion) return invalid({ questionId: 'Esta questão não é deste teste.' });
  return invalid({ selectedAnswer: 'Escolha uma das opções da questão.' });
}
