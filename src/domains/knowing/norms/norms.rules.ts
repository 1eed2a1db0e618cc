import { meanPercent } from '../../../shared/percent.ts';
import { wilson } from '../../../shared/wilson.ts';
import type { TestClass } from '../../../shared/words.ts';

/** Marks shown until real averages are safe, in percent (specification §9). */
export const REFERENCE = { school: 65, national: 70 } as const;

/** Minimum number of different families: a family that invents children must not be able to fill a block around another child. */
export const FEWEST_FAMILIES = 10;

/** Days for which a child waits to fill a block of its school, and then one of its province, before it can join a wider one. */
const PATIENCE_DAYS = 30;

export type Level = 'school' | 'province' | 'national';

/** A child with valid attempts that is not in a block yet. */
export interface Waiting {
  childId: number;
  userId: number;
  province: string | null;
  schoolKey: string | null;
  /** The mean of its valid attempts, as a whole percentage: a child counts once, however many tests it took. */
  mark: number;
  /** Days since its first valid attempt ended. */
  days: number;
}

export interface Block {
  level: Level;
  province: string | null;
  schoolKey: string | null;
  members: Waiting[];
}

/**
 * Returns the blocks that waiting children of one discipline and class can form now; the others keep waiting.
 *
 * Every average is a sum of whole blocks, and a child is in only one block. Whatever averages are subtracted from each other, such as a
 * school's from its province's or one batch from the next, the difference is a sum of whole blocks too: children of at least ten families,
 * whose marks are never all equal. A school that fills a block gets its own. The other children wait for one, and after some time join a
 * wider one. While no block exists nobody waits, so that the country has an average as soon as children of ten families have been tested.
 *
 * @param first whether no block of this discipline and class exists yet.
 */
export function formBlocks(waiting: readonly Waiting[], first: boolean): Block[] {
  const blocks: Block[] = [];
  const form = (level: Level, group: readonly Waiting[], keyOf: (one: Waiting) => string | null): Waiting[] => {
    const groups = new Map<string, Waiting[]>();
    const rest: Waiting[] = [];
    for (const one of group) {
      const key = keyOf(one);
      if (key === null) rest.push(one);
      else groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    for (const members of groups.values()) {
      const [one] = members;
      if (one && canBeBlock(members)) {
        blocks.push({
          level,
          province: level === 'national' ? null : one.province,
          schoolKey: level === 'school' ? one.schoolKey : null,
          members,
        });
      } else rest.push(...members);
    }
    return rest;
  };
  // A child whose school is known waits for a block of it; one of whom only the province is known, for a block of that.
  const hasSchool = ({ province, schoolKey }: Waiting) => province !== null && schoolKey !== null;
  const waitedFor = (one: Waiting, groups: number) => first || one.days >= groups * PATIENCE_DAYS;
  const schoolOf = (one: Waiting) => (hasSchool(one) ? JSON.stringify([one.province, one.schoolKey]) : null);
  const left = form('school', waiting, schoolOf).filter((one) => waitedFor(one, hasSchool(one) ? 1 : 0));
  const wider = form('province', left, ({ province }) => province);
  form(
    'national',
    wider.filter((one) => one.province === null || waitedFor(one, hasSchool(one) ? 2 : 1)),
    () => '',
  );
  return blocks;
}

/**
 * Returns whether children belong to at least ten families and their marks are not all equal: equal marks would reveal everybody's mark.
 */
function canBeBlock(members: readonly Waiting[]): boolean {
  const families = new Set(members.map(({ userId }) => userId)).size;
  return families >= FEWEST_FAMILIES && members.some(({ mark }) => mark !== members[0]?.mark);
}

/** Returns the number of children with each whole mark from 0 to 100. */
export function histogramOf(marks: readonly number[]): number[] {
  const histogram = new Array<number>(101).fill(0);
  for (const mark of marks) histogram[mark] = (histogram[mark] ?? 0) + 1;
  return histogram;
}

/** A group's average as it is stored, and those of its blocks with children of the reading family. */
export interface Norm {
  histogram: readonly number[];
  own: readonly {
    /** Number of families with children in the block, including the reading one; counted up to one more than `FEWEST_FAMILIES`. */
    families: number;
    histogram: readonly number[];
    /** The marks of the family's children in the block; null for a child that was erased since. */
    marks: readonly (number | null)[];
  }[];
}

/**
 * Returns the marks of a group that a family may be shown: those of others, without its own children. A block in which fewer than ten other
 * families would remain is left out completely, and so is one from which a child of theirs was erased.
 */
export function othersIn(norm: Norm): number[] {
  const others = [...norm.histogram];
  const take = (mark: number, count: number) => {
    others[mark] = (others[mark] ?? 0) - count;
  };
  for (const block of norm.own) {
    const known = block.marks.filter((mark) => mark !== null);
    if (known.length < block.marks.length || block.families - 1 < FEWEST_FAMILIES) {
      for (const [mark, count] of block.histogram.entries()) take(mark, count);
    } else for (const mark of known) take(mark, 1);
  }
  return others;
}

/** Returns the weighted mean of whole percentages as a whole percentage. */
export function weightedMean(parts: readonly { mean: number; weight: number }[]): number {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  const sum = parts.reduce((whole, { mean, weight }) => whole + mean * weight, 0);
  return meanPercent(sum, weights) as number;
}

const BANDS = [10, 20, 50, 100, 200, 500, 1_000] as const;

/** Returns the size of a group as a band, "10 a 19 crianças": an exact number would reveal when one child joins. */
export function bandOf(children: number): string {
  const at = BANDS.filter((from) => children >= from).length - 1;
  const next = BANDS[at + 1];
  return next === undefined ? 'mais de 1.000 crianças' : `${BANDS[at]} a ${next - 1} crianças`;
}

/**
 * Minimum number of other children for a position among them in words (American and British practice: the standard error of a middle
 * position is 50 ÷ √n).
 */
const FEWEST_FOR_PLACE = { school: 50, province: 200, national: 200 } as const;

/** Classes whose children are about ten years old or older; younger ones are not given a fraction (psychometrics). */
const OLDER: readonly TestClass[] = ['5º Ano', '6º Ano', '7º Ano', '8º Ano', '9º Ano'];

/** The position of a result among others: below, around or above the middle, or `unknown` because its margin is too wide; for older children also out of ten. */
export interface Place {
  standing: 'below' | 'middle' | 'above' | 'unknown';
  /** "Acima de {from} a {to} em cada 10"; null for younger children. */
  tenths: { from: number; to: number } | null;
}

/**
 * Returns the percentile rank by the mid-rank rule: 100 × (below + half of the ties) ÷ n, limited to 1–99.
 *
 * @param mark a percentage, not necessarily a whole one.
 */
export function percentileRank(histogram: readonly number[], mark: number): number {
  const children = histogram.reduce((sum, count) => sum + count, 0);
  const below = histogram.reduce((sum, count, at) => sum + (at < mark ? count : 0), 0);
  const ties = Number.isInteger(mark) ? (histogram[mark] ?? 0) : 0;
  return Math.min(Math.max((100 * (below + ties / 2)) / children, 1), 99);
}

/** Percentile ranks. A result is called average only if its whole uncertainty interval lies within them. */
const MIDDLE = { from: 30, to: 70 } as const;

/**
 * Returns the position of a result among others, as wide as the result is uncertain, or null in groups that are too small.
 *
 * @param margin the percentages between which the result lies, see `marginOf`.
 */
export function placeIn(
  level: Level,
  histogram: readonly number[],
  margin: { from: number; to: number },
  schoolClass: string,
): Place | null {
  const children = histogram.reduce((sum, count) => sum + count, 0);
  if (children < FEWEST_FOR_PLACE[level]) return null;
  const [low, high] = [percentileRank(histogram, margin.from), percentileRank(histogram, margin.to)];
  // Never ten of ten, because no rank is 100.
  const tenths = { from: Math.floor(low / 10), to: Math.min(Math.ceil(high / 10), 9) };
  return {
    standing: low > 50 ? 'above' : high < 50 ? 'below' : low >= MIDDLE.from && high <= MIDDLE.to ? 'middle' : 'unknown',
    tenths: OLDER.some((one) => one === schoolClass) ? tenths : null,
  };
}

/** z of a 90 % confidence interval. */
const Z = 1.645;

/**
 * Returns the range of percentages that contains what the child knows, with a probability of 90 %: Wilson's interval of right answers out
 * of questions, in whole percentages. It treats the test's questions as a sample of its theme.
 */
export function marginOf(correct: number, total: number): { from: number; to: number } {
  const [from, to] = wilson(correct, total, Z) ?? [0, 1];
  return { from: Math.round(100 * from), to: Math.round(100 * to) };
}
