import { randomInt } from 'node:crypto';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, notFound, planRequired } from '../../../server/http/errors.ts';
import { monthInLuanda, nextMonth } from '../../../shared/calendar.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { firstName } from '../../../shared/text.ts';
import { ORDERS } from '../../bank/test-bank/shuffle.rules.ts';
import { shuffledVersion, versionArrangedLike, versionOf } from '../../bank/test-bank/tests.server.ts';
import { notesUse } from '../../money/plans/covered.rules.ts';
import { lockFamilyCover } from '../../money/plans/covered.store.ts';
import { isUsedUpByOthers, upsertFreeUse } from '../../money/plans/free-uses.store.ts';
import { canRehearse, canStartTest, entitlementsFor, PLANS, planInForce } from '../../money/plans/plans.rules.ts';
import { findAnswers } from './answers.store.ts';
import type { Sitting } from './attempts.contract.ts';
import { countRehearsals, isOverdue, timeLimitFor } from './attempts.rules.ts';
import {
  type AttemptRow,
  type AttemptToBegin,
  closeOverdue,
  findStartContext,
  insertAttempt,
  type StartContext,
} from './attempts.store.ts';
import { FREE_REHEARSAL, findRanOut, findUsed, lockFreeTest, releaseFreeTest } from './free-test.store.ts';
import { gradeAttempt, moves } from './grading.server.ts';
import { lapsePrepared, takePrepared } from './prepared.store.ts';

/** How often a start is retried when another call began the test first and its row is not visible yet. */
const TRIES = 4;

interface Start {
  userId: number;
  childId: number;
  testId: number;
  clientId: string | null;
  /** The attempt to go on with; null starts one if none is open. */
  attemptId?: number | null;
  device: string | null;
  /** Whether the alternatives get an order of their own, or that of `GET /api/tests/:id`. */
  order: 'own' | 'shown';
}

/**
 * Starts a test for a child, or returns the open attempt of that child and test. A test that was prepared for a phone without network is
 * started from its reservation. The deadline is set by the database's clock. The questions are those of the version that is current now, or
 * that was current when the test was prepared, and they do not change.
 *
 * @throws Refused 404 if the child or test does not exist or belongs to another family; 409 for an archived child, a repeated call whose
 * attempt has ended, or an attempt to go on with that is not open; 402 for a limit of the plan.
 */
export async function startAttempt(db: Database, start: Start): Promise<{ sitting: Sitting; isNew: boolean }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const context = await findStartContext(db, start.userId, start.childId, start.testId, start.clientId);
    if (!context) throw notFound();
    const { openAttempt: known } = context;
    if (known?.state === 'open' && (!start.attemptId || known.id === start.attemptId)) {
      if (!isOverdue(known, context.now))
        return { sitting: await sittingOf(db, context, known, context.now), isNew: false };
      await closeOverdue(db, start.childId);
      continue;
    }
    if (start.attemptId || (context.startedBefore !== null && context.startedBefore !== 'open'))
      throw conflict('attempt-ended', 'Este teste já terminou. Comece-o de novo a partir da lista de testes.');
    let attempt: (AttemptRow & { now: Date }) | undefined;
    if (known) {
      requireActive(context);
      attempt = await takePrepared(db, known.id, start.clientId, start.device, await shownOrder(db, context, start));
      if (!attempt) await lapsePrepared(db, start.childId);
    } else {
      const wanted = await attemptToBegin(db, context, start);
      attempt = wanted && (await begin(db, start.userId, wanted, insertAttempt));
    }
    if (!attempt) continue;
    moves('started');
    return { sitting: await sittingOf(db, context, attempt, attempt.now), isNew: true };
  }
  throw tryAgain();
}

export const tryAgain = () => conflict('try-again', 'O teste está a ser aberto noutro lugar. Tente de novo.');

function requireActive({ child }: StartContext): void {
  if (!child.active)
    throw conflict('child-archived', 'Esta criança está arquivada. Em «Filhos», tire-a do arquivo para fazer testes.');
}

/**
 * Returns the version in which a prepared test begins if the family has read its letters from `GET /api/tests/:id`; null if it keeps the
 * version that was prepared.
 */
async function shownOrder(db: Database, { test, shownVersionId }: StartContext, { order }: Start) {
  if (order === 'own' || !test?.active || test.versionId === null) return null;
  const { versionId } = test;
  return {
    versionId: await versionArrangedLike(db, versionId, shownVersionId ?? versionId),
    currentVersionId: versionId,
  };
}

/**
 * Returns the attempt that a child may begin now under its plan, or undefined if something has changed meanwhile and the context must be
 * read again.
 *
 * @throws Refused 404 if the test does not exist; 409 for an archived child; 402 for a limit of the plan.
 */
export async function attemptToBegin(
  db: Database,
  context: StartContext,
  start: Omit<Start, 'testId'>,
): Promise<AttemptToBegin | undefined> {
  const { test } = context;
  if (!test?.active || test.versionId === null) throw notFound();
  requireActive(context);
  const plan = planInForce(context, context.now);
  const allows = entitlementsFor(plan, context.rank);
  const month = monthInLuanda(context.now);
  const isRehearsal = test.kind === 'rehearsal';
  const freeRehearsal = isRehearsal && allows.rehearsals !== null;
  const limited = !isRehearsal && allows.testsPerDisciplineAndMonth !== null;
  // An attempt that ran out before half was answered gives the free test back and accepts no more answers.
  if (limited && (await closeRanOut(db, start.childId, test.discipline))) return undefined;
  const used = limited || freeRehearsal ? await findUsed(db, start.childId, test.id) : undefined;
  if (freeRehearsal && used && !canRehearse(allows, countRehearsals(used.rehearsals, test.id)))
    throw freeRehearsalUsed();
  if (freeRehearsal && (await isUsedUpByOthers(db, start.childId, FREE_REHEARSAL))) throw freeRehearsalUsed();
  if (limited && used && !canStartTest(allows, used)) throw freeTestUsed(test.discipline, month, used.byChild > 0);
  return {
    childId: start.childId,
    testId: test.id,
    versionId: await versionToBegin(db, test.versionId, test.shuffle, context.shownVersionId, start.order),
    discipline: test.discipline,
    schoolClass: test.schoolClass,
    clientId: start.clientId,
    timeLimit: timeLimitFor(test.duration, context.child.extendedTime),
    duration: test.duration,
    device: start.device,
    freeMonth: limited ? month : null,
    freeRehearsal,
    holdsPlaceOf: notesUse(allows, context.coverUsedAt, context.now) ? plan.coveredChildren : null,
    currentVersionId: test.versionId,
  };
}

function versionToBegin(
  db: Database,
  versionId: number,
  shuffle: boolean,
  shownVersionId: number | null,
  order: Start['order'],
): Promise<number> | number {
  if (order === 'shown') return versionArrangedLike(db, versionId, shownVersionId ?? versionId);
  return shuffle ? shuffledVersion(db, versionId, randomInt(ORDERS)) : versionId;
}

/** Closes the attempts of a child that ran out of time halfway. @returns whether there were any. */
async function closeRanOut(db: Database, childId: number, discipline: string): Promise<boolean> {
  const ranOut = await findRanOut(db, childId, discipline);
  for (const { id } of ranOut) await gradeAttempt(db, id, null, 'abandon');
  return ranOut.length > 0;
}

/**
 * Begins an attempt. One that uses up a free test or the free rehearsal, or that takes the child's place in the plan, is begun under the
 * family's lock.
 *
 * @param insert inserts the attempt: in progress, prepared, or printed.
 */
export function begin<Row extends AttemptRow>(
  db: Database,
  userId: number,
  attempt: AttemptToBegin,
  insert: Insert<Row>,
): Promise<Row | undefined> {
  if (attempt.freeMonth === null && !attempt.freeRehearsal && attempt.holdsPlaceOf === null) return insert(db, attempt);
  return db.transaction(async (transaction) => {
    const [, begun] = await Promise.all([
      lockFamilyCover(transaction, userId),
      beginLocked(transaction, attempt, () => insert(transaction.last, attempt)),
    ]);
    return begun;
  });
}

type Insert<Row> = (db: Queryable, attempt: AttemptToBegin) => Promise<Row | undefined>;

/**
 * Begins an attempt under the family's lock, so that concurrent processes together respect the plan's limits. An earlier attempt without an
 * answer first gives the free test back and ends.
 *
 * @returns undefined if the situation has changed meanwhile, for example because another child took the place in the plan.
 */
export async function beginLocked<Row extends AttemptRow>(
  transaction: Queryable,
  attempt: AttemptToBegin,
  insert: Insert<Row>,
): Promise<Row | undefined> {
  const { childId, discipline, freeMonth } = attempt;
  const { allows } = PLANS.free;
  const used =
    attempt.freeRehearsal || freeMonth !== null ? await findUsed(transaction, childId, attempt.testId) : undefined;
  if (attempt.freeRehearsal && !(used && canRehearse(allows, countRehearsals(used.rehearsals, attempt.testId))))
    return undefined;
  if (attempt.freeRehearsal) {
    if (await isUsedUpByOthers(transaction, childId, FREE_REHEARSAL)) return undefined;
    await upsertFreeUse(transaction, childId, FREE_REHEARSAL);
  }
  if (freeMonth !== null) {
    if (!(used && canStartTest(allows, used))) return undefined;
    await lockFreeTest(transaction, childId, discipline, freeMonth);
    await releaseFreeTest(transaction, childId, discipline, freeMonth);
  }
  return insert(transaction, attempt);
}

/** Message for a further rehearsal on the free plan. */
export const FREE_REHEARSAL_USED = 'O plano Essencial dá um só simulado, e já foi feito. Com um plano pago há todos.';
export const freeRehearsalUsed = () => planRequired('plan-limit', FREE_REHEARSAL_USED);

/**
 * Returns the message for a further test of a discipline on the free plan.
 *
 * @param byChild whether the child itself used its free test of this month, and not the other children those of the family.
 */
export const freeTestUsedText = (discipline: string, byChild: boolean): string =>
  byChild
    ? `O teste grátis de ${discipline} deste mês já foi feito.`
    : `Os testes grátis de ${discipline} deste mês já foram usados: um por criança.`;

export function freeTestUsed(discipline: string, month: string, byChild: boolean) {
  const next = nextMonth(month);
  return planRequired(
    'plan-limit',
    `${freeTestUsedText(discipline, byChild)} Pode fazer outro a partir de ${dayAndMonth(next)}.`,
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
    test: { ...test, duration: attempt.duration, questionCount: version.questions.length },
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

/** Finds the stored answers of an attempt that is resumed. A new attempt has none, so they are not looked for. */
async function findAnswersOfResumed(db: Database, attempt: AttemptRow, now: Date) {
  if (attempt.attemptDate.getTime() === now.getTime()) return [];
  const answers = await findAnswers(db, attempt.id);
  return answers.map(({ questionId, selectedAnswer, written }) => ({
    questionId,
    selectedAnswer: written ?? selectedAnswer,
  }));
}
