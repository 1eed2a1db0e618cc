import type { Queryable } from '../../../server/db/db.ts';
import { USUAL_DURATION } from '../../../shared/durations.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { OBJECTIVE_IN_USE } from '../curriculum/joined.store.ts';

/** Number of days for which a deleted test or question can be restored. */
const DELETED_DAYS = 30;

const STILL_KEPT = `deleted_at > now() - interval '${DELETED_DAYS} days'`;

/** Stores a test and its questions right before they are deleted. */
export async function storeDeletedTest(transaction: Queryable, id: number, userId: number): Promise<void> {
  await transaction.count(
    `insert into deleted_tests (id, content, deleted_by) select id, to_jsonb(t) - 'words', $2 from tests t where id = $1`,
    [id, userId],
  );
  await transaction.count(
    `insert into deleted_questions (id, test_id, with_test, content, image_id, deleted_by)
     select id, test_id, true, to_jsonb(q) - 'words', image_id, $2 from questions q where test_id = $1`,
    [id, userId],
  );
}

/** Stores questions right before they are deleted. */
export function storeDeletedQuestions(transaction: Queryable, ids: readonly number[], userId: number): Promise<number> {
  return transaction.count(
    `insert into deleted_questions (id, test_id, with_test, content, image_id, deleted_by)
     select id, test_id, false, to_jsonb(q) - 'words', image_id, $2 from questions q where id = any($1::int[])`,
    [ids, userId],
  );
}

export interface DeletedRow {
  kind: 'test' | 'question';
  id: number;
  /** Null for a test. */
  statement: string | null;
  statementHtml: string | null;
  /** Number of questions restored with it; 1 for a question. */
  questions: number;
  testId: number;
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  /** For a question: whether its test is deleted too, and must be restored first. */
  testDeleted: boolean;
  deletedBy: string | null;
  deletedAt: Date;
  /** The time from which it cannot be restored. */
  erasedAt: Date;
}

const SHOWN_TESTS = `select 'test' as kind, d.id, null::text as statement, null::text as statement_html,
    (select count(*)::int from deleted_questions q where q.test_id = d.id and q.with_test) as questions, d.id as test_id,
    d.content ->> 'discipline' as discipline, d.content ->> 'theme' as theme, d.content ->> 'form' as form, d.content ->> 'school_class' as school_class,
    false as test_deleted, d.deleted_by, d.deleted_at from deleted_tests d where d.${STILL_KEPT}`;
const SHOWN_QUESTIONS = `select 'question', d.id, d.content ->> 'statement', d.content -> 'rendered' ->> 'statement', 1, d.test_id,
    coalesce(t.discipline, gone.content ->> 'discipline'), coalesce(t.theme, gone.content ->> 'theme'), coalesce(t.form, gone.content ->> 'form'),
    coalesce(t.school_class, gone.content ->> 'school_class'), t.id is null, d.deleted_by, d.deleted_at
  from deleted_questions d left join tests t on t.id = d.test_id left join deleted_tests gone on gone.id = d.test_id
  where not d.with_test and d.${STILL_KEPT} and (t.id is not null or gone.id is not null)`;

/** Finds what can be restored, the last deleted first. */
export function findDeleted(db: Queryable, page: { limit: number; offset: number }): Promise<DeletedRow[]> {
  return db.rows<DeletedRow>(
    `select kind, found.id, statement, statement_html, questions, test_id, discipline, theme, form, school_class, test_deleted,
       users.full_name as deleted_by, deleted_at, deleted_at + interval '${DELETED_DAYS} days' as erased_at
     from (${SHOWN_TESTS} union all ${SHOWN_QUESTIONS}) found left join users on users.id = found.deleted_by
     order by deleted_at desc, kind, found.id limit $1 offset $2`,
    [page.limit, page.offset],
  );
}

export async function countDeleted(db: Queryable): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from (${SHOWN_TESTS} union all ${SHOWN_QUESTIONS}) found`,
  );
  return row?.total ?? 0;
}

/** Returns a deleted test that can be restored, locked. */
export function lockDeletedTest(
  transaction: Queryable,
  id: number,
): Promise<{ id: number; contentKey: string | null } | undefined> {
  return transaction.row(
    `select id, content ->> 'content_key' as content_key from deleted_tests where id = $1 and ${STILL_KEPT} for update`,
    [id],
  );
}

/** Finds deleted questions that can be restored individually, locked in the order of their ids. */
export function lockDeletedQuestions(
  transaction: Queryable,
  ids: readonly number[],
): Promise<{ id: number; testId: number }[]> {
  return transaction.rows(
    `select id, test_id from deleted_questions
     where id = any($1::int[]) and not with_test and ${STILL_KEPT} order by id for update`,
    [ids],
  );
}

/** Restores a test as it was, but inactive: activating it is a deliberate step. */
export async function bringBackTest(transaction: Queryable, id: number): Promise<void> {
  await transaction.count(
    `insert into tests (id, discipline, theme, theme_key, school_class, description, difficulty_level, evaluation_type, active, curriculum_theme,
       content_key, content_hash, edited_at, created_at, shuffle, revision, author_id, updated_at, form, duration, kind)
     overriding system value
     select old.id, old.discipline, old.theme, old.theme_key, old.school_class, old.description, old.difficulty_level, old.evaluation_type, false,
       old.curriculum_theme, old.content_key, old.content_hash, old.edited_at, old.created_at, old.shuffle, old.revision + 1,
       (select users.id from users where users.id = old.author_id), now(), old.form,
       -- Defaults for tests deleted before these columns existed.
       coalesce(old.duration, ${USUAL_DURATION}), coalesce(old.kind, 'theme')
     from deleted_tests d, jsonb_populate_record(null::tests, d.content) old where d.id = $1`,
    [id],
  );
  await transaction.count('delete from deleted_tests where id = $1', [id]);
}

/**
 * Restores questions after the existing ones of their test, whose lock the caller holds. Each keeps its id.
 *
 * @param which all questions that were deleted with a test, or the given ones.
 * @returns their ids with their earlier positions.
 */
export async function bringBackQuestions(
  transaction: Queryable,
  which: { withTest: number } | { ids: readonly number[] },
): Promise<{ id: number; testId: number; position: number }[]> {
  const [test, ids] = 'withTest' in which ? [which.withTest, null] : [null, which.ids];
  const rows = await transaction.rows<{ id: number; testId: number; position: number }>(
    `with back as (
       delete from deleted_questions where (with_test and test_id = $1) or (not with_test and id = any($2::int[])) returning content),
     old as (select o.* from back, jsonb_populate_record(null::questions, back.content) o),
     inserted as (
       insert into questions (id, test_id, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective,
         figure_svg, figure_alt, content_key, rendered, revision, updated_at, image_id, image_alt, difficulty, answering)
       overriding system value
       select old.id, old.test_id, (select coalesce(max(q.position), 0) from questions q where q.test_id = old.test_id)
           + row_number() over (partition by old.test_id order by old.position, old.id),
         old.statement, old.passage, old.alternatives, old.correct_answer, old.explanation, old.weight, old.skill_category,
         -- An objective that was deleted meanwhile is not restored with the question.
         ${OBJECTIVE_IN_USE('old.objective')},
         old.figure_svg, old.figure_alt, old.content_key, old.rendered, old.revision + 1, now(), old.image_id, old.image_alt, old.difficulty, old.answering
       from old)
     select id, test_id, position from old order by test_id, position, id`,
    [test, ids],
  );
  return rows;
}

/** Erases what can no longer be restored. Questions are erased first, because none may outlive its test. */
export async function eraseOldDeleted(db: Queryable): Promise<number> {
  const questions = await db.count(`delete from deleted_questions where not (${STILL_KEPT})`);
  return questions + (await db.count(`delete from deleted_tests where not (${STILL_KEPT})`));
}
