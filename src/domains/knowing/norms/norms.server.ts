import type { Database } from '../../../server/db/db.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { averageOf } from '../../../shared/percent.ts';
import type { ComparisonMark } from './norms.contract.ts';
import {
  bandOf,
  formBlocks,
  histogramOf,
  type Level,
  othersIn,
  placeIn,
  REFERENCE,
  type Waiting,
  weightedMean,
} from './norms.rules.ts';
import {
  deleteOldBlocks,
  findNorms,
  findTrees,
  findWaiting,
  hasBlocks,
  insertBlock,
  lockTree,
  type NormRow,
  replaceNorms,
} from './norms.store.ts';

/**
 * One batch: children who can form a block enter the averages, and blocks from a year ago leave them. Averages without such a block do not
 * change. Safe to run anywhere, any number of times.
 *
 * @param everything recomputes all averages from their blocks, in case they were damaged; the values are the same.
 */
export async function refreshNorms(db: Database, everything = false): Promise<{ blocks: number; children: number }> {
  const formed = { blocks: 0, children: 0 };
  for (const { discipline, schoolClass } of await findTrees(db)) {
    await db.transaction(async (transaction) => {
      await lockTree(transaction, discipline, schoolClass);
      const left = await deleteOldBlocks(transaction, discipline, schoolClass);
      const first = !(await hasBlocks(transaction, discipline, schoolClass));
      const blocks = formBlocks(await findWaiting(transaction, discipline, schoolClass), first);
      for (const block of blocks) {
        const histogram = histogramOf(block.members.map(({ mark }) => mark));
        await insertBlock(transaction, discipline, schoolClass, {
          ...block,
          histogram,
          schools: schoolsOf(block.members),
        });
        formed.blocks += 1;
        formed.children += block.members.length;
      }
      if (everything || left > 0 || blocks.length > 0) await replaceNorms(transaction, discipline, schoolClass);
    });
  }
  return formed;
}

function schoolsOf(members: readonly Waiting[]): Record<string, number> {
  const schools = new Map<string, number>();
  for (const { schoolKey } of members)
    if (schoolKey !== null) schools.set(schoolKey, (schools.get(schoolKey) ?? 0) + 1);
  return Object.fromEntries(schools);
}

/** The child of a comparison; `allowed` says whether the plan includes real averages for this child. */
export interface Compared {
  userId: number;
  childId: number;
  allowed: boolean;
}

/** The number of tests of each class in a child's mean in a discipline. */
export type TestsByClass = Readonly<Record<string, number>>;

/**
 * Returns the marks with which a child is compared in each of some disciplines: the real averages of other families' children if the plan
 * includes them and they are safe to show, otherwise the reference values. A province without a safe average is left out.
 *
 * A mean over tests of several classes is compared with the averages of these classes, weighted by its tests; if one of them has no safe
 * average, the whole has none.
 *
 * @param means the disciplines, with the classes of the compared tests.
 * @param margin of the result (of one class) whose position among others is wanted; null if none is.
 */
export async function compareIn(
  db: Database,
  { userId, childId, allowed }: Compared,
  means: ReadonlyMap<string, TestsByClass>,
  margin: { from: number; to: number } | null,
): Promise<Map<string, ComparisonMark[]>> {
  const disciplines = [...means.keys()];
  const schoolClasses = [...new Set([...means.values()].flatMap((classes) => Object.keys(classes)))];
  const norms =
    allowed && disciplines.length > 0 ? await findNorms(db, { userId, childId, disciplines, schoolClasses }) : [];
  return new Map(
    [...means].map(([discipline, classes]) => [
      discipline,
      (['school', 'province', 'national'] as const).flatMap((group): ComparisonMark[] => {
        const those = norms.filter((norm) => norm.discipline === discipline && norm.level === group);
        const mark = realMark(group, those, classes, margin);
        if (mark) return [mark];
        if (group === 'province') return [];
        return [{ group, value: REFERENCE[group], real: false, children: null, asOf: null, place: null }];
      }),
    ]),
  );
}

/** Returns the real average of a group over some classes, or undefined unless every one of them has a safe one. */
function realMark(
  group: Level,
  norms: readonly NormRow[],
  classes: TestsByClass,
  margin: { from: number; to: number } | null,
): ComparisonMark | undefined {
  const parts = Object.entries(classes).flatMap(([schoolClass, tests]) => {
    const norm = norms.find((one) => one.schoolClass === schoolClass);
    const others = norm && othersIn(norm);
    const average = others && averageOf(others);
    return norm && others && average ? [{ schoolClass, tests, others, ...average, asOf: norm.asOf }] : [];
  });
  const [first] = parts;
  if (!first || parts.length < Object.keys(classes).length) return undefined;
  const value = weightedMean(parts.map(({ mean, tests }) => ({ mean, weight: tests })));
  return {
    group,
    value,
    real: true,
    // The size of the smallest class: a child may be in several of them.
    children: bandOf(Math.min(...parts.map(({ children }) => children))),
    asOf: new Date(Math.min(...parts.map(({ asOf }) => asOf.getTime()))).toISOString(),
    place: margin && parts.length === 1 ? placeIn(group, first.others, margin, first.schoolClass) : null,
  };
}

/** Returns the periodic job of this file: a batch a day. */
export const normsWork = (db: Database): Periodic[] => [
  { name: 'refresh-norms', every: 24 * 3600, work: () => refreshNorms(db) },
];
