import type { Database } from '../../server/db.ts';
import { readLiveSettings } from '../../server/live-settings.ts';
import { lockNextChildren, rebuildAggregations } from './aggregations.store.ts';

/** Children in one transaction: few enough that nobody who finishes a test waits noticeably. */
const CHILDREN = 100;

/**
 * Recomputes `performance_aggregations` from the attempts, with identical results: what is right stays untouched, what
 * is not is put right. The trimesters are those of the administrators' calendar as it is now. Safe while the app runs; a test that is being completed waits for its child's turn.
 *
 * @returns how many children were looked at and how many rows were put right.
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
