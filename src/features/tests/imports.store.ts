import type { Queryable } from '../../server/db.ts';
import type { Known } from './imports.rules.ts';

/** The state of a question as far as people change it; its place and what is made from it do not count. */
const STATE = `md5(jsonb_strip_nulls(to_jsonb(q) - array['position', 'rendered', 'revision', 'updated_at', 'words', 'content_key'])::text)`;

/** Questions of a test as far as duplicates are told by them. */
export function findKnown(db: Queryable, testId: number): Promise<Known[]> {
  return db.rows<Known>(
    'select id, statement, passage, alternatives from questions where test_id = $1 order by position',
    [testId],
  );
}

/** A question as the statements below take it, in one JSON list. */
export interface StoredQuestion {
  id: number | null;
  statement: string;
  passage: string | null;
  alternatives: string[];
  correctAnswer: string;
  explanation: string | null;
  weight: number;
  skillCategory: string | null;
  objective: string | null;
  rendered: unknown;
}

const COLUMNS = `(id int, statement text, passage text, alternatives jsonb, "correctAnswer" text, explanation text, weight smallint,
  "skillCategory" text, objective text, rendered jsonb)`;

/** Adds questions at the end of a test, in order, and notes each of them in the batch. */
export function insertQuestions(
  transaction: Queryable,
  testId: number,
  questions: readonly StoredQuestion[],
  batchId: number,
): Promise<number> {
  return transaction.count(
    `with inserted as (
       insert into questions as q (test_id, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered)
       select $1, (select coalesce(max(position), 0) from questions where test_id = $1) + given.place, given.statement, given.passage, given.alternatives,
         given."correctAnswer", given.explanation, given.weight, given."skillCategory", given.objective, given.rendered
       from rows from (jsonb_to_recordset($2::jsonb) as ${COLUMNS}) with ordinality
         as given (id, statement, passage, alternatives, "correctAnswer", explanation, weight, "skillCategory", objective, rendered, place)
       returning q.id, ${STATE} as state)
     insert into import_batch_questions (batch_id, question_id, before, state) select $3, id, null, state from inserted`,
    [testId, JSON.stringify(questions), batchId],
  );
}

/** Puts the file's questions in place of those of the same ids; pictures, which files do not carry, stay. */
export function replaceQuestions(
  transaction: Queryable,
  testId: number,
  questions: readonly StoredQuestion[],
  batchId: number,
): Promise<number> {
  return transaction.count(
    `with before as (select id, to_jsonb(old) as kept from questions old where test_id = $1),
     replaced as (
       update questions as q set statement = given.statement, passage = given.passage, alternatives = given.alternatives, correct_answer = given."correctAnswer",
         explanation = given.explanation, weight = given.weight, skill_category = given."skillCategory", objective = given.objective, rendered = given.rendered,
         revision = q.revision + 1, updated_at = now()
       from jsonb_to_recordset($2::jsonb) as given ${COLUMNS} where q.id = given.id and q.test_id = $1
       returning q.id, ${STATE} as state)
     insert into import_batch_questions (batch_id, question_id, before, state)
     select $3, replaced.id, before.kept, replaced.state from replaced join before on before.id = replaced.id`,
    [testId, JSON.stringify(questions), batchId],
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

const BATCH = `b.id, b.test_id as "testId", b.file_name as "fileName", b.format, b.created_count as created, b.replaced_count as replaced,
  b.created_at as "createdAt", maker.full_name as by, b.undone_at as "undoneAt", undoer.full_name as "undoneBy"
  from import_batches b left join users maker on maker.id = b.user_id left join users undoer on undoer.id = b.undone_by`;

export async function insertBatch(
  transaction: Queryable,
  batch: { testId: number; userId: number; fileName: string; format: string; created: number; replaced: number },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into import_batches (test_id, user_id, file_name, format, created_count, replaced_count) values ($1, $2, $3, $4, $5, $6) returning id`,
    [batch.testId, batch.userId, batch.fileName, batch.format, batch.created, batch.replaced],
  );
  return (row as { id: number }).id;
}

/** The batches of a test, newest first; the last hundred of them. */
export function findBatches(db: Queryable, testId: number): Promise<BatchRow[]> {
  return db.rows<BatchRow>(`select ${BATCH} where b.test_id = $1 order by b.id desc limit 100`, [testId]);
}

export function findBatch(db: Queryable, id: number): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(`select ${BATCH} where b.id = $1`, [id]);
}

/** How many questions of a batch are no longer as it left them: changed since, or replaced and deleted since. */
export async function countTouched(transaction: Queryable, batchId: number): Promise<number> {
  const row = await transaction.row<{ touched: number }>(
    `select count(*)::int as touched from import_batch_questions kept left join questions q on q.id = kept.question_id
     where kept.batch_id = $1 and case when q.id is null then kept.before is not null else ${STATE} <> kept.state end`,
    [batchId],
  );
  return (row as { touched: number }).touched;
}

/** Takes out what a batch made, and closes the gaps that it leaves. */
export async function deleteMade(transaction: Queryable, testId: number, batchId: number): Promise<void> {
  await transaction.count(
    `delete from questions where id in (select question_id from import_batch_questions where batch_id = $1 and before is null)`,
    [batchId],
  );
  await transaction.count(
    `update questions q set position = placed.place
     from (select id, row_number() over (order by position)::smallint as place from questions where test_id = $1) placed
     where q.id = placed.id and q.position <> placed.place`,
    [testId],
  );
}

/** Brings back what a batch replaced. */
export function restoreReplaced(transaction: Queryable, batchId: number): Promise<number> {
  return transaction.count(
    `update questions q set statement = old.statement, passage = old.passage, alternatives = old.alternatives, correct_answer = old.correct_answer,
       explanation = old.explanation, weight = old.weight, skill_category = old.skill_category,
       -- One that was deleted meanwhile does not come back with it.
       objective = (select code from curriculum_objectives o where o.code = old.objective), rendered = old.rendered,
       revision = q.revision + 1, updated_at = now()
     from import_batch_questions kept cross join lateral jsonb_populate_record(null::questions, kept.before) old
     where kept.batch_id = $1 and kept.before is not null and q.id = kept.question_id`,
    [batchId],
  );
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
    `insert into import_progress (user_id, token, stage, done, total) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token) do update set stage = $3, done = $4, total = $5, updated_at = now()`,
    [userId, token, progress.stage, progress.done, progress.total],
  );
}

export function findProgress(db: Queryable, userId: number, token: string): Promise<Progress | undefined> {
  return db.row<Progress>('select stage, done, total from import_progress where user_id = $1 and token = $2', [
    userId,
    token,
  ]);
}

/** Forgets how far an import had come, and whatever a crash has left. */
export function deleteProgress(db: Queryable, userId: number, token: string): Promise<number> {
  return db.count(
    `delete from import_progress where (user_id = $1 and token = $2) or updated_at < now() - interval '10 minutes'`,
    [userId, token],
  );
}
