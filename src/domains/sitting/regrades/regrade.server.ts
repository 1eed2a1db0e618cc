import type { Database, Queryable } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { invalid, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { audit } from '../../../server/watch/audit.ts';
import { answeringProblem } from '../../bank/answering/answering.rules.ts';
import { correctKey, questionOfTest } from '../../bank/authoring/questions.server.ts';
import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';
import { freeze, versionOf } from '../../bank/test-bank/tests.server.ts';
import { updateWrittenLetters } from '../attempts/answers.store.ts';
import { score } from '../attempts/attempts.rules.ts';
import { rebuildAggregations } from './aggregations.store.ts';
import { type RegradeCounts, regradeContract } from './regrade.contract.ts';
import {
  answeringWith,
  bankKeyOf,
  type Corrected,
  changesMark,
  letterIn,
  rightLetterIn,
  withRightKey,
} from './regrade.rules.ts';
import {
  type AttemptToRegrade,
  countAttemptsAt,
  findAnswersOf,
  findCopies,
  findNextAttempts,
  findVersionsAsked,
  insertRegrade,
  lockChildren,
  lockNextAttempts,
  lockTestForRegrade,
  type RegradeMark,
  updateRegraded,
} from './regrade.store.ts';

/** Number of attempts in one statement: however many took a test, no statement comes near its timeout. */
const TOGETHER = 1_000;

/** The versions that a wrong key affects. */
interface Found {
  /** Versions with the wrong key that were given to a child, by id, with their corrected questions. */
  wrong: Map<number, FrozenQuestion[]>;
  /** Their keys, as letters of the bank. */
  oldKeys: string[];
  /** Versions whose question did not have the right alternative. */
  without: number[];
}

async function find(db: Queryable, testId: number, corrected: Corrected): Promise<Found> {
  const wrong = new Map<number, FrozenQuestion[]>();
  const oldKeys = new Set<string>();
  const without: number[] = [];
  for (const { id, questions } of await findVersionsAsked(db, testId, corrected.id)) {
    const frozen = questions.find((question) => question.id === corrected.id);
    if (frozen && rightLetterIn(frozen, corrected) === undefined) without.push(id);
    const right = withRightKey(questions, corrected);
    if (!right || !frozen) continue;
    wrong.set(id, right);
    oldKeys.add(bankKeyOf(frozen));
  }
  return { wrong, oldKeys: [...oldKeys].sort(), without };
}

/** A version with its key corrected. In a preview it has the id of the wrong version. */
interface Target {
  versionId: number;
  questions: readonly FrozenQuestion[];
}

/** Returns the marks of completed attempts with the right key, beside their current marks. */
async function marksAt(
  db: Queryable,
  attempts: readonly AttemptToRegrade[],
  targets: ReadonlyMap<number, Target>,
): Promise<RegradeMark[]> {
  const completed = attempts.filter(({ completed }) => completed);
  const answers = Map.groupBy(
    await findAnswersOf(
      db,
      completed.map(({ id }) => id),
    ),
    ({ attemptId }) => attemptId,
  );
  return completed.map((attempt): RegradeMark => {
    const target = targets.get(attempt.versionId) as Target;
    const chosen = (answers.get(attempt.id) ?? []).map(
      (one) => [one.questionId, letterIn(target.questions, one)] as const,
    );
    const mark = score(target.questions, new Map(chosen));
    return {
      attemptId: attempt.id,
      oldVersionId: attempt.versionId,
      newVersionId: target.versionId,
      oldScore: attempt.score ?? 0,
      newScore: mark.percentage,
      oldPoints: attempt.points,
      newPoints: mark.points,
      oldCorrect: attempt.correct ?? 0,
      newCorrect: mark.correct,
      newIncorrect: mark.incorrect,
    };
  });
}

/** Stores the letters of what was written in attempts, by the corrected question. */
async function updateLetters(
  transaction: Queryable,
  questionId: number,
  attempts: readonly AttemptToRegrade[],
  targets: ReadonlyMap<number, Target>,
): Promise<void> {
  const versions = new Map(attempts.map(({ id, versionId }) => [id, versionId]));
  const answers = await findAnswersOf(transaction, [...versions.keys()]);
  const letters = answers.flatMap((answer) => {
    if (answer.questionId !== questionId || answer.written === null) return [];
    const { questions } = targets.get(versions.get(answer.attemptId) as number) as Target;
    return [{ attemptId: answer.attemptId, letter: letterIn(questions, answer) }];
  });
  if (letters.length > 0) await updateWrittenLetters(transaction, questionId, letters);
}

/** Returns all attempts at some versions, one page at a time. */
async function attemptsAt(
  db: Queryable,
  testId: number,
  versionIds: readonly number[],
  next: typeof findNextAttempts,
): Promise<AttemptToRegrade[]> {
  const all: AttemptToRegrade[] = [];
  while (versionIds.length > 0) {
    const page = await next(db, testId, versionIds, { after: all.at(-1)?.id ?? 0, most: TOGETHER });
    if (page.length === 0) break;
    for (const attempt of page) all.push(attempt);
  }
  return all;
}

/** Splits a list into parts that are small enough for a statement. */
function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += TOGETHER) yield all.slice(from, from + TOGETHER);
}

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

type Moves = Pick<RegradeCounts, 'up' | 'down' | 'same'>;

/** Adds the marks that move. The score of an interrupted attempt is no mark: no family sees it. */
function addMoves(sum: Moves, attempts: readonly AttemptToRegrade[], marks: readonly RegradeMark[]): void {
  const interrupted = new Set(attempts.filter((attempt) => attempt.interrupted).map(({ id }) => id));
  for (const { attemptId, oldScore, newScore } of marks)
    if (!interrupted.has(attemptId)) sum[newScore > oldScore ? 'up' : newScore < oldScore ? 'down' : 'same'] += 1;
}

async function withKey(
  db: Queryable,
  { testId, questionId }: { testId: number; questionId: number },
  key: string | undefined,
  accept: string | undefined,
): Promise<Corrected> {
  const question = await questionOfTest(db, testId, questionId);
  if (!question) throw notFound();
  if (key !== undefined && key.charCodeAt(0) - 65 >= Math.max(question.alternatives.length, 1))
    throw invalid({ correctAnswer: 'Esta questão não tem essa alternativa.' });
  const correctAnswer = key ?? question.correctAnswer;
  const answering = answeringWith(question, correctAnswer, accept);
  if (accept !== undefined && !answering) throw invalid({ accept: 'Esta questão responde-se escolhendo.' });
  const problem = answering && answeringProblem({ ...question, correctAnswer, answering });
  if (problem) throw invalid({ [accept === undefined ? 'correctAnswer' : 'accept']: problem }, problem);
  return { ...question, correctAnswer, ...(answering ? { answering } : {}) };
}

/** Returns the other tests that ask a question with another key than the corrected one: who corrects it in one test should know of them. */
async function otherCopies(
  db: Queryable,
  testId: number,
  corrected: Corrected,
): Promise<Pick<RegradeCounts, 'copies'>> {
  const copies = (await findCopies(db, testId, corrected.id))
    .filter(({ question }) => withRightKey([question], { ...corrected, id: question.id }) !== undefined)
    .map(({ question: _question, ...copy }) => copy);
  return copies.length > 0 ? { copies } : {};
}

/** Computes the effect of a regrade without performing it. */
async function preview(
  db: Database,
  testId: number,
  questionId: number,
  key: string | undefined,
  accept: string | undefined,
): Promise<RegradeCounts> {
  const corrected = await withKey(db, { testId, questionId }, key, accept);
  const found = await find(db, testId, corrected);
  const targets = new Map([...found.wrong].map(([id, questions]) => [id, { versionId: id, questions }]));
  const attempts = await attemptsAt(db, testId, [...found.wrong.keys()], findNextAttempts);
  const moves: Moves = { up: 0, down: 0, same: 0 };
  for (const part of parts(attempts)) addMoves(moves, part, await marksAt(db, part, targets));
  return {
    attempts: attempts.length,
    ...moves,
    otherAlternatives: await countAttemptsAt(db, testId, found.without),
    ...(await otherCopies(db, testId, corrected)),
  };
}

/** Who corrects a key, and why. */
export interface Regrading {
  testId: number;
  questionId: number;
  correctAnswer: string;
  /** One more value that counts as right in writing. */
  accept?: string | undefined;
  reason: string;
  userId: number;
  address: string;
}

/**
 * Corrects the key of a question, or accepts one more written value: in the bank, and in every attempt at it, whenever it was made. Versions are not changed; corrected
 * versions replace them in the attempts. It is performed completely or not at all, and repeating it changes nothing.
 *
 * @throws Refused 404 when the test does not have the question, 400 when the question does not have the alternative.
 */
export async function regrade(db: Database, wanted: Regrading): Promise<RegradeCounts> {
  const { testId, questionId, correctAnswer, accept, reason, userId, address } = wanted;
  return db.transaction(async (transaction) => {
    if (!(await lockTestForRegrade(transaction, testId))) throw notFound();
    const corrected = await withKey(transaction, { testId, questionId }, correctAnswer, accept);
    const { answering } = corrected;
    const before = await correctKey(transaction, { testId, questionId, correctAnswer, answering, userId, address });
    const found = await find(transaction, testId, corrected);
    // Practice and diagnostics correct their own answers. `isOther`: some answers were marked by another key than the corrected one.
    const isOther = found.oldKeys.some((one) => one !== correctAnswer);
    await emit(transaction, 'key-corrected', { testId, questionId, isOther });
    const targets = new Map<number, Target>();
    for (const [id, questions] of found.wrong)
      targets.set(id, {
        versionId: await freeze(transaction, { ...(await versionOf(db, id, transaction)), questions }),
        questions,
      });
    const attempts = await attemptsAt(transaction, testId, [...targets.keys()], lockNextAttempts);
    const moves: Moves = { up: 0, down: 0, same: 0 };
    const otherAlternatives = await countAttemptsAt(transaction, testId, found.without);
    const copies = await otherCopies(transaction, testId, corrected);
    const record = (keys: readonly string[], counts: Omit<RegradeCounts, 'copies'>, regrade: number | null) =>
      audit(transaction, {
        userId,
        action: 'question.regraded',
        subject: `question ${questionId}`,
        before: { correctAnswer: keys },
        after: { correctAnswer, regrade, reason, ...counts },
        address,
      });
    if (attempts.length === 0) {
      const counts = { attempts: 0, ...moves, otherAlternatives };
      // Without attempts, the reason of a corrected key is kept here only.
      if (before !== correctAnswer) await record([before], counts, null);
      return { ...counts, ...copies };
    }
    for (const part of parts(inOrder(attempts.map(({ childId }) => childId)))) await lockChildren(transaction, part);
    const { oldKeys } = found;
    const id = await insertRegrade(transaction, { testId, questionId, oldKeys, newKey: correctAnswer, reason, userId });
    const concerned = new Set<number>();
    for (const part of parts(attempts)) {
      await updateLetters(transaction, questionId, part, targets);
      const marks = await marksAt(transaction, part, targets);
      const given = part.map(({ id, versionId }) => ({
        attemptId: id,
        versionId: (targets.get(versionId) as Target).versionId,
      }));
      await updateRegraded(transaction, id, given, marks);
      addMoves(moves, part, marks);
      const changed = new Set(marks.filter(changesMark).map(({ attemptId }) => attemptId));
      for (const { id, childId } of part) if (changed.has(id)) concerned.add(childId);
    }
    const { trimesters } = liveSettings(db);
    for (const part of parts(inOrder(concerned))) await rebuildAggregations(transaction, part, trimesters);
    const counts = { attempts: attempts.length, ...moves, otherAlternatives };
    await record(oldKeys, counts, id);
    return { ...counts, ...copies };
  });
}

/** Binds correcting a key, and the preview of its effect. */
export function bindRegrade(frame: Frame): void {
  const { db } = frame;
  frame.bind(regradeContract, {
    'GET /api/teacher/tests/:id/questions/:questionId/regrade': ({ params, query }) =>
      preview(db, params.id, params.questionId, query.correctAnswer, query.accept),

    'POST /api/teacher/tests/:id/questions/:questionId/regrade': ({ params, body, caller, address }) =>
      regrade(db, { testId: params.id, questionId: params.questionId, ...body, userId: caller.userId, address }),
  });
}
