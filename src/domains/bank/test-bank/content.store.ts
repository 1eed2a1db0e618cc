import type { Queryable } from '../../../server/db/db.ts';

/** The fields of a test that content files and form letters need. */
export interface StoredTest {
  id: number;
  contentKey: string | null;
  contentHash: string | null;
  /** Whether a teacher changed it in the application. */
  edited: boolean;
  active: boolean;
  discipline: string;
  schoolClass: string;
  themeKey: string;
  form: string;
}

export function findStoredTests(db: Queryable): Promise<StoredTest[]> {
  return db.rows(
    `select id, content_key, content_hash, edited_at is not null as edited, active, discipline,
       school_class, theme_key, form from tests order by id`,
  );
}

/** Keys of the content files whose tests a teacher deleted. */
export async function findRemovedContent(db: Queryable): Promise<Set<string>> {
  const rows = await db.rows<{ contentKey: string }>('select content_key from removed_content');
  return new Set(rows.map(({ contentKey }) => contentKey));
}

/** Defers the unique constraints on letters and positions until the transaction ends, so that they can be swapped. */
export function deferPlaces(transaction: Queryable): Promise<number> {
  return transaction.count('set constraints tests_form, questions_place deferred');
}

/** Value of `content_hash` for a test that the loader deactivated. */
export const GONE = 'gone';

/** Deactivates tests that are no longer in the content files. They are not deleted, because attempts refer to them. */
export function deactivateContentTests(transaction: Queryable, ids: readonly number[]): Promise<number> {
  return transaction.count(
    'update tests set active = false, content_hash = $2 where id = any($1::int[]) and edited_at is null',
    [ids, GONE],
  );
}

/** The fields of a test that both files and forms set. */
export interface TestFields {
  discipline: string;
  theme: string;
  themeKey: string;
  form: string;
  schoolClass: string;
  description: string | null;
  difficultyLevel: string;
  evaluationType: string;
  /** In minutes, for a child without extended time. */
  duration: number;
}

export interface ContentTest extends TestFields {
  contentKey: string;
  contentHash: string;
  kind: string;
  curriculumTheme: string;
}

/** Inserts or updates tests of the content files; returns those that no teacher has edited since. */
export function upsertContentTests(
  transaction: Queryable,
  tests: readonly ContentTest[],
): Promise<{ id: number; contentKey: string }[]> {
  return transaction.rows(
    `insert into tests (content_key, content_hash, discipline, theme, theme_key, form, school_class, description, difficulty_level, evaluation_type, curriculum_theme, duration, kind, shuffle)
     select "contentKey", "contentHash", discipline, theme, "themeKey", form, "schoolClass", description, "difficultyLevel", "evaluationType", "curriculumTheme", duration, kind, true
     from jsonb_to_recordset($1::jsonb) as t("contentKey" text, "contentHash" text, discipline text, theme text, "themeKey" text, form text,
       "schoolClass" text, description text, "difficultyLevel" text, "evaluationType" text, "curriculumTheme" text, duration smallint, kind text)
     on conflict (content_key) do update set content_hash = excluded.content_hash, discipline = excluded.discipline, theme = excluded.theme,
       theme_key = excluded.theme_key, form = excluded.form, school_class = excluded.school_class, description = excluded.description,
       difficulty_level = excluded.difficulty_level, evaluation_type = excluded.evaluation_type, curriculum_theme = excluded.curriculum_theme, duration = excluded.duration, kind = excluded.kind, shuffle = true,
       revision = tests.revision + 1, updated_at = now(),
       -- Only tests that the files had removed are activated again; tests deactivated by a teacher stay inactive.
       active = tests.active or tests.content_hash = $2
       where tests.edited_at is null
     returning id, content_key`,
    [JSON.stringify(tests), GONE],
  );
}

/** Deletes the questions of these tests that came from the content files and are no longer in them. */
export function deleteGoneQuestions(
  transaction: Queryable,
  kept: readonly { testId: number; contentKey: string }[],
): Promise<number> {
  return transaction.count(
    `delete from questions q where test_id = any($1::int[]) and content_key is not null and not exists (
       select from unnest($1::int[], $2::text[]) as kept(test_id, content_key)
       where kept.test_id = q.test_id and kept.content_key = q.content_key)`,
    [kept.map(({ testId }) => testId), kept.map(({ contentKey }) => contentKey)],
  );
}

/** Removes objectives that are not in the curriculum from their questions; returns their text. */
export function clearUnknownObjectives(transaction: Queryable): Promise<{ id: number; objective: string }[]> {
  return transaction.rows(
    `with unknown as (
       select id, objective from questions where objective is not null
         and not exists (select from curriculum_objectives o where o.code = objective) order by id for update)
     update questions q set objective = null, revision = q.revision + 1, updated_at = now()
     from unknown where q.id = unknown.id returning q.id, unknown.objective`,
  );
}
