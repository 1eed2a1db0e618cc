import type { Queryable } from '../../../server/db/db.ts';

export interface FileTheme {
  discipline: string;
  schoolClass: string;
  code: string;
  theme: string;
  content: string;
}

export interface FileObjective {
  themeCode: string;
  code: string;
  text: string;
}

/** Number of rows that a load added or changed. */
export interface LoadedRows {
  themes: number;
  objectives: number;
}

/**
 * Loads the themes and objectives of the content files, in the order of the files: new codes are added at the end, texts that nobody
 * changed in the application are updated, deleted ones stay deleted.
 */
export async function upsertCurriculum(
  transaction: Queryable,
  themes: readonly FileTheme[],
  objectives: readonly FileObjective[],
): Promise<LoadedRows> {
  await transaction.count(
    `insert into curriculum_plans (discipline, school_class)
     select distinct discipline, "schoolClass" from jsonb_to_recordset($1::jsonb) as given (discipline text, "schoolClass" text)
     order by 1, 2 on conflict do nothing`,
    [JSON.stringify(themes)],
  );
  // Prevents concurrent transactions from assigning codes or positions.
  await transaction.rows('select id from curriculum_plans order by id for no key update');
  return {
    themes: await transaction.count(
      `insert into curriculum_themes as known (plan_id, code, position, theme, content)
       select p.id, given.code, (select coalesce(max(position), 0) from curriculum_themes where plan_id = p.id)
           + row_number() over (partition by p.id order by given.place), given.theme, given.content
       from rows from (jsonb_to_recordset($1::jsonb) as (discipline text, "schoolClass" text, code text, theme text, content text)) with ordinality
         as given (discipline, school_class, code, theme, content, place)
       join curriculum_plans p on p.discipline = given.discipline and p.school_class = given.school_class
       where not exists (select from removed_curriculum r where r.code = given.code)
       on conflict (code) do update set theme = excluded.theme, content = excluded.content, revision = known.revision + 1, updated_at = now()
         where known.edited_at is null and (known.theme, known.content) is distinct from (excluded.theme, excluded.content)`,
      [JSON.stringify(themes)],
    ),
    objectives: await transaction.count(
      `insert into curriculum_objectives as known (theme_id, code, position, text)
       select t.id, given.code, (select coalesce(max(position), 0) from curriculum_objectives where theme_id = t.id)
           + row_number() over (partition by t.id order by given.place), given.text
       from rows from (jsonb_to_recordset($1::jsonb) as ("themeCode" text, code text, text text)) with ordinality as given (theme_code, code, text, place)
       join curriculum_themes t on t.code = given.theme_code
       where not exists (select from removed_curriculum r where r.code = given.code)
       on conflict (code) do update set text = excluded.text, revision = known.revision + 1, updated_at = now()
         where known.edited_at is null and known.text <> excluded.text`,
      [JSON.stringify(objectives)],
    ),
  };
}
