import type { Database } from '../../../server/db/db.ts';
import { readLiveSettings } from '../../../server/db/live-settings.ts';
import { lockNextChildren, rebuildAggregations } from './aggregations.store.ts';

/** Number of children in one transaction: few enough that completing a test does not wait noticeably. */
const CHILDREN = 100;

/**
 * Recomputes `performance_aggregations` from the attempts: correct rows are not touched, wrong ones are corrected. The trimesters are those
 * of the administrators' current calendar. Safe while the app runs; the completion of a test waits for its child's transaction.
 *
 * @returns how many children were checked and how many rows were corrected.
 */
export async function rebuildAllAggregations(db: Database): Promise<{ children: number; corrected: number }> {
  const { trimesters } = await readLiveSettings(db);
  const done = { children: 0, corrected: 0 };
  for (let after = 0; ; ) {
    const { ids, corrected } = await db.transaction(async (transaction) => {
      const ids = (await lockNextChildren(transaction, after, CHILDREN)).map(({ id }) => id);
      return { ids, corrected: await rebuildAggregations(transaction, ids, trimesters) };
    });
    const last = ids.at(-1);
    if (last === undefined) return done;
    done.children += ids.length;
    done.corrected += corrected;
    after = last;
  }
}
