import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { lockTests, markEdited } from '../authoring/authoring.store.ts';
import { recordedQuestion } from '../authoring/questions.server.ts';
import { objectiveNamed } from '../curriculum/curriculum.server.ts';
import { storeDeletedQuestions } from '../test-bank/deleted.store.ts';
import {
  deleteQuestions,
  findQuestionsById,
  moveQuestions,
  setOnQuestions,
  type TeacherQuestionRow,
} from '../test-bank/questions.store.ts';
import { freezeTests } from '../test-bank/tests.server.ts';
import { selectionContract } from './selection.contract.ts';

/**
 * Changes questions of several tests in one transaction. Locks the tests in the order of their ids, so that two calls cannot deadlock, and
 * freezes a version of each at the end.
 *
 * @param others tests that the change adds questions to.
 * @throws Refused 404 if a question or a test does not exist, 409 if a question was moved to another test meanwhile.
 */
function changeChosen(
  db: Database,
  questionIds: readonly number[],
  change: (transaction: Queryable, questions: TeacherQuestionRow[]) => Promise<void>,
  others: readonly number[] = [],
): Promise<{ questions: number }> {
  const ids = [...new Set(questionIds)];
  return db.transaction(async (transaction) => {
    const found = await findQuestionsById(transaction, ids);
    if (found.length !== ids.length) throw notFound();
    const testIds = [...new Set([...found.map(({ testId }) => testId), ...others])];
    if ((await lockTests(transaction, testIds)).length !== testIds.length) throw notFound();
    // The questions are read again under the locks.
    const questions = await findQuestionsById(transaction, ids);
    if (questions.length !== ids.length || questions.some(({ testId }) => !testIds.includes(testId)))
      throw conflict(
        'changed-meanwhile',
        'Algumas destas questões foram alteradas por outra pessoa. Abra a lista de novo.',
      );
    await change(transaction, questions);
    for (const id of testIds) await markEdited(transaction, id);
    await freezeTests(transaction, testIds);
    return { questions: ids.length };
  });
}

/** Writes to the audit log how a question was changed. @param changed the new values; undefined where the question keeps its own. */
async function auditChange(
  transaction: Queryable,
  by: { userId: number; address: string },
  before: TeacherQuestionRow,
  changed: Parameters<typeof setOnQuestions>[2],
): Promise<void> {
  const { weight, skillCategory, objective } = changed;
  await audit(transaction, {
    ...by,
    action: 'question.changed',
    subject: `question ${before.id}`,
    before: {
      ...(weight !== undefined && { weight: before.weight }),
      ...(skillCategory !== undefined && { skillCategory: before.skillCategory }),
      ...(objective !== undefined && { objective: before.objective }),
    },
    after: {
      ...(weight !== undefined && { weight }),
      ...(skillCategory !== undefined && { skillCategory }),
      ...(objective !== undefined && { objective }),
    },
  });
}

/** Binds the endpoints that change several questions in one call. */
export function bindSelection(frame: Frame): void {
  const { db } = frame;
  frame.bind(selectionContract, {
    'PATCH /api/teacher/questions': ({ caller: { userId }, address, body }) => {
      const { questionIds, weight, objective } = body;
      const skillCategory = body.skillCategory === '' ? null : body.skillCategory;
      if (weight === undefined && skillCategory === undefined && objective === undefined)
        throw invalid({}, 'Escolha o que quer mudar: a categoria, o peso ou o objectivo.');
      return changeChosen(db, questionIds, async (transaction, questions) => {
        const named = objective ? await objectiveNamed(transaction, objective) : objective === '' ? null : objective;
        const ids = questions.map(({ id }) => id);
        const changed = { weight, skillCategory, objective: named };
        await setOnQuestions(transaction, ids, changed);
        for (const question of questions) await auditChange(transaction, { userId, address }, question, changed);
      });
    },

    'POST /api/teacher/questions/move': ({ caller: { userId }, address, body: { questionIds, testId } }) =>
      changeChosen(
        db,
        questionIds,
        async (transaction, questions) => {
          // Questions already in the test keep their positions.
          const moved = questions.filter((question) => question.testId !== testId);
          await moveQuestions(
            transaction,
            moved.map(({ id }) => id),
            testId,
          );
          for (const question of moved)
            await audit(transaction, {
              userId,
              action: 'question.moved',
              subject: `question ${question.id}`,
              before: { testId: question.testId },
              after: { testId },
              address,
            });
        },
        [testId],
      ),

    'POST /api/teacher/questions/delete': ({ caller: { userId }, address, body: { questionIds } }) =>
      changeChosen(db, questionIds, async (transaction, questions) => {
        await storeDeletedQuestions(
          transaction,
          questions.map(({ id }) => id),
          userId,
        );
        for (const [testId, of] of Map.groupBy(questions, (question) => question.testId))
          await deleteQuestions(
            transaction,
            testId,
            of.map(({ id }) => id),
          );
        for (const before of questions)
          await audit(transaction, {
            userId,
            action: 'question.deleted',
            subject: `question ${before.id}`,
            before: recordedQuestion(before),
            address,
          });
      }),
  });
}
