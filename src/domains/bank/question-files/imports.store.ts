import type { Queryable } from '../../../server/db/db.ts';
import type { Known } from './imports.rules.ts';

/** A checksum of everything in a question that people edit. It leaves out the position and all derived columns. */
const STATE = `md5(jsonb_strip_nulls(to_jsonb(q) - array['position', 'rendered', 'revision', 'updated_at', 'words', 'content_key'])::text)`;

/** Finds a test's questions with all that is compared with those of a file. */
export function findKnown(db: Queryable, testId: number): Promise<Known[]> {
  return db.rows<Known>(
    `select id, revision, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, difficulty,
       answering, coalesce(image_id, figure_svg) as picture
     from questions where test_id = $1 order by position`,
    [testId],
  );
}

/** Records the questions that a batch has created. */
export function insertMade(transaction: Queryable, batchId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `insert into import_batch_questions (batch_id, question_id, before, state)
     select $1, q.id, null, ${STATE} from questions q where q.id = any($2::int[])`,
    [batchId, ids],
  );
}

/** Records the present state of the questions that a batch is about to replace. `updateReplaced` must follow. */
export function insertReplaced(transaction: Queryable, batchId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `insert into import_batch_questions (batch_id, question_id, before, state)
     select $1, q.id, to_jsonb(q), ${STATE} from questions q where q.id = any($2::int[])`,
    [batchId, ids],
  );
}

/** Records the state of the questions after the batch has replaced them. */
export function updateReplaced(transaction: Queryable, batchId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `update import_batch_questions kept set state = ${STATE} from questions q
     where kept.batch_id = $1 and kept.question_id = q.id and q.id = any($2::int[])`,
    [batchId, ids],
  );
}

export interface BatchRow {
  id: number;
  testId: number;
  fileName: string;
  format: string;
  created: number;
  replaced: number;
  createdAt: Date;
  by: string | null;
  undoneAt: Date | null;
  undoneBy: string | null;
}

const BATCH = `b.id, b.test_id, b.file_name, b.format, b.created_count as created, b.replaced_count as replaced,
  b.created_at, maker.full_name as by, b.undone_at, undoer.full_name as undone_by
  from import_batches b left join users maker on maker.id = b.user_id left join users undoer on undoer.id = b.undone_by`;

export async function insertBatch(
  transaction: Queryable,
  batch: { testId: number; userId: number; fileName: string; format: string; created: number; replaced: number },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into import_batches (test_id, user_id, file_name, format, created_count, replaced_count) values (:testId, :userId, :fileName, :format, :created, :replaced) returning id`,
    batch,
  );
  return (row as { id: number }).id;
}

/** Finds the newest hundred batches of a test, newest first. */
export function findBatches(db: Queryable, testId: number): Promise<BatchRow[]> {
  return db.rows<BatchRow>(`select ${BATCH} where b.test_id = $1 order by b.id desc limit 100`, [testId]);
}

export function findBatch(db: Queryable, id: number): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(`select ${BATCH} where b.id = $1`, [id]);
}

/** Counts the questions that were changed, or replaced and then deleted, since the batch stored them. */
export async function countTouched(transaction: Queryable, batchId: number): Promise<number> {
  const row = await transaction.row<{ touched: number }>(
    `select count(*)::int as touched from import_batch_questions kept left join questions q on q.id = kept.question_id
     where kept.batch_id = $1 and case when q.id is null then kept.before is not null else ${STATE} <> kept.state end`,
    [batchId],
  );
  return (row as { touched: number }).touched;
}

/** Finds the ids of the questions that a batch created, and the former rows of those that it replaced. */
export async function findWork(
  transaction: Queryable,
  batchId: number,
): Promise<{ made: number[]; replaced: object[] }> {
  const rows = await transaction.rows<{ id: number; before: object | null }>(
    'select question_id as id, before from import_batch_questions where batch_id = $1',
    [batchId],
  );
  return {
    made: rows.filter(({ before }) => before === null).map(({ id }) => id),
    replaced: rows.flatMap(({ before }) => before ?? []),
  };
}

export function markUndone(transaction: Queryable, batchId: number, userId: number): Promise<number> {
  return transaction.count('update import_batches set undone_at = now(), undone_by = $2 where id = $1', [
    batchId,
    userId,
  ]);
}

export interface Progress {
  stage: 'waiting' | 'reading' | 'checking' | 'writing';
  done: number;
  total: number;
}

export function upsertProgress(db: Queryable, userId: number, token: string, progress: Progress): Promise<number> {
  return db.count(
    `insert into import_progress (user_id, token, stage, done, total) values (:userId, :token, :stage, :done, :total)
     on conflict (user_id, token) do update set stage = :stage, done = :done, total = :total, updated_at = now()`,
    { ...progress, userId, token },
  );
}

export function findProgress(db: Queryable, userId: number, token: string): Promise<Progress | undefined> {
  return db.row<Progress>('select stage, done, total from import_progress where user_id = $1 and token = $2', [
    userId,
    token,
  ]);
}

/** Deletes the progress of an import, and old progress that remained after a crash. */
export function deleteProgress(db: Queryable, userId: number, token: string): Promise<number> {
  return db.count(
    `delete from import_progress where (user_id = $1 and token = $2) or updated_at < now() - interval '10 minutes'`,
    [userId, token],
  );
}
