import type { Database } from '../../../server/db/db.ts';
import { minutesFor } from '../../../shared/durations.ts';
import { kilobytesFor } from '../../sitting/attempts/attempts.rules.ts';
import { readKnowledge } from '../knowledge/knowledge.server.ts';
import { findOfferedTest } from '../progress/progress.store.ts';

/**
 * Returns the test of the child's next action, if the plan includes suggestions; none when the next action is to practise. The theme is
 * that of the child's page and of every other place that names a next step.
 *
 * @param allowed whether the plan includes suggestions.
 */
export async function suggestNext(db: Database, userId: number, childId: number, allowed: boolean) {
  const { action } = allowed ? await readKnowledge(db, userId, childId, { brief: true }) : { action: null };
  const test = action?.testId == null ? undefined : await findOfferedTest(db, childId, action.testId);
  return {
    allowed,
    test: test
      ? {
          ...test,
          minutes: minutesFor(test.duration, test.extendedTime),
          kilobytes: kilobytesFor(test.presentedBytes, test.questionCount),
        }
      : null,
  };
}
