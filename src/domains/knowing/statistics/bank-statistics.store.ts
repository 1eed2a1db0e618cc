import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import type { Levels, SummedFigures } from './bank-statistics.rules.ts';
import type { ErrorCount } from './errors.rules.ts';
import type { Flag } from './statistics.rules.ts';

/** A test whose figures are to be computed, and a fingerprint of the attempts. */
export interface TestToCount {
  testId: number;
  mark: string;
}

/** To be raised when a rule of the figures or flags changes, so that those of all tests are computed again. */
const RULES = 5;

/**
 * Fingerprint of the valid attempts and versions of a test and of all tests that share a question: an added, removed or regraded
 * attempt changes it.
 */
const MARK_OF = (test: string) => `(
       select coalesce('${RULES} ' || count(*) || ':' || sum(a.id) || ':' || sum(a.version_id), '') from attempts a where a.valid and a.test_id in (
         select ${test} union select v.test_id from tests own join version_questions q on q.version_id = own.version_id
           join version_questions same on same.content = q.content join test_versions v on v.id = same.version_id where own.id = ${test}))`;

/** Finds tests whose attempts were not compared with their figures since a given time, longest waiting first. */
export async function findUnchecked(db: Queryable, since: Date): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select t.id from tests t left join bank_figures f on f.test_id = t.id
     where f.checked_at is null or f.checked_at < $1 order by f.checked_at nulls first, t.id`,
    [since],
  );
  return rows.map(({ id }) => id);
}

/** Compares the attempts and versions of tests with their figures, records the check, and returns those that differ. */
export async function checkTests(db: Queryable, testIds: readonly number[]): Promise<TestToCount[]> {
  return db.rows<TestToCount>(
    `with taken as materialized (select t.id, ${MARK_OF('t.id')} as mark from tests t where t.id = any($1::int[])), compared as (
       select t.id, t.version_id, taken.mark,
         coalesce(f.mark, '') <> taken.mark or (f.test_id is not null and f.version_id is distinct from t.version_id) as stale
       from tests t join taken on taken.id = t.id left join bank_figures f on f.test_id = t.id
     ), noted as (
       insert into bank_figures (test_id, version_id, mark, attempts, asked, answered, correct, flagged)
       select id, version_id, '', 0, 0, 0, 0, 0 from compared order by id on conflict (test_id) do update set checked_at = now()
     )
     select id as test_id, mark from compared where stale order by id`,
    [testIds],
  );
}

/** Finds tests that were edited, or whose key was corrected, since their figures were computed. */
export function findChanged(db: Queryable, most: number): Promise<TestToCount[]> {
  return db.rows<TestToCount>(
    `with changed as (
       select f.test_id from bank_figures f join tests t on t.id = f.test_id where f.version_id is distinct from t.version_id
       union select f.test_id from regrades r join bank_figures f on f.test_id = r.test_id where r.at >= f.made_at
       limit $1
     )
     select c.test_id, ${MARK_OF('c.test_id')} as mark from changed c`,
    [most],
  );
}

/**
 * Locks a test while its figures are replaced.
 *
 * @returns undefined if it is deleted or locked by another process.
 */
export function holdTest(transaction: Queryable, testId: number): Promise<{ id: number } | undefined> {
  return transaction.row('select id from tests where id = $1 for key share skip locked', [testId]);
}

export interface FiguresToKeep
  extends TestToCount,
    Levels,
    Pick<SummedFigures, 'attempts' | 'answered' | 'asked' | 'correct'> {
  versionId: number | null;
  flagged: readonly {
    questionId: number;
    gravity: number;
    flags: readonly Flag[];
    attempts: number;
    correct: number;
    discrimination: number | null;
  }[];
  errors: readonly ErrorCount[];
}

/** Replaces the figures of a test. */
export async function replaceFigures(transaction: Queryable, figures: FiguresToKeep): Promise<void> {
  const { testId, flagged, errors } = figures;
  await transaction.count(
    `insert into bank_figures as f (test_id, version_id, mark, attempts, asked, answered, correct, questions_few, questions_some, questions_enough, flagged, errors)
     values (:testId, :versionId, :mark, :attempts, :asked, :answered, :correct, :few, :some, :enough, 0, :errors::jsonb)
     on conflict (test_id) do update set version_id = excluded.version_id, mark = excluded.mark, attempts = excluded.attempts, asked = excluded.asked,
       answered = excluded.answered, correct = excluded.correct, questions_few = excluded.questions_few, questions_some = excluded.questions_some,
       questions_enough = excluded.questions_enough, errors = excluded.errors, made_at = now(), checked_at = now()`,
    { ...figures, errors: JSON.stringify(errors) },
  );
  await transaction.count('delete from flagged_questions where test_id = $1', [testId]);
  // Counts the inserted rows: a question that was just deleted is not flagged.
  await transaction.count(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as g("questionId" int, gravity smallint, flags jsonb, attempts int, correct int, discrimination float8)
     ), kept as (
       insert into flagged_questions (question_id, test_id, gravity, flags, attempts, correct, discrimination)
       select q.id, $1, g.gravity, g.flags, g.attempts, g.correct, g.discrimination from given g join questions q on q.id = g."questionId" and q.test_id = $1
       returning 1
     )
     update bank_figures set flagged = (select count(*) from kept) where test_id = $1`,
    [testId, JSON.stringify(flagged)],
  );
}

export interface GroupFigures extends SummedFigures {
  discipline: Discipline;
  schoolClass: TestClass;
}

/** Returns the figures of all tests, added up by discipline and class. */
export function findFigures(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null },
): Promise<GroupFigures[]> {
  return db.rows<GroupFigures>(
    `select t.discipline, t.school_class,
       count(*)::int as tests, sum(t.question_count)::int as questions, coalesce(sum(f.attempts), 0)::int as attempts, coalesce(sum(f.asked), 0) as asked,
       coalesce(sum(f.answered), 0) as answered, coalesce(sum(f.correct), 0) as correct, coalesce(sum(f.flagged), 0)::int as flagged,
       -- Questions may have left a test since its figures were computed.
       sum(greatest(t.question_count - coalesce(f.questions_few + f.questions_some + f.questions_enough, 0), 0))::int as none,
       coalesce(sum(f.questions_few), 0)::int as few, coalesce(sum(f.questions_some), 0)::int as "some",
       coalesce(sum(f.questions_enough), 0)::int as enough
     from tests t left join bank_figures f on f.test_id = t.id
     where ($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2)
     group by 1, 2 order by 2, 1`,
    [filters.discipline, filters.schoolClass],
  );
}

/** Returns the errors that the answers to each test show, of tests that have some. @param schoolClass null for all classes. */
export async function findErrorsOfTests(db: Queryable, schoolClass: string | null): Promise<ErrorCount[][]> {
  const rows = await db.rows<{ errors: ErrorCount[] }>(
    `select f.errors from bank_figures f join tests t on t.id = f.test_id
     where f.errors <> '[]' and ($1::text is null or t.school_class = $1) order by f.test_id`,
    [schoolClass],
  );
  return rows.map(({ errors }) => errors);
}

export interface FlaggedRow {
  id: number;
  position: number;
  statement: string;
  statementHtml: string | null;
  attempts: number;
  correct: number;
  discrimination: number | null;
  flags: Flag[];
  testId: number;
  discipline: Discipline;
  theme: string;
  form: string;
  schoolClass: TestClass;
  active: boolean;
}

// Two statements instead of one with "or $1 is null": without a filter, a page is read from the index before any test is.
const pageOf = (source: string, limit: string, offset: string) => `with page as (
       select f.* from ${source} order by f.gravity, f.attempts desc, f.question_id limit ${limit} offset ${offset}
     )
     select q.id, q.position, q.statement, q.rendered ->> 'statement' as statement_html, p.attempts, p.correct, p.discrimination, p.flags,
       t.id as test_id, t.discipline, t.theme, t.form, t.school_class, t.active
     from page p join questions q on q.id = p.question_id join tests t on t.id = p.test_id order by p.gravity, p.attempts desc, p.question_id`;
const OF_TESTS = `flagged_questions f join tests t on t.id = f.test_id
       where ($1::text is null or t.discipline = $1) and ($2::text is null or t.school_class = $2)`;

/** Returns one page of flagged questions: by the worst flag, then by number of children. */
export function findFlagged(
  db: Queryable,
  filters: { discipline: string | null; schoolClass: string | null; limit: number; offset: number },
): Promise<FlaggedRow[]> {
  const { discipline, schoolClass, limit, offset } = filters;
  if (discipline === null && schoolClass === null)
    return db.rows<FlaggedRow>(pageOf('flagged_questions f', '$1', '$2'), [limit, offset]);
  return db.rows<FlaggedRow>(pageOf(OF_TESTS, '$3', '$4'), [discipline, schoolClass, limit, offset]);
}
