import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { WITHOUT_WAY } from '../../bank/test-bank/tests.store.ts';
import type { CalibratedItem } from './calibration.rules.ts';
import type { CalibratedQuestion } from './fit.rules.ts';
import type { Estimate } from './two-ways.rules.ts';

/**
 * Claims calibrations for this process.
 *
 * @returns the disciplines that are due and not claimed by another process. Claims expire after three hours, because a calibration with the
 * maximum number of answers takes one hour.
 */
export async function claimCalibrations(
  db: Queryable,
  disciplines: readonly string[],
  everyHours: number,
): Promise<string[]> {
  const rows = await db.rows<{ discipline: string }>(
    `insert into calibrations as c (discipline, answers, children, claimed_at)
     select discipline, 0, 0, now() from unnest($1::text[]) as discipline
     on conflict (discipline) do update set claimed_at = now()
       where (c.claimed_at is null or c.claimed_at < now() - interval '3 hours')
         and (c.calibrated_at is null or c.calibrated_at < now() - make_interval(hours => $2))
     returning c.discipline`,
    [disciplines, everyHours],
  );
  return rows.map(({ discipline }) => discipline);
}

/** Releases claims, so that the next run tries again what was not calibrated. */
export function releaseCalibrations(db: Queryable, disciplines: readonly string[]): Promise<number> {
  return db.count('update calibrations set claimed_at = null where discipline = any($1::text[])', [disciplines]);
}

export function recordCalibration(
  transaction: Queryable,
  discipline: string,
  counts: { answers: number; children: number },
): Promise<number> {
  return transaction.count(
    'update calibrations set answers = $2, children = $3, calibrated_at = now(), claimed_at = null where discipline = $1',
    [discipline, counts.answers, counts.children],
  );
}

/** Returns the number of attempts of a discipline from which a calibration could be made. */
export async function countValid(db: Queryable, discipline: string): Promise<number> {
  const row = await db.row<{ attempts: number }>(
    'select count(*) as attempts from attempts where valid and discipline = $1',
    [discipline],
  );
  return row?.attempts ?? 0;
}

/** Finds the next children of a sample of every nth child, in the order of their ids: the same children every night. */
export function findSampledChildren(
  db: Queryable,
  after: number,
  most: number,
  every: number,
): Promise<{ id: number }[]> {
  return db.rows('select id from children where id > $1 and id % $3 = 0 order by id limit $2', [after, most, every]);
}

export interface CalibrationRow {
  childId: number;
  /** Number of the child's class at the time: the current one minus the school years since. */
  schoolClass: number;
  contents: string[];
  rights: boolean[];
}

/** Returns an SQL expression for the number in the name of a school class: 4 for '4º Ano'. */
const NUMBER = (schoolClass: string) => `split_part(${schoolClass}, 'º', 1)::int`;
/** Returns SQL for the year in which the school year of a timestamp began; school years begin in September. */
const SCHOOL_YEAR = (at: string) => `extract(year from ${at} at time zone 'Africa/Luanda' - interval '8 months')::int`;

/**
 * Finds the answers of some children in a discipline, one row for each child and school year: those of valid attempts, where an unanswered
 * question counts as wrong, and of finished diagnostics with effort.
 */
export function findCalibrationRows(
  db: Queryable,
  discipline: string,
  childIds: readonly number[],
): Promise<CalibrationRow[]> {
  return db.rows<CalibrationRow>(
    `with given as (
       select a.child_id, a.attempt_date as at, q.content, coalesce(w.selected_answer = q.correct_answer, false) as is_right
       from attempts a join version_questions q on q.version_id = a.version_id
         left join answers w on w.attempt_id = a.id and w.question_id = q.question_id
       where a.valid and a.discipline = $1 and a.child_id = any ((select $2::int[])::int[])
       union all
       select d.child_id, d.started_at, q.content, q.is_right
       from diagnostics d join diagnostic_questions q on q.diagnostic_id = d.id
       where d.state = 'finished' and d.effort <> 'low' and d.discipline = $1 and d.child_id = any ((select $2::int[])::int[])
     )
     select g.child_id, greatest(1, ${NUMBER('c.school_class')} - (${SCHOOL_YEAR('now()')} - ${SCHOOL_YEAR('g.at')})) as school_class,
       array_agg(g.content) as contents, array_agg(g.is_right) as rights
     from given g join children c on c.id = g.child_id group by 1, 2 order by 1, 2`,
    [discipline, childIds],
  );
}

/** Stores the difficulties of some questions of a discipline. */
export function upsertDifficulties(
  db: Queryable,
  discipline: string,
  items: readonly CalibratedItem[],
): Promise<number> {
  return db.count(
    `insert into item_difficulties as d (discipline, content, difficulty, standard_error, answers, slope, slope_error, misfit, prior)
     select $1, i.content, i.difficulty, i."standardError", i.answers, i.slope, i."slopeError", i.misfit, i.prior
     from jsonb_to_recordset($2::jsonb) as i(content text, difficulty float8, "standardError" float8, answers int, slope float8, "slopeError" float8,
       misfit text, prior float8)
     on conflict (discipline, content) do update set difficulty = excluded.difficulty, standard_error = excluded.standard_error,
       answers = excluded.answers, slope = excluded.slope, slope_error = excluded.slope_error, misfit = excluded.misfit, prior = excluded.prior`,
    [discipline, JSON.stringify(items)],
  );
}

/** Calibrations of some questions of a discipline, by content; questions that were never calibrated are left out. */
export function findDifficulties(
  db: Queryable,
  discipline: string,
  contents: readonly string[],
): Promise<(CalibratedQuestion & { content: string })[]> {
  return db.rows(
    `select content, answers, difficulty, standard_error, prior, misfit from item_difficulties
     where discipline = $1 and content = any($2::text[])`,
    [discipline, contents],
  );
}

/** Returns the calibrations and diagnostics of each discipline that has either. */
export function findCalibrations(
  db: Queryable,
): Promise<
  { discipline: string; answers: number; children: number; calibratedAt: Date | null; diagnostics: number }[]
> {
  return db.rows(
    `select coalesce(c.discipline, d.discipline) as discipline, coalesce(c.answers, 0) as answers, coalesce(c.children, 0) as children,
       c.calibrated_at, coalesce(d.diagnostics, 0) as diagnostics
     from calibrations c full join (select discipline, count(*) as diagnostics from diagnostics group by discipline) d on d.discipline = c.discipline
     order by 1`,
    [],
  );
}

/** A calibrated difficulty with the mean of its prior. */
export type Calibrated = Estimate & { prior: number };

/** Returns the questions that were asked by choice and in writing, each way at least so often, with both difficulties. */
export function findAskedBothWays(
  db: Queryable,
  answers: number,
): Promise<{ discipline: string; chosen: Calibrated; written: Calibrated }[]> {
  return db.rows(
    `select w.discipline, jsonb_build_object('difficulty', c.difficulty, 'standardError', c.standard_error, 'prior', c.prior) as chosen,
       jsonb_build_object('difficulty', w.difficulty, 'standardError', w.standard_error, 'prior', w.prior) as written
     from item_difficulties w join item_difficulties c on c.discipline = w.discipline and c.content = ${WITHOUT_WAY('w.content')}
     where w.content <> c.content and w.answers >= $1 and c.answers >= $1
     order by w.discipline, w.content`,
    [answers],
  );
}

export interface CalibratedQuestionRow extends CalibratedQuestion {
  id: number;
  position: number;
  statement: string;
  statementHtml: string | null;
  testId: number;
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  author: number | null;
  uses: number;
  total: number;
}

/** Returns one page of the questions of active tests with their calibration: misfits first, then by uses, then by answers. */
export function findCalibratedQuestions(
  db: Queryable,
  of: { discipline: string | null; schoolClass: string | null; show: string | null; limit: number; offset: number },
): Promise<CalibratedQuestionRow[]> {
  return db.rows<CalibratedQuestionRow>(
    `with used as (select content, count(*) as uses from diagnostic_questions group by content), listed as (
       select q.question_id, q.difficulty as author, t.id as test_id, t.discipline, t.theme, t.form, t.school_class, d.difficulty, d.standard_error, d.prior,
         d.misfit, coalesce(d.answers, 0) as answers, coalesce(u.uses, 0) as uses
       from tests t join version_questions q on q.version_id = t.version_id
         left join item_difficulties d on d.discipline = t.discipline and d.content = q.content
         left join used u on u.content = q.content
       where t.active and (:discipline::text is null or t.discipline = :discipline) and (:schoolClass::text is null or t.school_class = :schoolClass)
     )
     select l.question_id as id, q.position, q.statement, q.rendered ->> 'statement' as statement_html, l.test_id, l.discipline, l.theme, l.form,
       l.school_class, l.author, l.answers, l.difficulty, l.standard_error, l.prior, l.misfit, l.uses,
       count(*) over () as total
     from listed l join questions q on q.id = l.question_id
     where case :show::text when 'misfits' then l.misfit is not null when 'used' then l.uses > 0 else true end
     order by l.misfit is null, l.uses desc, l.answers desc, l.question_id limit :limit offset :offset`,
    of,
  );
}
