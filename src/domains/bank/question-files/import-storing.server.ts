import type { Queryable } from '../../../server/db/db.ts';
import { thenRest } from '../../../server/jobs/giving-way.ts';
import { audit } from '../../../server/watch/audit.ts';
import { markEdited } from '../authoring/authoring.store.ts';
import type { Draft, Kept } from '../question-formats/files.rules.ts';
import type { PreparedQuestion } from '../test-bank/questions.server.ts';
import {
  findQuestionsById,
  insertQuestions,
  type QuestionToWrite,
  updateQuestions,
  writtenAgain,
} from '../test-bank/questions.store.ts';
import { freezeTest } from '../test-bank/tests.server.ts';
import { columnsOf, type PictureColumns, type Pictures, storePictures } from './import-pictures.server.ts';
import { countsOf, type PlannedRow, type Verdict } from './imports.rules.ts';
import { insertBatch, insertMade, insertReplaced, type Progress, updateReplaced } from './imports.store.ts';

// How the questions of a file are written, in the transaction of its import.

/** Number of rows after which the progress is stored. */
export const SLICE = 1_000;
/**
 * Number of questions stored in one statement. After each statement the import pauses for twice the time that the statement took, so that
 * the database is free for families. Replacing reads the whole test with each statement, so it stores more questions in each.
 */
const ADDED_TOGETHER = 25;
const REPLACED_TOGETHER = 200;
/** Number of added questions recorded in one statement. It can be larger, because the statement does not write the questions themselves. */
const RECORDED_TOGETHER = 500;

/** Stores how far an import is. */
export type Tell = (stage: Progress['stage'], done: number, total: number) => Promise<void>;

export type PreparedByDraft = ReadonlyMap<Draft, PreparedQuestion>;

/** A question to store. `id` is the id of the question that it replaces, or null for a new question. */
interface ToStore {
  id: number | null;
  question: PreparedQuestion & Partial<PictureColumns> & { difficulty: number | null };
  /** What a replaced question keeps. */
  absent: readonly Kept[];
}

/** The test that receives the questions, and who imports them from where. */
interface Stored {
  testId: number;
  userId: number;
  /** Empty if the browser did not send it. */
  fileName: string;
  /** Network address, for the audit. */
  address: string;
}

/** The results for each draft: the prepared question and its pictures. */
interface Made {
  prepared: PreparedByDraft;
  pictures: Pictures;
}

function questionsOf(planned: readonly PlannedRow[], verdict: Verdict, { prepared, pictures }: Made): ToStore[] {
  return planned
    .filter((row) => row.verdict === verdict)
    .map(({ draft, questionId, absent }) => {
      const question = draft && prepared.get(draft);
      if (!question) throw new Error('a row without a question cannot be stored');
      const picture = pictures.shown.get(draft);
      const difficulty = draft.difficulty ?? null;
      return { id: questionId, absent, question: { ...question, difficulty, ...(picture && columnsOf(picture)) } };
    });
}

function insertAdded(transaction: Queryable, testId: number, slice: readonly ToStore[]): Promise<number[]> {
  return insertQuestions(
    transaction,
    slice.map(({ question }) => ({ ...NO_PICTURE, ...question, testId })),
  );
}
const NO_PICTURE = { figureSvg: null, figureAlt: null, imageId: null, imageAlt: null };

/** Returns the question that replaces another: fields that the file does not contain keep their stored values, and so does the picture. */
function replacing(was: QuestionToWrite, { question, absent }: ToStore): QuestionToWrite {
  const kept = Object.fromEntries(absent.map((field) => [field, was[field]]));
  const { explanation } = was.rendered;
  const rendered =
    absent.includes('explanation') && explanation !== undefined
      ? { ...question.rendered, explanation }
      : question.rendered;
  return { ...was, ...question, ...kept, rendered };
}

/** Replaces questions. */
async function writeReplaced(transaction: Queryable, batchId: number, slice: readonly ToStore[]) {
  const byId = new Map(slice.map((one) => [one.id, one]));
  const ids = slice.flatMap(({ id }) => id ?? []);
  const before = await findQuestionsById(transaction, ids);
  await insertReplaced(transaction, batchId, ids);
  await updateQuestions(
    transaction,
    before.map((stored) => ({
      ...replacing(writtenAgain(stored), byId.get(stored.id) as ToStore),
      id: stored.id,
    })),
  );
  await updateReplaced(transaction, batchId, ids);
}

/** Writes items in batches of at most `together`, and pauses after each batch so that other work can run. */
async function inSlices<T>(items: readonly T[], together: number, write: (slice: readonly T[]) => Promise<unknown>) {
  for (let start = 0; start < items.length; start += together) {
    await thenRest(() => write(items.slice(start, start + together)));
  }
}

/**
 * Stores the planned questions of a file as one batch, in the transaction that holds the test's lock.
 *
 * @returns the id of the batch.
 */
export async function storeImport(
  transaction: Queryable,
  job: Stored,
  format: string,
  planned: readonly PlannedRow[],
  made: Made,
  tell: Tell,
): Promise<number> {
  const counts = countsOf(planned);
  const added = questionsOf(planned, 'created', made);
  const replaced = questionsOf(planned, 'replaced', made);
  await storePictures(transaction, planned, made.pictures);
  const batch = {
    testId: job.testId,
    fileName: job.fileName || 'sem nome',
    format,
    created: added.length,
    replaced: replaced.length,
  };
  const batchId = await insertBatch(transaction, { ...batch, userId: job.userId });
  const total = added.length + replaced.length;
  let done = 0;
  const progress = async (slice: readonly ToStore[]) => {
    if (done % SLICE === 0) await tell('writing', done, total);
    done += slice.length;
  };
  await inSlices(replaced, REPLACED_TOGETHER, async (slice) => {
    await progress(slice);
    await writeReplaced(transaction, batchId, slice);
  });
  const addedIds: number[] = [];
  await inSlices(added, ADDED_TOGETHER, async (slice) => {
    await progress(slice);
    addedIds.push(...(await insertAdded(transaction, job.testId, slice)));
  });
  await inSlices(addedIds, RECORDED_TOGETHER, (slice) => insertMade(transaction, batchId, slice));
  await tell('writing', done, total);
  await markEdited(transaction, job.testId);
  await freezeTest(transaction, job.testId);
  await audit(transaction, {
    userId: job.userId,
    action: 'questions.imported',
    subject: `test ${job.testId}`,
    after: { batch: batchId, file: batch.fileName, format, ...counts },
    address: job.address,
  });
  return batchId;
}
