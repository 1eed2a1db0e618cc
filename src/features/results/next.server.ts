import type { Database } from '../../server/db.ts';
import { kilobytesFor } from '../attempts/attempts.rules.ts';
import type { Entitlements } from '../plans/plans.rules.ts';
import { findNextTest } from './report.store.ts';

/**
 * The test to practise with next, where the plan gives suggestions: one that the child has not taken, of the wanted
 * theme before any other of its discipline.
 *
 * @param wanted nothing when nothing was tested yet.
 */
export async function suggestNext(
  db: Database,
  childId: number,
  { suggestions: allowed }: Entitlements,
  wanted: { schoolClass: string; discipline: string; theme: string } | null,
) {
  const next = allowed && wanted ? await findNextTest(db, childId, wanted) : undefined;
  return {
    allowed,
    test: next ? { ...next, kilobytes: kilobytesFor(next.presentedBytes, next.questionCount) } : null,
  };
}
