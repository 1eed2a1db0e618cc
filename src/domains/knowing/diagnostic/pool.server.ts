import type { Queryable } from '../../../server/db/db.ts';
import type { PoolItem } from './diagnostic.rules.ts';
import { levelThresholds, type Thresholds } from './level.rules.ts';
import { findPool, findPoolMark } from './pool.store.ts';
import { classNumber, difficultyPrior, guessingOf } from './scale.rules.ts';

/** The questions of a discipline that diagnostics may ask, and the abilities at which its classes begin. */
export interface Pool {
  items: readonly PoolItem[];
  thresholds: Thresholds;
  byClass: ReadonlyMap<number, readonly PoolItem[]>;
}

interface KeptPool extends Pool {
  mark: string;
}

/**
 * Returns the pool of a discipline, cached until its tests or its calibration change. A question without a calibrated difficulty has the
 * one expected from class and author.
 *
 * @param db key of the cache; `via` reads the pool.
 */
export async function poolOf(db: Queryable, discipline: string, via: Queryable = db): Promise<Pool> {
  let kept = pools.get(db);
  if (!kept) {
    kept = new Map();
    pools.set(db, kept);
  }
  const mark = await findPoolMark(via, discipline);
  const known = kept.get(discipline);
  if (known?.mark === mark) return known;
  const rows = await findPool(via, discipline, false);
  const items: PoolItem[] = rows.map((row) => {
    const schoolClass = classNumber(row.schoolClass);
    return {
      questionId: row.questionId,
      versionId: row.versionId,
      content: row.content,
      schoolClass,
      objective: row.objective,
      theme: row.theme,
      difficulty: row.difficulty ?? difficultyPrior(schoolClass, row.author).mean,
      guessing: guessingOf(row.alternatives),
    };
  });
  const byClass = Map.groupBy(items, ({ schoolClass }) => schoolClass);
  const pool = { mark, items, byClass, thresholds: levelThresholds(byClass) };
  kept.set(discipline, pool);
  return pool;
}
const pools = new WeakMap<Queryable, Map<string, KeptPool>>();
