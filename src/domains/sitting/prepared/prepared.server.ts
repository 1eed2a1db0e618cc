import { createHash } from 'node:crypto';
import type { Database } from '../../../server/db/db.ts';
import { conflict, invalid, notFound, type Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { readSigned, sign } from '../../../server/http/signing.ts';
import type { Parts } from '../../../shared/endpoint.ts';
import { firstName } from '../../../shared/text.ts';
import { verdictOn } from '../../bank/answering/answering.rules.ts';
import { writtenRefusal } from '../../bank/answering/refusal.server.ts';
import { optionsOf } from '../../bank/test-bank/presented.rules.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { lockFamilyCover } from '../../money/plans/covered.store.ts';
import type { GivenAnswer } from '../attempts/answers.store.ts';
import {
  clampMilliseconds,
  clampResponseTime,
  clampTimes,
  deviceInWords,
  isOverdue,
  kilobytesToPrepare,
  type TicketVerdict,
  ticketVerdict,
} from '../attempts/attempts.rules.ts';
import { NO_MARKS, presentAttempt } from '../attempts/attempts.server.ts';
import {
  type AttemptRow,
  type AttemptToBegin,
  type AttemptWork,
  closeOverdue,
  findStartContext,
  insertAttempt,
} from '../attempts/attempts.store.ts';
import { findQuestionTimes } from '../attempts/effort.store.ts';
import { grade, moves } from '../attempts/grading.server.ts';
import { lapsePrepared, releasePrepared } from '../attempts/prepared.store.ts';
import type { PreparedTest, SealedSitting } from '../attempts/sealed-sitting.contract.ts';
import { attemptToBegin, beginLocked, freeRehearsalUsed, freeTestUsed, tryAgain } from '../attempts/starting.server.ts';
import { preparedContract } from './prepared.contract.ts';
import {
  beginBefore,
  countedTimes,
  MAX_PREPARED,
  PREPARED_DAYS,
  PREPARED_FULL,
  type SittingTimes,
  timesHold,
} from './prepared.rules.ts';
import { findPrepared, isOwnChild, lockPrepared, type PreparedRow, recordSitting } from './prepared.store.ts';

/** Purpose of the ticket's signature; the signed value contains attempt, family and expiry. */
const TICKET = 'prepared-test';
const TRIES = 4;

type SittingBody = Parts<(typeof preparedContract)['POST /api/prepared/:attemptId/sitting']>['body'];

/** Thrown to roll back when a concurrent call took a reservation; the allowance is then read again. */
class Overtaken extends Error {}

/**
 * Reserves tests for a child, all or none, and returns their rows in the order of the request. Existing reservations are kept.
 *
 * @throws Refused 404 when the child or a test does not exist or belongs to another family; 409 archived child, a test in progress, or more
 * than `MAX_PREPARED`; 402 plan limit.
 */
export async function prepareTests(
  db: Database,
  wanted: { userId: number; childId: number; testIds: readonly number[] },
): Promise<PreparedRow[]> {
  const { userId, childId } = wanted;
  const testIds = [...new Set(wanted.testIds)];
  for (let tries = 0; tries < TRIES; tries += 1) {
    await lapsePrepared(db, childId);
    const toBegin = await allToBegin(db, userId, childId, testIds);
    if (!toBegin) continue;
    try {
      if (toBegin.length > 0) await reserve(db, userId, childId, toBegin);
    } catch (error) {
      if (error instanceof Overtaken) continue;
      throw error;
    }
    const rows = await findPrepared(db, userId, childId);
    const found = testIds.map((testId) => rows.find((row) => row.testId === testId));
    // It was given back or started by another device at the same time.
    if (found.every((row) => row !== undefined)) return found;
  }
  throw tryAgain();
}

/** Returns the attempts still to be reserved, or undefined when something changed meanwhile. */
async function allToBegin(
  db: Database,
  userId: number,
  childId: number,
  testIds: readonly number[],
): Promise<AttemptToBegin[] | undefined> {
  const all: AttemptToBegin[] = [];
  for (const testId of testIds) {
    const context = await findStartContext(db, userId, childId, testId, null);
    if (!context) throw notFound();
    const known = context.openAttempt;
    if (known?.state === 'prepared') continue;
    if (known && !isOverdue(known, context.now))
      throw conflict('attempt-open', 'Este teste já está a meio. Termine-o antes de o preparar.');
    if (known) {
      await closeOverdue(db, childId);
      return undefined;
    }
    const one = await attemptToBegin(db, context, { userId, childId, clientId: null, device: null, order: 'own' });
    if (!one) return undefined;
    if (one.freeMonth !== null && all.some(({ discipline }) => discipline === one.discipline))
      throw freeTestUsed(one.discipline, one.freeMonth, true);
    if (one.freeRehearsal && all.some(({ freeRehearsal }) => freeRehearsal)) throw freeRehearsalUsed();
    all.push({ ...one, preparedDays: PREPARED_DAYS });
  }
  return all;
}

/** Reserves all of them or none. @throws Overtaken when one of them can no longer be reserved. */
async function reserve(
  db: Database,
  userId: number,
  childId: number,
  toBegin: readonly AttemptToBegin[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockFamilyCover(transaction, userId);
    const there = await findPrepared(transaction, userId, childId);
    if (there.length + toBegin.length > MAX_PREPARED) throw conflict('prepared-full', PREPARED_FULL);
    for (const one of toBegin) if (!(await beginLocked(transaction, one, insertAttempt))) throw new Overtaken();
  });
}

/**
 * Gives a prepared test back: the month's free test is available again, and its ticket never accepts answers. Safe to repeat.
 *
 * @throws Refused 404 when it is not theirs or was never prepared; 409 when it was begun or completed.
 */
export async function giveBack(db: Database, userId: number, attemptId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const attempt = await lockPrepared(transaction, attemptId, userId);
    if (!attempt) throw notFound();
    if (attempt.state === 'prepared') await releasePrepared(transaction, attemptId);
    else if (attempt.state !== 'abandoned')
      throw conflict('ticket-started', 'Este teste já foi começado ou feito: já não se pode retirar.');
  });
}

/**
 * Accepts the complete sitting of a prepared test and grades it; sending the same sitting again returns the same attempt. Implausible times
 * set `timeConfirmed` to false; the answers still count.
 *
 * @throws Refused 404 when it is not theirs or was never prepared; 400 for a ticket of another attempt, or a question or an option that its
 * test does not have; 409 when it accepts no answers (`ticketVerdict`).
 */
export async function takeSitting(
  db: Database,
  secretKey: string,
  sent: { userId: number; attemptId: number; device: string | null; body: SittingBody },
): Promise<AttemptRow> {
  const { userId, attemptId, body } = sent;
  const hash = hashOf(body);
  let isNew = false;
  const taken = await db.transaction(async (transaction) => {
    const [attempt, times] = await Promise.all([
      lockPrepared(transaction, attemptId, userId),
      findQuestionTimes(transaction, attemptId),
    ]);
    if (!attempt) throw notFound();
    if (readSigned(secretKey, TICKET, body.ticket) !== ticketValue(attemptId, userId, attempt.preparedUntil))
      throw invalid({ ticket: 'Este teste não foi preparado neste telemóvel. Prepare-o outra vez.' });
    const verdict = ticketVerdict(attempt, attempt.sittingHash?.equals(hash) ?? false, attempt.now);
    if (verdict === 'repeated') return attempt;
    if (verdict !== 'take') throw ticketRefusal(verdict);
    const { questions } = await versionOf(db, attempt.versionId, transaction);
    const answers = readAnswers(questions, body.answers);
    const sittingTimes = timesOf(body);
    const { startedAt, finishedAt } = countedTimes(sittingTimes, attempt, attempt.now);
    isNew = true;
    const recorded = recordSitting(transaction, {
      attemptId,
      startedAt,
      hash,
      timeConfirmed: timesHold(sittingTimes, attempt, attempt.now),
      device: sent.device,
      answers,
    });
    if (answers.length === 0) return recorded;
    // Sent without waiting for the sitting to be recorded: this saves a round trip while the attempt is locked.
    const deadlineAt = new Date(startedAt.getTime() + attempt.timeLimit * 1000);
    const spanMs = Math.max(...body.answers.map((answer) => answer.elapsedMs));
    const taken = { answers: answers.map(asGiven), times, spanMs, finishedAt, work: workOf(body) };
    const [, graded] = await Promise.all([recorded, grade(db, transaction, { ...attempt, deadlineAt }, taken)]);
    return graded;
  });
  if (isNew) moves(taken.state);
  return taken;
}

/** Returns the times of a sitting according to its phone. */
const timesOf = ({ startedAt, finishedAt, elapsedMs, answers }: SittingBody): SittingTimes => ({
  startedAt: new Date(startedAt),
  finishedAt: new Date(finishedAt),
  elapsedMs,
  answers: answers.map(({ elapsedMs, at }) => ({ elapsedMs, at: at === undefined ? null : new Date(at) })),
});

const workOf = (body: SittingBody): AttemptWork => ({
  shown: body.shown ?? null,
  awayTimes: clampTimes(body.awayTimes),
  awayMs: clampMilliseconds(body.awayMs),
  textsHeard: clampTimes(body.textsHeard),
  pausedAtMs: clampMilliseconds(body.pausedAtMs),
});

const asGiven = ({
  questionId,
  letter,
  written,
  responseTime,
  timing,
}: ReturnType<typeof readAnswer>): GivenAnswer => ({
  questionId,
  selectedAnswer: letter,
  written,
  visibleMs: timing['visibleMs'] || (responseTime ? responseTime * 1000 : null),
  firstTapMs: timing['firstTapMs'] ?? null,
});

const ticketValue = (attemptId: number, userId: number, preparedUntil: Date) =>
  `${attemptId}.${userId}.${preparedUntil.getTime()}`;

function ticketRefusal(verdict: Exclude<TicketVerdict, 'take' | 'repeated'>): Refused {
  switch (verdict) {
    case 'used':
      return conflict('ticket-used', 'Este teste já chegou de outro telemóvel. Só o primeiro conta.');
    case 'started':
      return conflict('ticket-started', 'Este teste foi começado com internet noutro aparelho. Só esse conta.');
    default:
      return conflict('ticket-over', 'O prazo deste teste acabou ou ele foi retirado: já não aceita respostas.');
  }
}

/** Returns the newest choice for each question, as a letter. */
function readAnswers(questions: readonly FrozenQuestion[], given: SittingBody['answers']) {
  const newest = new Map<number, ReturnType<typeof readAnswer>>();
  for (const answer of given) {
    const question = questions.find(({ id }) => id === answer.questionId);
    if (!question) throw invalid({ questionId: 'Esta pergunta não é deste teste.' });
    newest.set(question.id, readAnswer(question, answer));
  }
  return [...newest.values()];
}

/** Returns the letter of a choice or of what was written, with what was written. */
function readChoice(question: FrozenQuestion, chosen: string): { letter: string; written: string | null } {
  const verdict = verdictOn(question, chosen);
  if (verdict?.kind === 'answer') return { letter: verdict.letter, written: verdict.text };
  if (verdict) throw writtenRefusal(verdict);
  const option = optionsOf(JSON.stringify(question.alternatives)).find(
    ({ letter, whole }) => letter === chosen.toUpperCase() || whole === chosen,
  );
  if (!option) throw invalid({ selectedAnswer: 'Escolha uma das opções da pergunta.' });
  return { letter: option.letter, written: null };
}

function readAnswer(question: FrozenQuestion, answer: SittingBody['answers'][number]) {
  return {
    questionId: answer.questionId,
    ...readChoice(question, answer.selectedAnswer),
    responseTime: clampResponseTime(answer.responseTime),
    timing: {
      firstShownMs: clampMilliseconds(answer.firstShownMs),
      firstTapMs: clampMilliseconds(answer.firstTapMs),
      lastTapMs: clampMilliseconds(answer.lastTapMs),
      visibleMs: clampMilliseconds(answer.visibleMs),
      changes: clampTimes(answer.changes),
    } as Record<string, number | null>,
  };
}

/** Returns the hash that identifies a sitting, so that one sent again is recognised. */
const hashOf = ({ startedAt, finishedAt, elapsedMs, answers }: SittingBody): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        startedAt,
        finishedAt,
        elapsedMs,
        answers.map((answer) => [answer.questionId, answer.selectedAnswer, answer.elapsedMs]),
      ]),
    )
    .digest();

function presentPrepared(row: PreparedRow): PreparedTest {
  const { attemptId, childId, testId, discipline, theme, form, schoolClass, description, active, questionCount } = row;
  return {
    attemptId,
    childId,
    testId,
    preparedAt: row.preparedAt.toISOString(),
    expiresAt: row.preparedUntil.toISOString(),
    beginBefore: beginBefore(row).toISOString(),
    kilobytes: kilobytesToPrepare(row.presentedBytes, questionCount),
    test: {
      id: testId,
      discipline,
      theme,
      form,
      schoolClass,
      description,
      difficultyLevel: row.difficultyLevel,
      evaluationType: row.evaluationType,
      duration: row.duration,
      active,
      questionCount,
    },
  };
}

/** Binds preparing tests, giving them back, and sending offline sittings. */
export function bindPrepared(frame: Frame): void {
  const { db, config } = frame;
  const seal = async (userId: number, row: PreparedRow): Promise<SealedSitting> => {
    const { presented } = await versionOf(db, row.versionId);
    return {
      ...presentPrepared(row),
      ticket: sign(config.secretKey, TICKET, ticketValue(row.attemptId, userId, row.preparedUntil)),
      serverTime: row.now.toISOString(),
      timeLimit: row.timeLimit,
      child: {
        id: row.childId,
        firstName: firstName(row.childName),
        schoolClass: row.childClass,
        cover: row.childCover,
      },
      questions: [...presented],
    };
  };
  frame.bind(preparedContract, {
    'GET /api/prepared': async ({ caller, query: { childId = null } }) => {
      if (childId !== null && !(await isOwnChild(db, caller.userId, childId))) throw notFound();
      return (await findPrepared(db, caller.userId, childId)).map(presentPrepared);
    },

    'POST /api/prepared': async ({ caller, body }) => {
      const rows = await prepareTests(db, { userId: caller.userId, ...body });
      return Promise.all(rows.map((row) => seal(caller.userId, row)));
    },

    'DELETE /api/prepared/:attemptId': async ({ caller, params }) => {
      await giveBack(db, caller.userId, params.attemptId);
      return null;
    },

    'POST /api/prepared/:attemptId/sitting': async (call) => {
      const attempt = await takeSitting(db, config.secretKey, {
        userId: call.caller.userId,
        attemptId: call.params.attemptId,
        device: deviceInWords(call.device),
        body: call.body,
      });
      return { ...presentAttempt(attempt, new Date()), ...(call.caller.onlyChildren ? NO_MARKS : {}) };
    },
  });
}
