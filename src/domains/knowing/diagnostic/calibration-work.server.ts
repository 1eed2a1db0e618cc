import { workerData } from 'node:worker_threads';
import { type Database, openDatabase } from '../../../server/db/db.ts';
import { giveWay, PACE, stopBetweenSteps, thenRest } from '../../../server/jobs/giving-way.ts';
import { calibrateQuestions } from './calibration.rules.ts';
import {
  countValid,
  findCalibrationRows,
  findSampledChildren,
  recordCalibration,
  upsertDifficulties,
} from './calibration.store.ts';
import { findPool } from './pool.store.ts';
import { classMean, sampleOf } from './scale.rules.ts';

// The thread that calibration-thread.server.ts starts.

/** Number of children read, and of questions written, by one statement: a few milliseconds of the database. */
const CHILDREN = 5;
const QUESTIONS = 20;
/** Statement timeout in milliseconds; no request waits for it. */
const PATIENCE_MS = 60_000;
const nightly = <T>(work: () => Promise<T>): Promise<T> => thenRest(work, PACE.NIGHTLY);

async function calibrateDiscipline(db: Database, discipline: string): Promise<void> {
  const bank = await nightly(() => findPool(db, discipline, true));
  const place = new Map(bank.map(({ content }, index) => [content, index]));
  const { children, ...given } = await readAnswers(db, discipline, place);
  const answers = given.item.length;
  const items = calibrateQuestions(bank, given, stopBetweenSteps(PACE.NIGHTLY));
  await db.transaction(async (transaction) => {
    for (let from = 0; from < items.length; from += QUESTIONS)
      await nightly(() => upsertDifficulties(transaction, discipline, items.slice(from, from + QUESTIONS)));
    await recordCalibration(transaction.last, discipline, { answers, children });
  });
}

/** Returns the answers of the sampled children as columns, and how many children gave them. */
async function readAnswers(db: Database, discipline: string, place: ReadonlyMap<string, number>) {
  const starts = [0];
  const item: number[] = [];
  const right: number[] = [];
  const abilityMeans: number[] = [];
  const children = new Set<number>();
  const every = sampleOf(await nightly(() => countValid(db, discipline)));
  for (let after = 0; ; ) {
    const ids = (await findSampledChildren(db, after, CHILDREN, every)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    for (const row of await nightly(() => findCalibrationRows(db, discipline, ids))) {
      for (const [index, content] of row.contents.entries()) {
        const column = place.get(content);
        if (column === undefined) continue;
        item.push(column);
        right.push(row.rights[index] ? 1 : 0);
      }
      if (item.length === starts.at(-1)) continue;
      starts.push(item.length);
      abilityMeans.push(classMean(row.schoolClass));
      children.add(row.childId);
    }
  }
  return {
    starts: Int32Array.from(starts),
    item: Int32Array.from(item),
    right: Uint8Array.from(right),
    abilityMeans,
    children: children.size,
  };
}

giveWay(PACE.NIGHTLY);
const { url, disciplines } = workerData as { url: string; disciplines: readonly string[] };
const db = openDatabase(url, { connections: 1, statementTimeout: PATIENCE_MS });
for (const discipline of disciplines) await calibrateDiscipline(db, discipline);
await db.close();
