import type { Queryable } from '../../../server/db/db.ts';
import { OBJECTIVE_IN_USE } from '../curriculum/joined.store.ts';
import { keepImagesOfTexts } from './images.store.ts';
import type { WrittenQuestion } from './question.rules.ts';
import type { FrozenQuestion, Rendered } from './tests.rules.ts';
import { QUESTION, type Stored, WITH_IMAGE, withoutNull } from './tests.store.ts';
import { imageIdsIn } from './texts/notation.rules.ts';

export interface TeacherQuestionRow extends FrozenQuestion {
  revision: number;
}

export async function findTeacherQuestions(db: Queryable, testId: number): Promise<TeacherQuestionRow[]> {
  const rows = await db.rows<Stored<TeacherQuestionRow>>(
    `select ${QUESTION}, q.revision from ${WITH_IMAGE} where q.test_id = $1 order by q.position`,
    [testId],
  );
  return rows.map(withoutNull<TeacherQuestionRow>);
}

/** Finds questions by their ids, in the order of the ids. */
export async function findQuestionsById(db: Queryable, ids: readonly number[]): Promise<TeacherQuestionRow[]> {
  const rows = await db.rows<Stored<TeacherQuestionRow>>(
    `select ${QUESTION}, q.revision from ${WITH_IMAGE} where q.id = any($1::int[]) order by array_position($1::int[], q.id)`,
    [ids],
  );
  return rows.map(withoutNull<TeacherQuestionRow>);
}

/** A question ready to be stored: alternatives with their letters, mathematics rendered. */
export interface QuestionToWrite extends WrittenQuestion {
  /** 1 to 5. */
  difficulty: number | null;
  rendered: Rendered;
  figureSvg: string | null;
  figureAlt: string | null;
  imageId: string | null;
  imageAlt: string | null;
}

export interface QuestionToInsert extends QuestionToWrite {
  testId: number;
  /** Its key in the content files; a question of the test with the same key is replaced. */
  contentKey?: string;
  /** From 1; if absent, the question is added at the end of its test. */
  position?: number;
}

/** Names and types of `QuestionToWrite` in JSON. */
const COLUMNS = `statement text, passage text, alternatives jsonb, "correctAnswer" text, explanation text, weight smallint,
  "skillCategory" text, objective text, difficulty smallint, rendered jsonb, "figureSvg" text, "figureAlt" text, "imageId" text, "imageAlt" text,
  answering jsonb`;

async function keepImages(transaction: Queryable, questions: readonly WrittenQuestion[]): Promise<void> {
  const ids = imageIdsIn(questions);
  if (ids.length > 0) await keepImagesOfTexts(transaction, ids);
}

/**
 * Adds questions to tests, in the given order. The caller holds the tests' locks.
 *
 * @returns their ids, by test and position.
 */
export async function insertQuestions(
  transaction: Queryable,
  questions: readonly QuestionToInsert[],
): Promise<number[]> {
  await keepImages(transaction, questions);
  const rows = await transaction.rows<{ id: number }>(
    `with inserted as (
       insert into questions (test_id, content_key, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category,
         objective, difficulty, rendered, figure_svg, figure_alt, image_id, image_alt, answering)
       select given."testId", given."contentKey",
         coalesce(given.position, (select coalesce(max(q.position), 0) from questions q where q.test_id = given."testId")
           + row_number() over (partition by given."testId" order by given.place)),
         given.statement, given.passage, given.alternatives, given."correctAnswer", given.explanation, given.weight, given."skillCategory",
         given.objective, given.difficulty, given.rendered, given."figureSvg", given."figureAlt", given."imageId", given."imageAlt", given.answering
       from rows from (jsonb_to_recordset($1::jsonb) as ("testId" int, "contentKey" text, position smallint, ${COLUMNS})) with ordinality
         as given ("testId", "contentKey", position, statement, passage, alternatives, "correctAnswer", explanation, weight, "skillCategory",
           objective, difficulty, rendered, "figureSvg", "figureAlt", "imageId", "imageAlt", answering, place)
       on conflict (test_id, content_key) do update set position = excluded.position, statement = excluded.statement, passage = excluded.passage,
         alternatives = excluded.alternatives, correct_answer = excluded.correct_answer, explanation = excluded.explanation, weight = excluded.weight,
         skill_category = excluded.skill_category, objective = excluded.objective, difficulty = excluded.difficulty, rendered = excluded.rendered,
         figure_svg = excluded.figure_svg, figure_alt = excluded.figure_alt, image_id = excluded.image_id, image_alt = excluded.image_alt,
         answering = excluded.answering, revision = questions.revision + 1
       returning id, test_id, position)
     select id from inserted order by test_id, position`,
    [JSON.stringify(questions)],
  );
  return rows.map(({ id }) => id);
}

/** Replaces all fields of questions except their positions, by id. @returns how many questions there were. */
export async function updateQuestions(
  transaction: Queryable,
  questions: readonly (QuestionToWrite & { id: number })[],
): Promise<number> {
  await keepImages(transaction, questions);
  return transaction.count(
    `update questions q set statement = given.statement, passage = given.passage, alternatives = given.alternatives, correct_answer = given."correctAnswer",
       explanation = given.explanation, weight = given.weight, skill_category = given."skillCategory", objective = given.objective,
       difficulty = given.difficulty, rendered = given.rendered, figure_svg = given."figureSvg", figure_alt = given."figureAlt",
       image_id = given."imageId", image_alt = given."imageAlt", answering = given.answering, revision = q.revision + 1, updated_at = now()
     from jsonb_to_recordset($1::jsonb) as given(id int, ${COLUMNS}) where q.id = given.id`,
    [JSON.stringify(questions)],
  );
}

/**
 * Restores earlier contents of questions, except their positions.
 *
 * @param rows rows of `questions` as returned by `to_jsonb`.
 */
export function restoreQuestions(transaction: Queryable, rows: readonly object[]): Promise<number> {
  return transaction.count(
    `update questions q set statement = old.statement, passage = old.passage, alternatives = old.alternatives, correct_answer = old.correct_answer,
       explanation = old.explanation, weight = old.weight, skill_category = old.skill_category,
       -- An objective that was deleted meanwhile is not restored with the question.
       objective = ${OBJECTIVE_IN_USE('old.objective')}, rendered = old.rendered,
       figure_svg = old.figure_svg, figure_alt = old.figure_alt, image_id = old.image_id, image_alt = old.image_alt, answering = old.answering,
       revision = q.revision + 1, updated_at = now()
     from jsonb_populate_recordset(null::questions, $1::jsonb) old where q.id = old.id`,
    [JSON.stringify(rows)],
  );
}

/** Removes questions from their test and renumbers the others. */
export async function deleteQuestions(transaction: Queryable, testId: number, ids: readonly number[]): Promise<void> {
  await transaction.count('delete from questions where test_id = $1 and id = any($2::int[])', [testId, ids]);
  await closeGaps(transaction, [testId]);
}

/** Numbers the questions of tests from 1 again, in their current order. */
function closeGaps(transaction: Queryable, testIds: readonly number[]): Promise<number> {
  return transaction.count(
    `update questions q set position = placed.place
     from (select id, row_number() over (partition by test_id order by position)::smallint as place from questions where test_id = any($1::int[])) placed
     where q.id = placed.id and q.position <> placed.place`,
    [testIds],
  );
}

/**
 * Moves questions of other tests to the end of a test, in this order; the caller holds the locks of all these tests. The questions no
 * longer belong to the content files.
 */
export async function moveQuestions(transaction: Queryable, ids: readonly number[], testId: number): Promise<void> {
  const rows = await transaction.rows<{ from: number }>(
    `update questions q set test_id = $2, content_key = null, revision = q.revision + 1, updated_at = now(),
       position = (select coalesce(max(position), 0) from questions where test_id = $2) + wanted.place
     from questions old join unnest($1::int[]) with ordinality as wanted(id, place) on wanted.id = old.id
     where q.id = old.id returning old.test_id as "from"`,
    [ids, testId],
  );
  await closeGaps(transaction, [...new Set(rows.map(({ from }) => from))]);
}

/** Sets the given fields of questions; undefined leaves a field, null clears it. */
export function setOnQuestions(
  transaction: Queryable,
  ids: readonly number[],
  given: { weight: number | undefined; skillCategory: string | null | undefined; objective: string | null | undefined },
): Promise<number> {
  return transaction.count(
    `update questions set weight = coalesce(:weight::smallint, weight),
       skill_category = case when :setsCategory::boolean then :skillCategory else skill_category end,
       objective = case when :setsObjective::boolean then :objective else objective end, revision = revision + 1, updated_at = now()
     where id = any(:ids::int[])`,
    { ids, ...given, setsCategory: given.skillCategory !== undefined, setsObjective: given.objective !== undefined },
  );
}

/** Reorders the questions of a test; the ids must be all of them. */
export function updateOrder(transaction: Queryable, testId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `update questions q set position = wanted.place::smallint from unnest($2::int[]) with ordinality as wanted(id, place)
     where q.id = wanted.id and q.test_id = $1`,
    [testId, ids],
  );
}

/** Returns a question in the form in which it is written again: in a copy of its test, or with another key. */
export function writtenAgain({ image, ...question }: TeacherQuestionRow): QuestionToWrite {
  const { id: _id, testId: _test, revision: _revision, bankLetters: _letters, ...written } = question;
  return {
    ...written,
    difficulty: written.difficulty ?? null,
    imageId: image?.id ?? null,
    imageAlt: image?.alt ?? null,
    answering: written.answering ?? null,
  };
}

/**
 * Copies questions, with pictures and mathematics, to the end of a test whose lock the caller holds.
 *
 * @returns the ids of the copies, in the order of the originals.
 */
export const insertCopies = (
  transaction: Queryable,
  originals: readonly TeacherQuestionRow[],
  testId: number,
): Promise<number[]> =>
  insertQuestions(
    transaction,
    originals.map((original) => ({ ...writtenAgain(original), testId })),
  );

/** Replaces an objective by another one in the questions of a test; returns the number of questions. */
export function moveObjective(transaction: Queryable, testId: number, from: string, to: string): Promise<number> {
  return transaction.count(
    'update questions set objective = $3, revision = revision + 1, updated_at = now() where test_id = $1 and objective = $2',
    [testId, from, to],
  );
}
