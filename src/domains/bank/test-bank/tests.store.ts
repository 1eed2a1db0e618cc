import type { Queryable } from '../../../server/db/db.ts';
import type { Difficulty, Discipline, EvaluationType, TestClass, TestKind } from '../../../shared/words.ts';
import type { Answering } from '../answering/answering.contract.ts';
import type { FrozenQuestion } from './tests.rules.ts';

/** The description of a test, which rows of later features contain too. */
export interface TestDescription {
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  description: string | null;
  difficultyLevel: Difficulty;
  evaluationType: EvaluationType;
  /** In minutes, for a child without extended time. */
  duration: number;
}

export interface TestRow extends TestDescription {
  id: number;
  active: boolean;
  questionCount: number;
  versionId: number | null;
  shuffle: boolean;
  kind: TestKind;
}

const TEST = `id, discipline, theme, form, school_class, description, difficulty_level,
  evaluation_type, duration, active, question_count, version_id, shuffle, kind`;

export function findTest(db: Queryable, id: number): Promise<TestRow | undefined> {
  return db.row<TestRow>(`select ${TEST} from tests where id = $1`, [id]);
}

/** Finds all tests that match; a filter that is null does not apply. `theme` is compared ignoring accents and case. */
export function findTests(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; themeKey: string | null },
): Promise<TestRow[]> {
  return db.rows<TestRow>(
    `select ${TEST} from tests
     where ($1::text is null or discipline = $1) and ($2::text is null or school_class = $2) and ($3::text is null or theme_key = $3)
     order by school_class, discipline, theme, length(form), form, id`,
    [filters.discipline, filters.schoolClass, filters.themeKey],
  );
}

/**
 * Finds a picture for the themes of tests: the shortest drawing without words among the questions of the theme's active tests.
 *
 * @returns the drawing by the id of the test; tests of themes without one are absent.
 */
export async function findPictures(db: Queryable, testIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; svg: string }>(
    `select distinct on (t.id) t.id, q.figure_svg as svg from tests t
       join tests same on same.active and same.school_class = t.school_class and same.discipline = t.discipline and same.theme_key = t.theme_key
       join questions q on q.test_id = same.id
     where t.id = any($1::int[]) and q.figure_svg is not null and q.figure_svg !~ '>[^<]*[[:alpha:]]{2}'
     order by t.id, length(q.figure_svg), q.id`,
    [testIds],
  );
  return new Map(rows.map(({ id, svg }) => [id, svg]));
}

/** Finds letters of the other tests of a theme: of active tests only, or of all. */
export async function findForms(
  db: Queryable,
  theme: { schoolClass: string; discipline: string; themeKey: string },
  exceptId: number | null,
  which: 'active' | 'all' = 'active',
): Promise<Set<string>> {
  const rows = await db.rows<{ form: string }>(
    `select form from tests where (active or :which) and school_class = :schoolClass and discipline = :discipline and theme_key = :themeKey and id is distinct from :exceptId`,
    { ...theme, exceptId, which: which === 'all' },
  );
  return new Set(rows.map(({ form }) => form));
}

/** Columns of a question `q` and its picture `i`, as versions store them. */
export const QUESTION = `q.id, q.test_id, q.statement, q.passage, q.alternatives, q.correct_answer, q.explanation, q.weight,
  q.skill_category, q.objective, q.difficulty, q.figure_svg, q.figure_alt, q.rendered,
  case when i.id is not null then jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'bytes', length(i.bytes), 'alt', q.image_alt) end as image, q.answering`;
export const WITH_IMAGE = 'questions q left join question_images i on i.id = q.image_id';

/**
 * SQL for the number of alternatives that a child chooses from in a row `q` of `version_questions`; 0 if the answer is written, which the
 * end of `content` says (`:number`, `:word`).
 */
export const CHOSEN_FROM = `case when q.content like '%:%' then 0 else cardinality(q.options) end`;

/** SQL for what a question asks, whether its answer is written or chosen: the same question asked both ways is one to the map. */
export const WITHOUT_WAY = (content: string) => `split_part(${content}, ':', 1)`;

/** A question as it is stored: `answering` is null if it is answered by choosing. */
export type Stored<Question extends FrozenQuestion> = Omit<Question, 'answering'> & { answering: Answering | null };

/** Returns a stored question in the form in which it is frozen: without `answering` if it is answered by choosing. */
export function withoutNull<Question extends FrozenQuestion>({ answering, ...question }: Stored<Question>): Question {
  return (answering ? { ...question, answering } : question) as unknown as Question;
}

export async function findQuestions(db: Queryable, testIds: readonly number[]): Promise<FrozenQuestion[]> {
  const rows = await db.rows<Stored<FrozenQuestion>>(
    `select ${QUESTION} from ${WITH_IMAGE} where q.test_id = any($1::int[]) order by q.test_id, q.position`,
    [testIds],
  );
  return rows.map(withoutNull<FrozenQuestion>);
}

export interface NewVersion {
  testId: number;
  hash: string;
  duration: number;
  questions: readonly FrozenQuestion[];
  presentedBytes: number;
}

/** Freezes questions as versions, or finds identical existing versions. @returns their ids, in order. */
export async function insertVersions(transaction: Queryable, versions: readonly NewVersion[]): Promise<number[]> {
  const rows = await transaction.rows<{ id: number; testId: number; hash: string }>(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as v("testId" int, hash text, duration smallint, questions jsonb, "presentedBytes" int)),
       made as (
         insert into test_versions (test_id, hash, duration, questions, presented_bytes) select "testId", hash, duration, questions, "presentedBytes" from given
         on conflict (test_id, hash) do nothing returning id, test_id, hash, questions),
       asked as (
         insert into version_questions (version_id, question_id, position, letters, options, correct_answer, weight, bank_letters, image_id, objective, difficulty, content)
         select made.id, (question ->> 'id')::int, place::smallint,
           array(select chr(64 + n::int) from jsonb_array_elements_text(question -> 'alternatives') with ordinality as o(text, n) order by n),
           array(select text from jsonb_array_elements_text(question -> 'alternatives') with ordinality as o(text, n) order by n),
           question ->> 'correctAnswer', (question ->> 'weight')::smallint,
           case when question ? 'bankLetters' then array(select jsonb_array_elements_text(question -> 'bankLetters')) end, question -> 'image' ->> 'id',
           question ->> 'objective', (question ->> 'difficulty')::smallint,
           -- Asked in another way it is another question to calibrations and statistics.
           question_content(question) || coalesce(':' || (question -> 'answering' ->> 'way'), '')
         from made, jsonb_array_elements(made.questions) with ordinality as q(question, place))
     select id, test_id, hash from made
     union all select v.id, v.test_id, v.hash from test_versions v join given on given."testId" = v.test_id and given.hash = v.hash`,
    [JSON.stringify(versions)],
  );
  const ids = new Map(rows.map(({ id, testId, hash }) => [`${testId} ${hash}`, id]));
  const found = versions.map(({ testId, hash }) => ids.get(`${testId} ${hash}`));
  // Another transaction inserted the version while this statement was running; the next one can see it.
  return found.includes(undefined) ? insertVersions(transaction, versions) : (found as number[]);
}

/** Finds the current minutes and the class of tests, by their ids. */
export async function findFrames(
  db: Queryable,
  testIds: readonly number[],
): Promise<Map<number, { duration: number; schoolClass: string }>> {
  const rows = await db.rows<{ id: number; duration: number; schoolClass: string }>(
    'select id, duration, school_class from tests where id = any($1::int[])',
    [testIds],
  );
  return new Map(rows.map(({ id, ...frame }) => [id, frame]));
}

/** Sets the versions for the next attempts at tests; null for a test without questions. */
export function updateCurrentVersions(
  transaction: Queryable,
  current: readonly { testId: number; versionId: number | null; questionCount: number }[],
): Promise<number> {
  return transaction.count(
    `update tests t set version_id = c."versionId", question_count = c."questionCount"
     from jsonb_to_recordset($1::jsonb) as c("testId" int, "versionId" int, "questionCount" int) where t.id = c."testId"`,
    [JSON.stringify(current)],
  );
}

export interface StoredVersion {
  id: number;
  testId: number;
  duration: number;
  questions: FrozenQuestion[];
  presentedBytes: number;
  /** Error ids by question id and by text of the wrong alternative, without its letter. */
  errors: ErrorsByQuestion;
}
export type ErrorsByQuestion = Readonly<Record<number, Readonly<Record<string, string>>>>;

export function findVersion(db: Queryable, id: number): Promise<StoredVersion | undefined> {
  return db.row<StoredVersion>(
    `select v.id, v.test_id, v.duration, v.questions, v.presented_bytes,
       (select coalesce(jsonb_object_agg(shown.question_id, shown.errors), '{}') from (
         select q.question_id, jsonb_object_agg(o.words, o.misconception) as errors
         from version_questions q join misconception_options o on o.content = ${WITHOUT_WAY('q.content')}
         where q.version_id = v.id group by q.question_id) shown) as errors
     from test_versions v where v.id = $1`,
    [id],
  );
}
