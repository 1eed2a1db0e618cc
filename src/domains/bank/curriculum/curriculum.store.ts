import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';

export interface PlanRow {
  id: number;
  discipline: Discipline;
  schoolClass: TestClass;
}

export interface ThemeRow {
  id: number;
  planId: number;
  code: string;
  theme: string;
  content: string;
  revision: number;
}

export interface ObjectiveRow {
  id: number;
  themeId: number;
  code: string;
  text: string;
  revision: number;
}

const PLAN = `p.id, p.discipline, p.school_class`;
const THEME = 't.id, t.plan_id, t.code, t.theme, t.content, t.revision';
const OBJECTIVE = 'o.id, o.theme_id, o.code, o.text, o.revision';

/** Returns the programmes of a class, of one discipline or of all. */
export function findPlans(db: Queryable, schoolClass: string, discipline: string | null): Promise<PlanRow[]> {
  return db.rows<PlanRow>(
    `select ${PLAN} from curriculum_plans p where p.school_class = $1 and ($2::text is null or p.discipline = $2)`,
    [schoolClass, discipline],
  );
}

/** Finds themes of programmes, in the order of each programme. */
export function findThemes(db: Queryable, planIds: readonly number[]): Promise<ThemeRow[]> {
  return db.rows<ThemeRow>(
    `select ${THEME} from curriculum_themes t where t.plan_id = any($1::int[]) order by t.position`,
    [planIds],
  );
}

/** Objectives of the themes of programmes, in the order of each theme. */
export function findObjectives(db: Queryable, planIds: readonly number[]): Promise<ObjectiveRow[]> {
  return db.rows<ObjectiveRow>(
    `select ${OBJECTIVE} from curriculum_objectives o join curriculum_themes t on t.id = o.theme_id where t.plan_id = any($1::int[]) order by o.position`,
    [planIds],
  );
}

export function findTheme(db: Queryable, id: number): Promise<ThemeRow | undefined> {
  return db.row<ThemeRow>(`select ${THEME} from curriculum_themes t where t.id = $1`, [id]);
}

export function findObjective(db: Queryable, id: number): Promise<ObjectiveRow | undefined> {
  return db.row<ObjectiveRow>(`select ${OBJECTIVE} from curriculum_objectives o where o.id = $1`, [id]);
}

/** Locks a programme for a change, and creates its row with the first change. */
export async function lockPlan(transaction: Queryable, discipline: string, schoolClass: string): Promise<PlanRow> {
  await transaction.count(
    'insert into curriculum_plans (discipline, school_class) values ($1, $2) on conflict do nothing',
    [discipline, schoolClass],
  );
  const plan = await transaction.row<PlanRow>(
    `select ${PLAN} from curriculum_plans p where p.discipline = $1 and p.school_class = $2 for no key update`,
    [discipline, schoolClass],
  );
  return plan as PlanRow;
}

/**
 * Locks the programme to which a theme or an objective belongs. A theme or an objective never changes its programme.
 *
 * @returns undefined when it does not exist.
 */
export function lockPlanOf(
  transaction: Queryable,
  of: { themeId: number } | { objectiveId: number },
): Promise<PlanRow | undefined> {
  return 'themeId' in of
    ? transaction.row<PlanRow>(
        `select ${PLAN} from curriculum_plans p where p.id = (select plan_id from curriculum_themes where id = $1) for no key update`,
        [of.themeId],
      )
    : transaction.row<PlanRow>(
        `select ${PLAN} from curriculum_plans p where p.id = (select t.plan_id from curriculum_objectives o join curriculum_themes t on t.id = o.theme_id
           where o.id = $1) for no key update`,
        [of.objectiveId],
      );
}

/** Finds codes with a prefix that are or were in use. */
export async function findGivenCodes(db: Queryable, stem: string): Promise<string[]> {
  const rows = await db.rows<{ code: string }>(
    `select code from curriculum_themes where starts_with(code, $1) union select code from curriculum_objectives where starts_with(code, $1)
     union select code from removed_curriculum where starts_with(code, $1)`,
    [`${stem}.`],
  );
  return rows.map(({ code }) => code);
}

export async function insertTheme(
  transaction: Queryable,
  theme: { planId: number; code: string; theme: string; content: string },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into curriculum_themes (plan_id, code, position, theme, content, edited_at)
     values ($1, $2, (select coalesce(max(position), 0) + 1 from curriculum_themes where plan_id = $1), $3, $4, now()) returning id`,
    [theme.planId, theme.code, theme.theme, theme.content],
  );
  return (row as { id: number }).id;
}

export function updateTheme(transaction: Queryable, id: number, theme: string, content: string): Promise<number> {
  return transaction.count(
    'update curriculum_themes set theme = $2, content = $3, revision = revision + 1, edited_at = now(), updated_at = now() where id = $1',
    [id, theme, content],
  );
}

export function updateThemeOrder(transaction: Queryable, planId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `update curriculum_themes t set position = wanted.place::smallint from unnest($2::int[]) with ordinality as wanted (id, place)
     where t.id = wanted.id and t.plan_id = $1`,
    [planId, ids],
  );
}

/**
 * Deletes a theme with its objectives and reserves their codes, so that they are not assigned again. Fails while a question measures one of
 * them.
 */
export async function deleteTheme(transaction: Queryable, id: number): Promise<void> {
  await transaction.count(
    `insert into removed_curriculum (code) select code from curriculum_objectives where theme_id = $1
     union all select code from curriculum_themes where id = $1 on conflict do nothing`,
    [id],
  );
  await transaction.count('delete from curriculum_objectives where theme_id = $1', [id]);
  await transaction.count('delete from curriculum_themes where id = $1', [id]);
}

export async function insertObjective(
  transaction: Queryable,
  objective: { themeId: number; code: string; text: string },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into curriculum_objectives (theme_id, code, position, text, edited_at)
     values ($1, $2, (select coalesce(max(position), 0) + 1 from curriculum_objectives where theme_id = $1), $3, now()) returning id`,
    [objective.themeId, objective.code, objective.text],
  );
  return (row as { id: number }).id;
}

/** Changes the text of an objective; if it moves to another theme, it is placed at the end. */
export function updateObjective(transaction: Queryable, id: number, themeId: number, text: string): Promise<number> {
  return transaction.count(
    `update curriculum_objectives o set text = $3, theme_id = $2, revision = revision + 1, edited_at = now(), updated_at = now(),
       position = case when theme_id = $2 then position
         else (select coalesce(max(position), 0) + 1 from curriculum_objectives where theme_id = $2)::smallint end
     where o.id = $1`,
    [id, themeId, text],
  );
}

export function updateObjectiveOrder(transaction: Queryable, themeId: number, ids: readonly number[]): Promise<number> {
  return transaction.count(
    `update curriculum_objectives o set position = wanted.place::smallint from unnest($2::int[]) with ordinality as wanted (id, place)
     where o.id = wanted.id and o.theme_id = $1`,
    [themeId, ids],
  );
}

/** Deletes an objective and reserves its code, so that it is not assigned again. Fails while a question measures it. */
export async function deleteObjective(transaction: Queryable, id: number): Promise<void> {
  await transaction.count(
    'insert into removed_curriculum (code) select code from curriculum_objectives where id = $1 on conflict do nothing',
    [id],
  );
  await transaction.count('delete from curriculum_objectives where id = $1', [id]);
}

/** Returns the codes among these that belong to objectives, whose deletion is prevented until the transaction ends. */
export async function lockCodes(db: Queryable, codes: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ code: string }>(
    'select code from curriculum_objectives where code = any($1::text[]) for key share',
    [codes],
  );
  return rows.map(({ code }) => code);
}
