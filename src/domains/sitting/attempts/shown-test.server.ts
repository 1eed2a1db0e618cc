import { notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { testsContract } from '../../bank/test-bank/tests.contract.ts';
import { versionOf } from '../../bank/test-bank/tests.server.ts';
import { findTest } from '../../bank/test-bank/tests.store.ts';
import { findShownVersion } from './attempts.store.ts';

/**
 * Binds the endpoint of a test with its questions. A family that has an attempt open at it gets the questions and letters of that attempt;
 * of several, those of the attempt that began last.
 */
export function bindShownTest(frame: Frame): void {
  const { db } = frame;
  frame.bind(testsContract, {
    'GET /api/tests/:id': async ({ caller, params }) => {
      const isFamily = caller.role === 'parent';
      const [test, shown] = await Promise.all([
        findTest(db, params.id),
        isFamily ? findShownVersion(db, caller.userId, params.id) : null,
      ]);
      if (!test || (isFamily && shown === null && (!test.active || test.versionId === null))) throw notFound();
      const versionId = shown ?? test.versionId;
      const questions = versionId === null ? [] : (await versionOf(db, versionId)).presented;
      return { ...test, questions: [...questions] };
    },
  });
}
