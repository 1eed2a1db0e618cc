import type { Queryable } from '../../../server/db/db.ts';
import { conflict, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import { lockTest, markEdited } from '../authoring/authoring.store.ts';
import { deleteQuestions, restoreQuestions } from '../test-bank/questions.store.ts';
import { freezeTest } from '../test-bank/tests.server.ts';
import { findTest } from '../test-bank/tests.store.ts';
import { importFile } from './import-thread.server.ts';
import { importsContract } from './imports.contract.ts';
import {
  countTouched,
  deleteProgress,
  findBatch,
  findBatches,
  findProgress,
  findWork,
  markUndone,
} from './imports.store.ts';

/** Binds the endpoints that import questions from files and undo an import. */
export function bindImports(frame: Frame): void {
  const { db } = frame;
  frame.bind(importsContract, {
    'POST /api/teacher/tests/:id/import': async (call) => {
      const test = await findTest(db, call.params.id);
      if (!test) throw notFound();
      const { userId } = call.caller;
      try {
        const job = {
          ...call.body,
          testId: test.id,
          userId,
          address: call.address,
          fileName: call.file.name
            .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
            .toWellFormed()
            .trim(),
          bytes: call.file.bytes,
          token: call.body.token,
        };
        return await importFile(db, job, call.ended);
      } finally {
        if (call.body.token) await deleteProgress(db, userId, call.body.token).catch(() => 0);
      }
    },

    'GET /api/teacher/imports/progress/:token': async (call) => {
      const progress = await findProgress(db, call.caller.userId, call.params.token);
      if (!progress) throw notFound();
      return progress;
    },

    'GET /api/teacher/tests/:id/imports': async (call) => {
      const test = await findTest(db, call.params.id);
      if (!test) throw notFound();
      return findBatches(db, test.id);
    },

    'POST /api/teacher/imports/:id/undo': (call) =>
      db.transaction((transaction) =>
        undoImport(transaction, call.params.id, { userId: call.caller.userId, address: call.address }),
      ),
  });
}

/**
 * Deletes the questions that an import created, and restores those that it replaced.
 *
 * @returns the import, now marked as undone.
 * @throws Refused 404 if it does not exist, 409 if it was undone before or one of its questions has changed since.
 */
async function undoImport(transaction: Queryable, id: number, by: { userId: number; address: string }) {
  const found = await findBatch(transaction, id);
  if (!found) throw notFound();
  await lockTest(transaction, found.testId);
  // The batch is read again under the lock, because another call may have undone it meanwhile.
  const batch = await findBatch(transaction, found.id);
  if (!batch) throw notFound();
  if (batch.undoneAt) throw conflict('already-undone', 'Esta importação já foi anulada.');
  const touched = await countTouched(transaction, batch.id);
  if (touched > 0) {
    throw conflict(
      'changed-since',
      `${touched === 1 ? 'Uma questão desta importação foi alterada' : `${touched} questões desta importação foram alteradas`} ou apagada${touched === 1 ? '' : 's'} desde então: anular apagaria esse trabalho. Apague ou corrija as questões uma a uma.`,
    );
  }
  const { made, replaced } = await findWork(transaction, batch.id);
  await deleteQuestions(transaction, batch.testId, made);
  await restoreQuestions(transaction, replaced);
  await markUndone(transaction, batch.id, by.userId);
  await markEdited(transaction, batch.testId);
  await freezeTest(transaction, batch.testId);
  await audit(transaction, {
    ...by,
    action: 'questions.import-undone',
    subject: `test ${batch.testId}`,
    after: { batch: batch.id, file: batch.fileName, created: batch.created, replaced: batch.replaced },
  });
  const undone = await findBatch(transaction, batch.id);
  if (!undone) throw notFound();
  return undone;
}
