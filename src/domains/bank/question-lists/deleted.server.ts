import type { Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { MAX_AT_ONCE } from '../../../shared/questions/question-limits.ts';
import { forgetRemoved, lockTests, markEdited } from '../authoring/authoring.store.ts';
import {
  bringBackQuestions,
  bringBackTest,
  countDeleted,
  findDeleted,
  lockDeletedQuestions,
  lockDeletedTest,
} from '../test-bank/deleted.store.ts';
import { findTeacherQuestions, updateOrder } from '../test-bank/questions.store.ts';
import { freezeTests } from '../test-bank/tests.server.ts';
import { type Deleted, deletedContract } from './deleted.contract.ts';
import { orderWith } from './deleted.rules.ts';

/** Default number of rows. */
const USUAL_ROWS = 500;

/** Restores tests with the questions that were deleted with them. @throws Refused 404 if one of them cannot be restored. */
async function restoreTests(transaction: Queryable, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const test = await lockDeletedTest(transaction, id);
    if (!test) throw notFound();
    await bringBackTest(transaction, id);
    if (test.contentKey !== null) await forgetRemoved(transaction, test.contentKey);
    await bringBackQuestions(transaction, { withTest: id });
  }
}

/**
 * Restores questions to their former positions in their tests.
 *
 * @returns the ids of their tests.
 * @throws Refused 404 if a question cannot be restored, 409 if its test is deleted too.
 */
async function restoreQuestions(transaction: Queryable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const wanted = await lockDeletedQuestions(transaction, ids);
  if (wanted.length !== ids.length) throw notFound();
  const testIds = [...new Set(wanted.map(({ testId }) => testId))];
  const there = await lockTests(transaction, testIds);
  if (there.length !== testIds.length)
    throw conflict('test-deleted', 'O teste destas questões também foi apagado. Recupere primeiro o teste.');
  const before = new Map<number, number[]>();
  for (const id of testIds)
    before.set(
      id,
      (await findTeacherQuestions(transaction, id)).map((question) => question.id),
    );
  const back = Map.groupBy(await bringBackQuestions(transaction, { ids }), ({ testId }) => testId);
  for (const [testId, questions] of back) {
    await updateOrder(transaction, testId, orderWith(before.get(testId) ?? [], questions));
    await markEdited(transaction, testId);
  }
  return testIds;
}

/** Binds the endpoints that list and restore deleted tests and questions. */
export function bindDeleted(frame: Frame): void {
  const { db } = frame;
  frame.bind(deletedContract, {
    'GET /api/teacher/deleted': async (call) => {
      const { limit = USUAL_ROWS, page = 1 } = call.query;
      const [rows, total] = await Promise.all([
        findDeleted(db, { limit, offset: (page - 1) * limit }),
        countDeleted(db),
      ]);
      setPaginationHeaders(call, '/api/teacher/deleted', {}, page, limit, total);
      return rows.map(
        ({ testId, discipline, theme, form, schoolClass, ...row }): Deleted => ({
          ...row,
          deletedAt: row.deletedAt.toISOString(),
          erasedAt: row.erasedAt.toISOString(),
          test: { id: testId, discipline, theme, form, schoolClass },
        }),
      );
    },

    'POST /api/teacher/deleted/restore': ({ caller: { userId }, address, body }) => {
      const testIds = [...new Set(body.testIds)].toSorted((a, b) => a - b);
      const questionIds = [...new Set(body.questionIds)];
      const all = testIds.length + questionIds.length;
      if (all === 0) throw invalid({}, 'Escolha o que quer recuperar.');
      if (all > MAX_AT_ONCE) throw invalid({}, `No máximo ${MAX_AT_ONCE} de uma vez.`);
      return db.transaction(async (transaction) => {
        await restoreTests(transaction, testIds);
        const changed = await restoreQuestions(transaction, questionIds);
        await freezeTests(transaction, [...new Set([...testIds, ...changed])]);
        const note = { userId, address } as const;
        for (const id of testIds) await audit(transaction, { ...note, action: 'test.restored', subject: `test ${id}` });
        for (const id of questionIds)
          await audit(transaction, { ...note, action: 'question.restored', subject: `question ${id}` });
        return { tests: testIds.length, questions: questionIds.length };
      });
    },
  });
}
