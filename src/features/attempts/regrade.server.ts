import { audit } from '../../server/audit.ts';
import type { Database, Queryable } from '../../server/db.ts';
import { invalid, notFound } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { liveSettings } from '../../server/live-settings.ts';
import { correctKey, questionOfTest } from '../tests/questions.server.ts';
import type { FrozenQuestion } from '../tests/tests.rules.ts';
import { freeze } from '../tests/tests.server.ts';
import { rebuildAggregations } from './aggregations.store.ts';
import { score } from './attempts.rules.ts';
import { type RegradeCounts, regradeContract } from './regrade.contract.ts';
import { bankKeyOf, type Corrected, lastOf, rightLetterIn, withRightKey } from './regrade.rules.ts';
import {
  type AttemptToRegrade,
  type ChangedMark,
  findAnswersOf,
  findAttemptsAt,
  findSuccessors,
  findVersionsWith,
  insertRegrade,
  insertSuccessor,
  lockAttemptsAt,
  lockTestForRegrade,
  updateVersions,
} from './regrade.store.ts';

/** Where attempts at a version belong, and by which questions they are marked there. */
interface Target {
  versionId: number;
  questions: readonly FrozenQuestion[];
}

/** What a wrong key touches: versions by id with their questions, who took whose place, and which have no such alternative. */
interface Found {
  versions: Map<number, FrozenQuestion[]>;
  successors: Map<number, number>;
  /** Last in their line and with a wrong key: what they have to become. */
  wrong: Map<number, FrozenQuestion[]>;
  oldKeys: string[];
  without: number[];
}

async function find(db: Queryable, testId: number, corrected: Corrected): Promise<Found> {
  const versions = new Map(
    (await findVersionsWith(db, testId, corrected.id)).map(({ id, questions }) => [id, questions]),
  );
  const successors = new Map((await findSuccessors(db, testId)).map((one) => [one.versionId, one.successorId]));
  const wrong = new Map<number, FrozenQuestion[]>();
  const oldKeys = new Set<string>();
  const without: number[] = [];
  for (const [id, questions] of versions) {
    const frozen = questions.find((question) => question.id === corrected.id);
    if (frozen && rightLetterIn(frozen, corrected) === undefined) without.push(id);
    const right = successors.has(id) ? undefined : withRightKey(questions, corrected);
    if (!right || !frozen) continue;
    wrong.set(id, right);
    oldKeys.add(bankKeyOf(frozen));
  }
  return { versions, successors, wrong, oldKeys: [...oldKeys].sort(), without };
}

/** The marks that come out otherwise at the versions where the attempts belong. */
async function changedMarks(
  db: Queryable,
  attempts: readonly AttemptToRegrade[],
  targetOf: (versionId: number) => Target,
): Promise<ChangedMark[]> {
  const completed = attempts.filter(({ completed }) => completed);
  const answers = Map.groupBy(
    await findAnswersOf(
      db,
      completed.map(({ id }) => id),
    ),
    ({ attemptId }) => attemptId,
  );
  return completed.flatMap((attempt): ChangedMark[] => {
    const target = targetOf(attempt.versionId);
    const chosen = (answers.get(attempt.id) ?? []).map((one) => [one.questionId, one.selectedAnswer] as const);
    const mark = score(target.questions, new Map(chosen));
    if (mark.percentage === attempt.score && mark.correct === attempt.correct) return [];
    return [
      {
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
      },
    ];
  });
}

function countsOf(
  attempts: readonly AttemptToRegrade[],
  marks: readonly ChangedMark[],
  without: number,
): RegradeCounts {
  const up = marks.filter(({ oldScore, newScore }) => newScore > oldScore).length;
  const down = marks.filter(({ oldScore, newScore }) => newScore < oldScore).length;
  const completed = attempts.filter((attempt) => attempt.completed).length;
  return { attempts: attempts.length, up, down, same: completed - up - down, otherAlternatives: without };
}

async function withKey(db: Queryable, testId: number, questionId: number, key: string | undefined): Promise<Corrected> {
  const question = await questionOfTest(db, testId, questionId);
  if (!question) throw notFound();
  if (key !== undefined && key.charCodeAt(0) - 65 >= question.alternatives.length)
    throw invalid({ correctAnswer: 'Esta questão não tem essa alternativa.' });
  return { ...question, correctAnswer: key ?? question.correctAnswer };
}

/** What a regrade would do, without doing it. */
async function preview(
  db: Database,
  testId: number,
  questionId: number,
  key: string | undefined,
): Promise<RegradeCounts> {
  const found = await find(db, testId, await withKey(db, testId, questionId, key));
  const targetOf = (versionId: number): Target => {
    const last = lastOf(versionId, found.successors);
    return { versionId: last, questions: found.wrong.get(last) ?? found.versions.get(last) ?? [] };
  };
  const concerned = [...found.versions.keys()].filter(
    (id) => found.successors.has(id) || found.wrong.has(lastOf(id, found.successors)),
  );
  const attempts = await findAttemptsAt(db, concerned);
  const without = await findAttemptsAt(db, found.without);
  return countsOf(attempts, await changedMarks(db, attempts, targetOf), without.length);
}

/** Who puts a key right, and why. */
export interface Regrading {
  testId: number;
  questionId: number;
  correctAnswer: string;
  reason: string;
  userId: number;
  address: string;
}

/**
 * Puts the key of a question right: in the bank, and in every attempt at it, whenever it was made. Versions stay as they
 * are; others take their places. All of it or nothing, and doing it twice changes nothing the second time.
 *
 * @throws Refused 404 when the test does not have the question, 400 when the question does not have the alternative.
 */
export async function regrade(db: Database, wanted: Regrading): Promise<RegradeCounts> {
  const { testId, questionId, correctAnswer, reason, userId, address } = wanted;
  return db.transaction(async (transaction) => {
    if (!(await lockTestForRegrade(transaction, testId))) throw notFound();
    const corrected = await withKey(transaction, testId, questionId, correctAnswer);
    await correctKey(transaction, { testId, questionId, correctAnswer, userId, address });
    const found = await find(transaction, testId, corrected);
    const { versions, successors } = found;
    for (const [id, questions] of found.wrong) {
      const successor = await freeze(transaction, testId, questions);
      await insertSuccessor(transaction, id, successor);
      versions.set(successor, questions);
      successors.delete(successor);
      successors.set(id, successor);
    }
    const targetOf = (versionId: number): Target => {
      const last = lastOf(versionId, successors);
      return { versionId: last, questions: versions.get(last) ?? [] };
    };
    const attempts = await lockAttemptsAt(
      transaction,
      testId,
      [...versions.keys()].filter((id) => successors.has(id)),
    );
    const marks = await changedMarks(transaction, attempts, targetOf);
    const counts = countsOf(attempts, marks, (await findAttemptsAt(transaction, found.without)).length);
    if (found.wrong.size === 0 && attempts.length === 0) return counts;
    await updateVersions(
      transaction,
      attempts.map(({ id, versionId }) => ({ attemptId: id, versionId: targetOf(versionId).versionId })),
    );
    const oldKeys = found.oldKeys.length > 0 ? found.oldKeys : [correctAnswer];
    const id = await insertRegrade(
      transaction,
      { testId, questionId, oldKeys, newKey: correctAnswer, reason, userId },
      marks,
    );
    const changed = new Set(marks.map(({ attemptId }) => attemptId));
    const childIds = [...new Set(attempts.filter(({ id }) => changed.has(id)).map(({ childId }) => childId))];
    await rebuildAggregations(transaction, childIds, liveSettings(db).trimesters);
    await audit(transaction, {
      userId,
      action: 'question.regraded',
      subject: `question ${questionId}`,
      before: { correctAnswer: oldKeys },
      after: { correctAnswer, regrade: id, reason, ...counts },
      address,
    });
    return counts;
  });
}

/** Putting a key right, with what it would do. */
export function bindRegrade(frame: Frame): void {
  const { db } = frame;
  frame.bind(regradeContract, {
    'GET /api/teacher/tests/:id/questions/:questionId/regrade': ({ params, query }) =>
      preview(db, params.id, params.questionId, query.correctAnswer),

    'POST /api/teacher/tests/:id/questions/:questionId/regrade': ({ params, body, caller, address }) =>
      regrade(db, { testId: params.id, questionId: params.questionId, ...body, userId: caller.userId, address }),
  });
}
