import type { Queryable } from '../../../server/db/db.ts';
import { type CountedTest, childNow, NOW_TESTS, type NowOfChild, sharesNow } from './child-now.rules.ts';
import { findCountedTests, findHurried } from './child-now.store.ts';

/**
 * Returns the figure of some children, by id. Whose children they are must have been checked.
 */
export async function readNow(db: Queryable, childIds: readonly number[]): Promise<ReadonlyMap<number, NowOfChild>> {
  if (childIds.length === 0) return new Map();
  const [tests, hurried] = await Promise.all([
    findCountedTests(db, childIds, 2 * NOW_TESTS),
    findHurried(db, childIds),
  ]);
  const testsOf: ReadonlyMap<number, CountedTest[]> = Map.groupBy(tests, ({ childId }) => childId);
  const hurriedOf = Map.groupBy(hurried, ({ childId }) => childId);
  return new Map(
    childIds.map((id) => {
      const own = testsOf.get(id) ?? [];
      const dates = (hurriedOf.get(id) ?? []).map(({ date }) => date);
      return [id, { now: childNow(own, dates), shares: sharesNow(own) }];
    }),
  );
}
