import type { Queryable } from '../../server/db.ts';
import type { Difficulty, Discipline, EvaluationType, TestClass } from '../../shared/words.ts';
import type { FrozenQuestion } from './tests.rules.ts';

export interface TestRow {
  id: number;
  discipline: Discipline;
  theme: string;
  schoolClass: TestClass;
  description: string | null;
  difficultyLevel: Difficulty;
  evaluationType: EvaluationType;
  active: boolean;
  questionCount: number;
  versionId: number | null;
  shuffle: boolean;
}

const TEST = `id, discipline, theme, school_class as "schoolClass", description, difficulty_level as "difficultyLevel",
  evaluation_type as "evaluationType", active, question_count as "questionCount", version_id as "versionId", shuffle`;

export function findTest(db: Queryable, id: number): Promise<TestRow | undefined> {
  return db.row<TestRow>(`select ${TEST} from tests where id = $1`, [id]);
}

/** All tests that match; a filter that is null does not filter. `theme` is compared without accents and case. */
export function findTests(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; themeKey: string | null },
): Promise<TestRow[]> {
  return db.rows<TestRow>(
    `select ${TEST} from tests
     where ($1::text is null or discipline = $1) and ($2::text is null or school_class = $2) and ($3::text is null or theme_key = $3)
     order by school_class, discipline, theme, id`,
    [filters.discipline, filters.schoolClass, filters.themeKey],
  );
}

/** Columns of a question `q` and its picture `i`, as versions keep them. */
export const QUESTION = `q.id, q.test_id as "testId", q.statement, q.passage, q.alternatives, q.correct_answer as "correctAnswer", q.explanation, q.weight,
  q.skill_category as "skillCategory", q.objective, q.figure_svg as "figureSvg", q.figure_alt as "figureAlt", q.rendered,
  case when i.id is not null then jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'bytes', length(i.bytes), 'alt', q.image_alt) end as image`;
export const WITH_IMAGE = 'questions q left join question_images i on i.id = q.image_id';

export function findQuestions(db: Queryable, testId: number): Promise<FrozenQuestion[]> {
  return db.rows<FrozenQuestion>(`select ${QUESTION} from ${WITH_IMAGE} where q.test_id = $1 order by q.position`, [
    testId,
  ]);
}

export interface ContentTest {
  contentKey: string;
  contentHash: string;
  discipline: string;
  theme: string;
  themeKey: string;
  schoolClass: string;
  description: string | null;
  difficultyLevel: string;
  evaluationType: string;
  curriculumTheme: string;
}

/** What the database holds of the content files: by key, with what the files said then. */
export function findContentTests(
  db: Queryable,
): Promise<{ id: number; contentKey: string; contentHash: string; edited: boolean }[]> {
  return db.rows(
    `select id, content_key as "contentKey", content_hash as "contentHash", edited_at is not null as edited from tests where content_key is not null
     union all select 0, content_key, '', true from removed_content`,
  );
}

/** Inserts or changes a test that came from the content files; nothing when a teacher has edited it since. */
export function upsertContentTest(transaction: Queryable, test: ContentTest): Promise<{ id: number } | undefined> {
  return transaction.row(
    `insert into tests (content_key, content_hash, discipline, theme, theme_key, school_class, description, difficulty_level, evaluation_type, curriculum_theme)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (content_key) do update set content_hash = $2, discipline = $3, theme = $4, theme_key = $5, school_class = $6, description = $7,
       difficulty_level = $8, evaluation_type = $9, curriculum_theme = $10, revision = tests.revision + 1, updated_at = now(),
       -- Only what the files themselves had put out of the catalogue comes back; what a teacher did stays.
       active = tests.active or tests.content_hash = 'gone'
       where tests.edited_at is null
     returning id`,
    [
      test.contentKey,
      test.contentHash,
      test.discipline,
      test.theme,
      test.themeKey,
      test.schoolClass,
      test.description,
      test.difficultyLevel,
      test.evaluationType,
      test.curriculumTheme,
    ],
  );
}

export interface ContentQuestion extends Omit<FrozenQuestion, 'id' | 'testId'> {
  contentKey: string;
  position: number;
}

/** Makes the questions of a test those of the content file: known keys keep their id, keys that are gone go. */
export async function replaceContentQuestions(
  transaction: Queryable,
  testId: number,
  questions: readonly ContentQuestion[],
): Promise<void> {
  await transaction.count('delete from questions where test_id = $1 and not (content_key = any($2))', [
    testId,
    questions.map((question) => question.contentKey),
  ]);
  // Out of the way first, so that two questions can change places.
  await transaction.count('update questions set position = position + 1000 where test_id = $1', [testId]);
  for (const question of questions) {
    await transaction.count(
      `insert into questions (test_id, content_key, position, statement, passage, alternatives, correct_answer, explanation, weight, skill_category, objective, figure_svg, figure_alt, rendered)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (test_id, content_key) do update set position = $3, statement = $4, passage = $5, alternatives = $6, correct_answer = $7, explanation = $8,
         weight = $9, skill_category = $10, objective = $11, figure_svg = $12, figure_alt = $13, rendered = $14, revision = questions.revision + 1`,
      [
        testId,
        question.contentKey,
        question.position,
        question.statement,
        question.passage,
        JSON.stringify(question.alternatives),
        question.correctAnswer,
        question.explanation,
        question.weight,
        question.skillCategory,
        question.objective,
        question.figureSvg,
        question.figureAlt,
        JSON.stringify(question.rendered),
      ],
    );
  }
}

/** Takes objectives that are not in the curriculum off their questions; gives what they said. */
export function clearUnknownObjectives(transaction: Queryable): Promise<{ id: number; objective: string }[]> {
  return transaction.rows(
    `with unknown as (
       select id, objective from questions where objective is not null
         and not exists (select from curriculum_objectives o where o.code = objective) order by id for update)
     update questions q set objective = null, revision = q.revision + 1, updated_at = now()
     from unknown where q.id = unknown.id returning q.id, unknown.objective`,
  );
}

/** A test that is no longer in the content files is put out of the catalogue, not deleted: attempts point to it. */
export function deactivateContentTest(db: Queryable, id: number): Promise<number> {
  return db.count('update tests set active = false, content_hash = $2 where id = $1 and edited_at is null', [
    id,
    'gone',
  ]);
}

/** Freezes questions as a version, or finds the version that already holds exactly these. */
export async function insertVersion(
  transaction: Queryable,
  version: { testId: number; hash: string; questions: readonly FrozenQuestion[]; presentedBytes: number },
): Promise<number> {
  const inserted = await transaction.row<{ id: number }>(
    `insert into test_versions (test_id, hash, questions, presented_bytes) values ($1, $2, $3, $4) on conflict (test_id, hash) do nothing returning id`,
    [version.testId, version.hash, JSON.stringify(version.questions), version.presentedBytes],
  );
  if (!inserted) {
    const known = await transaction.row<{ id: number }>(
      'select id from test_versions where test_id = $1 and hash = $2',
      [version.testId, version.hash],
    );
    return (known as { id: number }).id;
  }
  await transaction.count(
    `insert into version_questions (version_id, question_id, position, letters, options, correct_answer, weight, bank_letters, image_id)
     select $1, (question ->> 'id')::int, place::smallint,
       array(select chr(64 + n::int) from jsonb_array_elements_text(question -> 'alternatives') with ordinality as o(text, n) order by n),
       array(select text from jsonb_array_elements_text(question -> 'alternatives') with ordinality as o(text, n) order by n),
       question ->> 'correctAnswer', (question ->> 'weight')::smallint,
       case when question ? 'bankLetters' then array(select jsonb_array_elements_text(question -> 'bankLetters')) end, question -> 'image' ->> 'id'
     from jsonb_array_elements($2::jsonb) with ordinality as q(question, place)`,
    [inserted.id, JSON.stringify(version.questions)],
  );
  return inserted.id;
}

/** Makes a version the one that the next attempt gets; null when the test has no questions. */
export function updateCurrentVersion(
  transaction: Queryable,
  testId: number,
  versionId: number | null,
  questionCount: number,
): Promise<number> {
  return transaction.count('update tests set version_id = $2, question_count = $3 where id = $1', [
    testId,
    versionId,
    questionCount,
  ]);
}

export function findVersion(
  db: Queryable,
  id: number,
): Promise<{ id: number; testId: number; questions: FrozenQuestion[] } | undefined> {
  return db.row('select id, test_id as "testId", questions from test_versions where id = $1', [id]);
}
