import type { Database } from '../../../server/db/db.ts';
import { minutesFor } from '../../../shared/durations.ts';
import type { Entitlements } from '../../money/plans/plans.rules.ts';
import { kilobytesFor } from '../../sitting/attempts/attempts.rules.ts';
import { findNextTest } from '../progress/progress.store.ts';

/**
 * Returns a test to practise a gap, if the plan includes suggestions: the next form of the gap's theme that the child has not taken. It is
 * never a test of another theme, because a theme without results is not a known gap.
 *
 * @param gap the theme, and the classes whose tests are suitable, in order of preference; null if there is no gap.
 */
export async function suggestNext(
  db: Database,
  childId: number,
  { suggestions: allowed }: Entitlements,
  gap: { schoolClasses: readonly string[]; discipline: string; theme: string } | null,
) {
  const next = allowed && gap ? await findNextTest(db, childId, gap) : undefined;
  return {
    allowed,
    test: next
      ? {
          ...next,
          minutes: minutesFor(next.duration, next.extendedTime),
          kilobytes: kilobytesFor(next.presentedBytes, next.questionCount),
        }
      : null,
  };
}
