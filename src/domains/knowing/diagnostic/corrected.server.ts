import type { Queryable } from '../../../server/db/db.ts';
import type { Event } from '../../../server/jobs/outbox.ts';
import { questionOfTest } from '../../bank/authoring/questions.server.ts';
import { freeze, versionOf } from '../../bank/test-bank/tests.server.ts';
import { letterIn, withRightKey } from '../../sitting/regrades/regrade.rules.ts';
import { correctEvidence } from '../knowledge/knowledge.server.ts';
import { findVersionsOfAsked, lockChildrenAsked, moveAsked, updateMarked } from './diagnostic.store.ts';

/**
 * Marks the answers to a question whose key was corrected again, and the evidence that they gave. Its versions never change: as in attempts,
 * corrected ones replace them, also where the question still waits for its answer. A level that a family has read stays.
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
