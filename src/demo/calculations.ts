import { findCalculations, insertCalculation } from '../domains/skills/calculating/calculating.store.ts';
import { type StoredCalculation, tell } from '../domains/skills/calculating/calculations.rules.ts';
import { RUN_SECONDS } from '../domains/skills/calculating/head.rules.ts';
import { NUMBERS_ITEMS, NUMBERS_VERSION, numbersSets } from '../domains/skills/calculating/numbers.rules.ts';
import {
  resultOf,
  SETS_VERSION,
  setName,
  sumClassOf,
  sumsOf,
  sumText,
} from '../domains/skills/calculating/sums.rules.ts';
import { findDemoReaders } from '../domains/skills/reading/reading.store.ts';
import type { Database } from '../server/db/db.ts';
import { DAY_MS } from '../shared/time.ts';

/** Runs of the demo children: how many days ago, how many sums in the minute, and how many of them were wrong. */
const RUNS: Readonly<Record<string, readonly (readonly [daysAgo: number, sums: number, wrong: number])[]>> = {
  'João Domingos': [
    [74, 8, 2],
    [38, 10, 2],
    [9, 13, 1],
  ],
  'Maria Domingos': [
    [70, 13, 2],
    [8, 16, 1],
  ],
};
/** How long a demo child copies a number, in milliseconds. */
const COPYING = [1_100, 1_000, 1_050, 1_150];
/** How many times as long as the others a slow sum takes. */
const SLOW = 2.5;
/** The child who says numbers aloud, when, and the items that are not right. */
const NUMBERS = { fullName: 'Nzinga Domingos', daysAgo: 4, seconds: 190, wrong: [9, 14, 20] };

/** Gives the demo family runs of sums, and numbers aloud, once. */
export async function seedDemoCalculations(db: Database): Promise<void> {
  for (const { id, fullName, schoolClass } of await findDemoReaders(db)) {
    if ((await findCalculations(db, id)).length > 0) continue;
    const runs = (RUNS[fullName] ?? []).map(([daysAgo, sums, wrong], index) =>
      aRun(setName(sumClassOf(schoolClass), index + 1), { startedAt: at(daysAgo), sums, wrong }),
    );
    const [set] = numbersSets();
    const said = fullName === NUMBERS.fullName && set ? [numbersSaid(set.id)] : [];
    for (const [index, one] of [...runs, ...said].entries()) {
      const stored = { ...one, clientId: idOf(id, index) };
      const { right, attempted } = tell({ ...stored, id: 0 });
      await insertCalculation(db, id, { ...stored, right, attempted });
    }
  }
}

const EMPTY = { clientId: '', copying: [], answers: [], finished: false, lastItem: null, wrong: [], selfCorrected: [] };

/** Returns a typed run. One sum in five is slow; one in four is wrong, up to this number. */
function aRun(
  formId: string,
  { startedAt, sums, wrong }: { startedAt: Date; sums: number; wrong: number },
): Omit<StoredCalculation, 'id'> {
  const asked = (sumsOf(formId) ?? []).slice(0, sums);
  const slowness = asked.map((_, index) => (index % 5 === 3 ? SLOW : 1));
  const ms = (RUN_SECONDS * 1_000) / slowness.reduce((sum, one) => sum + one, 0);
  const answers = asked.map((sum, index) => ({
    sum: sumText(sum),
    written: resultOf(sum) + (index % 4 === 1 && index < wrong * 4 ? 1 : 0),
    ms: Math.floor(ms * (slowness[index] as number)),
  }));
  return {
    ...EMPTY,
    kind: 'head',
    mode: 'typed',
    formId,
    formVersion: SETS_VERSION,
    startedAt,
    seconds: RUN_SECONDS,
    copying: COPYING,
    answers,
    lastItem: answers.length - 1,
    reasons: [],
  };
}

/** Returns the numbers that a child said aloud. */
const numbersSaid = (formId: string): Omit<StoredCalculation, 'id'> => ({
  ...EMPTY,
  kind: 'numbers',
  mode: 'aloud',
  formId,
  formVersion: NUMBERS_VERSION,
  startedAt: at(NUMBERS.daysAgo),
  seconds: NUMBERS.seconds,
  finished: true,
  lastItem: NUMBERS_ITEMS - 1,
  wrong: NUMBERS.wrong,
  reasons: [],
});

/** A quarter to six in Luanda. */
const at = (daysAgo: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + 16.75 * 3_600_000);

/** Returns the same id at every seeding. */
const idOf = (childId: number, index: number) =>
  `00000000-0000-4000-a000-${String(childId).padStart(6, '0')}${String(index).padStart(6, '0')}`;
