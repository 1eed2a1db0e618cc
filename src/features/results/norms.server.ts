import type { Database } from '../../server/db.ts';
import type { Periodic } from '../../server/jobs.ts';
import { averageOf, bandOf, formBlocks, histogramOf, othersIn, placeIn, type Waiting } from './norms.rules.ts';
import {
  deleteOldBlocks,
  findNorms,
  findTrees,
  findWaiting,
  hasBlocks,
  insertBlock,
  lockTree,
  replaceNorms,
} from './norms.store.ts';
import type { ComparisonMark } from './results.contract.ts';
import { REFERENCE } from './results.rules.ts';

/**
 * One batch: children who can form a block enter the averages, blocks of a year ago leave them. Averages that no block
 * entered or left do not change. Safe to run anywhere, any number of times.
 *
 * @param everything makes all averages anew from their blocks, in case they were damaged; they come out the same.
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

/** Whose comparison it is; `allowed` is what the plan says for this child. */
export interface Compared {
  userId: number;
  childId: number;
  schoolClass: string;
  allowed: boolean;
}

/**
 * What stands beside a child in each of some disciplines: the real averages of other families' children where the plan
 * allows them and they are safe, else the reference values. A province without a safe average is left out.
 *
 * @param margin of the result that is placed among the others; null where none is.
 */
export async function compareIn(
  db: Database,
  compared: Compared,
  disciplines: readonly string[],
  margin: { from: number; to: number } | null,
): Promise<Map<string, ComparisonMark[]>> {
  const { userId, childId, schoolClass, allowed } = compared;
  const norms =
    allowed && disciplines.length > 0 ? await findNorms(db, { userId, childId, disciplines, schoolClass }) : [];
  return new Map(
    disciplines.map((discipline) => [
      discipline,
      (['school', 'province', 'national'] as const).flatMap((group): ComparisonMark[] => {
        const norm = norms.find((one) => one.discipline === discipline && one.level === group);
        const others = norm && othersIn(norm);
        const average = others && averageOf(others);
        if (norm && others && average) {
          return [
            {
              group,
              value: average.mean,
              real: true,
              children: bandOf(average.children),
              asOf: norm.asOf.toISOString(),
              place: margin && placeIn(group, others, margin, schoolClass),
            },
          ];
        }
        if (group === 'province') return [];
        return [{ group, value: REFERENCE[group], real: false, children: null, asOf: null, place: null }];
      }),
    ]),
  );
}

/** Periodic work of this file: a batch a day. */
export const normsWork = (db: Database): Periodic[] => [
  { name: 'refresh-norms', every: 24 * 3600, work: () => refreshNorms(db) },
];
