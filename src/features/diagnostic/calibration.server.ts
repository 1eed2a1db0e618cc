import type { Database, Queryable } from '../../server/db.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { DISCIPLINES } from '../../shared/words.ts';
import type { Calibration } from '../knowledge/rasch.rules.ts';
import { calibrationContract } from './calibration.contract.ts';
import {
  type CalibratedItem,
  claimCalibration,
  findCalibratedQuestions,
  findCalibrationRows,
  findCalibrations,
  findDifficulties,
  recordCalibration,
  releaseCalibration,
  upsertDifficulties,
} from './calibration.store.ts';
import { type CalibrationTask, calibrateInThread } from './calibration-thread.server.ts';
import { type CalibratedQuestion, difficultyInWords, fitInWords, fits, UNCALIBRATED } from './fit.rules.ts';
import { findPool } from './pool.store.ts';
import { classMean, classNumber, difficultyPrior, guessingOf, SCALE } from './scale.rules.ts';

/** Minimum hours between two calibrations of a discipline; less than a day, so that a nightly run is never too early. */
const EVERY_HOURS = 20;
/** Children read, and questions written, in one statement. */
const CHILDREN = 400;
const QUESTIONS = 500;
/** Statement timeout in milliseconds; no request waits for it. */
const PATIENCE_MS = 60_000;

/**
 * Calibrates the disciplines that are due, one after the other, each in a separate thread; only one process at a time. Safe to
 * stop at any moment: finished disciplines are stored, the others are due in the next run.
 *
 * @returns how many disciplines were calibrated.
 */
export async function calibrateBank(db: Database): Promise<number> {
  let done = 0;
  for (const discipline of DISCIPLINES) {
    if (!(await claimCalibration(db, discipline, EVERY_HOURS))) continue;
    try {
      await calibrateDiscipline(db, discipline);
      done += 1;
    } catch (error) {
      await releaseCalibration(db, discipline);
      throw error;
    }
  }
  return done;
}

async function calibrateDiscipline(db: Database, discipline: string): Promise<void> {
  const bank = await findPool(db, discipline, true);
  const place = new Map(bank.map(({ content }, index) => [content, index]));
  const priors = bank.map(({ schoolClass, author }) => difficultyPrior(classNumber(schoolClass), author));
  const { task, children } = await readAnswers(db, discipline, place);
  const answers = task.item.length;
  const found =
    answers === 0
      ? undefined
      : await calibrateInThread({
          ...task,
          items: bank.length,
          priors,
          guessing: bank.map(({ alternatives }) => guessingOf(alternatives)),
          abilitySd: SCALE.ABILITY_SD,
        });
  const items = found ? bank.flatMap(({ content }, index) => itemOf(content, index, found, priors)) : [];
  await db.transaction(async (transaction) => {
    for (let from = 0; from < items.length; from += QUESTIONS)
      await upsertDifficulties(transaction, discipline, items.slice(from, from + QUESTIONS));
    await recordCalibration(transaction, discipline, { answers, children });
  }, PATIENCE_MS);
}

/** A question with answers; the others keep the difficulty expected from class and author. */
function itemOf(
  content: string,
  index: number,
  found: Calibration,
  priors: readonly { mean: number }[],
): CalibratedItem[] {
  const [difficulty, standardError] = [found.difficulties[index], found.standardErrors[index]];
  const answers = found.counts[index] ?? 0;
  if (answers === 0 || typeof difficulty !== 'number' || typeof standardError !== 'number') return [];
  const [infit, outfit] = [found.infit[index] ?? null, found.outfit[index] ?? null];
  return [{ content, difficulty, standardError, answers, infit, outfit, prior: priors[index]?.mean ?? 0 }];
}

/** The answers as columns; read in batches of children, so that requests are served in between. */
async function readAnswers(db: Database, discipline: string, place: ReadonlyMap<string, number>) {
  const starts = [0];
  const item: number[] = [];
  const right: number[] = [];
  const abilityMeans: number[] = [];
  const children = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await db.transaction(
      (transaction) => findCalibrationRows(transaction, discipline, after, CHILDREN),
      PATIENCE_MS,
    );
    for (const { childId, schoolClass, contents, rights } of rows) {
      for (const [index, content] of contents.entries()) {
        const column = place.get(content);
        if (column === undefined) continue;
        item.push(column);
        right.push(rights[index] ? 1 : 0);
      }
      if (item.length === starts.at(-1)) continue;
      starts.push(item.length);
      abilityMeans.push(classMean(schoolClass));
      children.add(childId);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.childId;
  }
  const task: Pick<CalibrationTask, 'starts' | 'item' | 'right' | 'abilityMeans'> = {
    starts: Int32Array.from(starts),
    item: Int32Array.from(item),
    right: Uint8Array.from(right),
    abilityMeans,
  };
  return { task, children: children.size };
}

/** A question's calibration in words, for teachers. */
const calibratedInWords = (question: CalibratedQuestion) => ({
  answers: question.answers,
  difficulty: difficultyInWords(question),
  fits: fits(question),
  fit: fitInWords(question),
});

/** The same of some questions of a discipline, in their order. @param contents what a child sees of each (`version_questions.content`). */
export async function readCalibrated(db: Queryable, discipline: string, contents: readonly string[]) {
  const found = new Map((await findDifficulties(db, discipline, contents)).map((one) => [one.content, one]));
  return contents.map((content) => calibratedInWords(found.get(content) ?? UNCALIBRATED));
}

/** Default rows of a page. */
const USUAL_ROWS = 20;

/** Endpoints with the calibration, for teachers. */
export function bindCalibration(frame: Frame): void {
  const { db } = frame;
  frame.bind(calibrationContract, {
    'GET /api/teacher/calibration': async () =>
      (await findCalibrations(db)).map(({ calibratedAt, ...one }) => ({
        ...one,
        calibratedAt: calibratedAt?.toISOString() ?? null,
      })),

    'GET /api/teacher/calibration/questions': async (call) => {
      const { discipline, class: schoolClass, show, limit = USUAL_ROWS, page = 1 } = call.query;
      const rows = await findCalibratedQuestions(db, {
        discipline,
        schoolClass,
        show,
        limit,
        offset: (page - 1) * limit,
      });
      const query = { discipline, class: schoolClass, show };
      tellTotal(call, '/api/teacher/calibration/questions', query, page, limit, rows[0]?.total ?? 0);
      return rows.map((row) => ({
        id: row.id,
        position: row.position,
        statement: row.statement,
        ...(row.statementHtml === null ? {} : { statementHtml: row.statementHtml }),
        test: { id: row.testId, discipline: row.discipline, theme: row.theme, schoolClass: row.schoolClass },
        author: row.author,
        ...calibratedInWords(row),
        uses: row.uses,
      }));
    },
  });
}
