import type { Queryable } from '../../server/db.ts';
import type { FrozenQuestion, Rendered } from './tests.rules.ts';
import { QUESTION, WITH_IMAGE } from './tests.store.ts';

export interface TeacherQuestionRow extends FrozenQuestion {
  revision: number;
}

export function findTeacherQuestions(db: Queryable, testId: number): Promise<TeacherQuestionRow[]> {
  return db.rows<TeacherQuestionRow>(
    `select ${QUESTION}, q.revision from ${WITH_IMAGE} where q.test_id = $1 order by q.position`,
    [testId],
  );
}

/** Questions by their ids, in the order of the ids. */
export function findQuestionsById(db: Queryable, ids: readonly number[]): Promise<TeacherQuestionRow[]> {
  return db.rows<TeacherQuestionRow>(
    `select ${QUESTION}, q.revision from ${WITH_IMAGE} where q.id = any($1::int[]) order by array_position($1::int[], q.id)`,
    [ids],
  );
}

export interface QuestionToWrite {
  statement: string;
  passage: string | null;
  alternatives: readonly string[];
  correctAnswer: string;
  explanation: string | null;
  weight: number;
  skillCategory: string | null;
  objective: string | null;
  rendered: Rendered;
  figureSvg: string | null;
  figureAlt: string | null;
  imageId: string | null;
  imageAlt: string | null;
}

const valuesOf = (question: QuestionToWrite) => [
  question.statement,
  question.passage,
  JSON.stringify(question.alternatives),
  question.correctAnswer,
  question.explanation,
  question.weight,
  question.skillCategory,
  question.objective,
  JSON.stringify(question.rendered),
  question.figureSvg,
  question.figureAlt,
  question.imageId,
  question.imageAlt,
];

/** Adds a question at the end of a test whose lock the caller holds. */
export async function insertQuestion(
  transaction: Queryable,
  testId: number,
  question: QuestionToWrite,
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into questions (test_id, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered,
       figure_svg, figure_alt, image_id, image_alt)
     values ($1, (select coalesce(max(position), 0) + 1 from questions where test_id = $1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     returning id`,
    [testId, ...valuesOf(question)],
  );
  return (row as { id: number }).id;
}

export function updateQuestion(transaction: Queryable, id: number, question: QuestionToWrite): Promise<number> {
  return transaction.count(
    `update questions set statement = $2, passage = $3, alternatives = $4, correct_answer = $5, explanation = $6, weight = $7, skill_category = $8,
       objective = $9, rendered = $10, figure_svg = $11, figure_alt = $12, image_id = $13, image_alt = $14, revision = revision + 1, updated_at = now()
     where id = $1`,
    [id, ...valuesOf(question)],
  );
}

/** Takes a question out of its test and closes the gap that it leaves. */
export async function deleteQuestion(transaction: Queryable, testId: number, id: number): Promise<void> {
  await transaction.count('delete from questions where id = $1', [id]);
  await transaction.count(
    `update questions q set position = placed.place
     from (select id, row_number() over (order by position)::smallint as place from questions where test_id = $1) placed
     where q.id = placed.id and q.position <> placed.place`,
    [testId],
  );
}

/** Puts the questions of a test into the order of these ids, which must be all of them. */
export function updateOrder(transaction: Queryable, testId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `update questions q set position = wanted.place::smallint from unnest($2::int[]) with ordinality as wanted(id, place)
     where q.id = wanted.id and q.test_id = $1`,
    [testId, ids],
  );
}

/** Copies every question of a test, pictures and mathematics included. */
export function copyQuestions(transaction: Queryable, fromTestId: number, toTestId: number): Promise<number> {
  return transaction.count(
    `insert into questions (test_id, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered,
       figure_svg, figure_alt, image_id, image_alt)
     select $2, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered,
       figure_svg, figure_alt, image_id, image_alt
     from questions where test_id = $1`,
    [fromTestId, toTestId],
  );
}

/** Copies chosen questions to the end of a test whose lock the caller holds, in the order of the ids. */
export function appendCopies(
  transaction: Queryable,
  ids: readonly number[],
  toTestId: number,
): Promise<{ id: number }[]> {
  return transaction.rows(
    `insert into questions (test_id, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered,
       figure_svg, figure_alt, image_id, image_alt)
     select $2, (select coalesce(max(position), 0) from questions where test_id = $2) + row_number() over (order by array_position($1::int[], id)),
       statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, rendered,
       figure_svg, figure_alt, image_id, image_alt
     from questions where id = any($1::int[]) order by array_position($1::int[], id) returning id`,
    [ids, toTestId],
  );
}
