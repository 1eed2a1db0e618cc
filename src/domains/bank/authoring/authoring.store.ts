import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass, TestKind } from '../../../shared/words.ts';
import type { TestFields } from '../test-bank/content.store.ts';
import type { TestRow } from '../test-bank/tests.store.ts';
import type { Defaults } from './authoring.contract.ts';

export interface TeacherTestRow extends TestRow {
  revision: number;
  author: string | null;
  updatedAt: Date;
}

const TEST = `t.id, t.discipline, t.theme, t.form, t.school_class, t.description, t.difficulty_level,
  t.evaluation_type, t.duration, t.kind, t.active, t.question_count, t.version_id, t.shuffle, t.revision,
  (select full_name from users where users.id = t.author_id) as author, t.updated_at`;

export interface TestFilters {
  /** Words in the form of `searchOf`; null does not filter. */
  search: string | null;
  /** The number of one test, if the search may be one. */
  id: number | null;
  discipline: string | null;
  schoolClass: string | null;
  themeKey: string | null;
  active: boolean | null;
}

const MATCHES = `(:search::text is null or t.words @@ :search::tsquery or t.id = :id::int)
  and (:discipline::text is null or t.discipline = :discipline) and (:schoolClass::text is null or t.school_class = :schoolClass)
  and (:themeKey::text is null or t.theme_key = :themeKey) and (:active::boolean is null or t.active = :active)`;

export function findTeacherTests(
  db: Queryable,
  filters: TestFilters,
  page: { limit: number; offset: number },
): Promise<TeacherTestRow[]> {
  return db.rows<TeacherTestRow>(
    `select ${TEST} from tests t where ${MATCHES} order by t.school_class, t.discipline, t.theme, length(t.form), t.form, t.id limit :limit offset :offset`,
    { ...filters, ...page },
  );
}

export async function countTeacherTests(db: Queryable, filters: TestFilters): Promise<number> {
  const row = await db.row<{ total: number }>(`select count(*) as total from tests t where ${MATCHES}`, filters);
  return row?.total ?? 0;
}

/** A theme of a class and discipline, by the spelling that all of its tests share. */
export interface ThemeKey {
  schoolClass: TestClass;
  discipline: Discipline;
  themeKey: string;
}

/** What the list of themes can be sorted by, as SQL over the tests of a theme. */
const THEME_ORDERS = {
  class: 't.school_class',
  theme: 'min(t.theme)',
  discipline: 't.discipline',
  questions: 'sum(t.question_count)',
  facility: 'sum(f.correct)::float8 / nullif(sum(f.asked), 0)',
  flagged: 'coalesce(sum(f.flagged), 0)',
} as const;

/** Finds the themes of which at least one test matches. */
export function findThemes(
  db: Queryable,
  filters: TestFilters,
  order: { by: keyof typeof THEME_ORDERS; descending: boolean },
  page: { limit: number; offset: number },
): Promise<ThemeKey[]> {
  return db.rows<ThemeKey>(
    `select t.school_class, t.discipline, t.theme_key from tests t left join bank_figures f on f.test_id = t.id
     group by t.school_class, t.discipline, t.theme_key having bool_or(${MATCHES})
     order by ${THEME_ORDERS[order.by]} ${order.descending ? 'desc' : 'asc'} nulls last, t.school_class, t.discipline, t.theme_key limit :limit offset :offset`,
    { ...filters, ...page },
  );
}

export async function countThemes(db: Queryable, filters: TestFilters): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*) as total from (
       select 1 from tests t group by t.school_class, t.discipline, t.theme_key having bool_or(${MATCHES})) themes`,
    filters,
  );
  return row?.total ?? 0;
}

/** A test with its sums over questions that have ten attempts or more, and its number of flagged questions. */
export interface ThemeTestRow extends TeacherTestRow {
  themeKey: string;
  asked: number;
  correct: number;
  flagged: number;
}

/** Finds all tests of themes, in the order of their letters. */
export function findTestsOfThemes(db: Queryable, themes: readonly ThemeKey[]): Promise<ThemeTestRow[]> {
  return db.rows<ThemeTestRow>(
    `select ${TEST}, t.theme_key, coalesce(f.asked, 0)::int as asked, coalesce(f.correct, 0)::int as correct, coalesce(f.flagged, 0)::int as flagged
     from tests t left join bank_figures f on f.test_id = t.id
     where (t.school_class, t.discipline, t.theme_key) in (select * from unnest($1::text[], $2::text[], $3::text[]))
     order by length(t.form), t.form, t.active desc, t.id`,
    [
      themes.map(({ schoolClass }) => schoolClass),
      themes.map(({ discipline }) => discipline),
      themes.map(({ themeKey }) => themeKey),
    ],
  );
}

export function findTeacherTest(db: Queryable, id: number): Promise<TeacherTestRow | undefined> {
  return db.row<TeacherTestRow>(`select ${TEST} from tests t where t.id = $1`, [id]);
}

/** Locks a test: it and its questions are changed by one transaction at a time, and each change is frozen before the next begins. */
export function lockTest(transaction: Queryable, id: number): Promise<TeacherTestRow | undefined> {
  return transaction.row<TeacherTestRow>(`select ${TEST} from tests t where t.id = $1 for no key update of t`, [id]);
}

/** Locks tests in the order of their ids, so that two changes of several tests cannot deadlock. @returns the existing ones. */
export function lockTests(transaction: Queryable, ids: readonly number[]): Promise<{ id: number }[]> {
  return transaction.rows('select id from tests where id = any($1::int[]) order by id for no key update', [ids]);
}

export interface TestToWrite extends TestFields {
  shuffle: boolean;
}

/** Adds a test and returns its id. */
export async function insertTest(
  transaction: Queryable,
  test: TestToWrite & { active: boolean; authorId: number; kind: TestKind },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into tests (discipline, theme, theme_key, school_class, description, difficulty_level, evaluation_type, shuffle, active, author_id, form, duration, kind, edited_at)
     values (:discipline, :theme, :themeKey, :schoolClass, :description, :difficultyLevel, :evaluationType, :shuffle, :active, :authorId, :form, :duration, :kind, now()) returning id`,
    test,
  );
  return (row as { id: number }).id;
}

/** Changes a test; from then on the content files no longer change it. */
export function updateTest(transaction: Queryable, id: number, test: TestToWrite): Promise<number> {
  return transaction.count(
    `update tests set discipline = :discipline, theme = :theme, theme_key = :themeKey, school_class = :schoolClass, description = :description,
       difficulty_level = :difficultyLevel, evaluation_type = :evaluationType, shuffle = :shuffle, form = :form, duration = :duration,
       revision = revision + 1, updated_at = now(), edited_at = now() where id = :id`,
    { ...test, id },
  );
}

/** Activating a test is not a change of its content: the content files may still change it. */
export function toggleTest(transaction: Queryable, id: number, form: string): Promise<number> {
  return transaction.count(
    'update tests set active = not active, form = $2, revision = revision + 1, updated_at = now() where id = $1',
    [id, form],
  );
}

/** Records that the questions of a test were changed in the application. */
export function markEdited(transaction: Queryable, id: number): Promise<number> {
  return transaction.count(
    'update tests set revision = revision + 1, updated_at = now(), edited_at = now() where id = $1',
    [id],
  );
}

/** Deletes a test with its questions and versions. The database refuses this if there is an attempt. */
export async function deleteTest(transaction: Queryable, id: number): Promise<void> {
  await transaction.count(
    'insert into removed_content (content_key) select content_key from tests where id = $1 and content_key is not null on conflict do nothing',
    [id],
  );
  await transaction.count('update tests set version_id = null where id = $1', [id]);
  await transaction.count('delete from tests where id = $1', [id]);
}

/** Allows the content files to change a restored test again. */
export function forgetRemoved(transaction: Queryable, contentKey: string): Promise<number> {
  return transaction.count('delete from removed_content where content_key = $1', [contentKey]);
}

export function findDefaults(db: Queryable, userId: number): Promise<Defaults | undefined> {
  return db.row(
    `select discipline, school_class, difficulty_level, evaluation_type, shuffle
     from teacher_defaults where user_id = $1`,
    [userId],
  );
}

export function upsertDefaults(db: Queryable, userId: number, given: Defaults): Promise<number> {
  return db.count(
    `insert into teacher_defaults (user_id, discipline, school_class, difficulty_level, evaluation_type, shuffle) values (:userId, :discipline, :schoolClass, :difficultyLevel, :evaluationType, :shuffle)
     on conflict (user_id) do update set discipline = :discipline, school_class = :schoolClass, difficulty_level = :difficultyLevel, evaluation_type = :evaluationType, shuffle = :shuffle`,
    { ...given, userId },
  );
}
