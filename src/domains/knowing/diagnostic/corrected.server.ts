import type { Queryable } from '../../../server/db/db.ts';
import type { Event } from '../../../server/jobs/outbox.ts';
import { questionOfTest } from '../../bank/authoring/questions.server.ts';
import { freeze, versionOf } from '../../bank/test-bank/tests.server.ts';
import { letterIn, withRightKey } from '../../sitting/regrades/regrade.rules.ts';
import { correctEvidence } from '../knowledge/knowledge.server.ts';
import { findVersionsOfAsked, lockChildrenAsked, moveAsked, updateMarked } from './diagnostic.store.ts';

/**
 * Marks again, after a key was corrected, the answers to that question in diagnostics and their evidence in the map. Stored versions of a test
 * never change, so a corrected copy replaces the version, also for a question that is still open. The level of a finished diagnostic stays,
 * because the family has read it.
 */
export async function onKeyCorrected(transaction: Queryable, { payload }: Event): Promise<void> {
  const questionId = Number(payload['questionId']);
  const corrected = await questionOfTest(transaction, Number(payload['testId']), questionId);
  if (!corrected || (await lockChildrenAsked(transaction, questionId)).length === 0) return;
  for (const { versionId } of await findVersionsOfAsked(transaction, questionId)) {
    const version = await versionOf(transaction, versionId);
    const questions = withRightKey(version.questions, corrected);
    const key = questions?.find(({ id }) => id === questionId)?.correctAnswer;
    if (!questions || key === undefined) continue;
    const asked = await moveAsked(
      transaction,
      questionId,
      versionId,
      await freeze(transaction, { ...version, questions }),
    );
    const marked = asked.flatMap(({ selectedAnswer, ...answer }) => {
      // «Ainda não aprendi» is wrong by every key.
      if (selectedAnswer === null) return [];
      const letter = letterIn(questions, { ...answer, questionId, selectedAnswer });
      return [{ ...answer, letter, isRight: letter === key }];
    });
    await updateMarked(transaction, marked);
    await correctEvidence(transaction, 'diagnostic', marked);
  }
}
