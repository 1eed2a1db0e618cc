import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { COUNTS, FIRST_TIME } from '../../sitting/attempts/counting.store.ts';

/** Earlier completed attempts `e` of the same child at the same test as attempt `a`; interrupted ones do not count. */
const EARLIER =
  'attempts e where e.child_id = a.child_id and e.test_id = a.test_id and e.completed and not e.interrupted and e.id < a.id';

/**
 * SQL for the number of this attempt `a` among the child's attempts at its test, from 1. For a single attempt; for all attempts of a child
 * see `NUMBERED`.
 */
export const TIME = `1 + (select count(*) from ${EARLIER})`;

/**
 * Returns SQL for the attempts `a` of children with that number as `time`, from one pass over them. Further conditions belong outside this
 * subquery, because earlier attempts are counted even if they are not selected.
 *
 * @param children a condition on `a.child_id` alone.
 */
export const NUMBERED = (children: string) => `(
  select a.*, 1 + count(*) filter (where a.completed and not a.interrupted)
    over (partition by a.child_id, a.test_id order by a.id rows between unbounded preceding and 1 preceding) as time
  from attempts a where ${children})`;

export interface ThemeRow {
  discipline: Discipline;
  theme: string;
  tests: number;
  scoreSum: number;
  /** Class of the last test of the theme, or of the tests that the child has not taken. */
  schoolClass: TestClass;
  /** Number of tests by class. */
  classes: Partial<Record<TestClass, number>>;
  /** The class that has an active test of the theme: the child's or, if it has none, that of the tests; null if there is none. */
  foundIn: string | null;
}

/**
 * Finds sums for each theme that a child was tested in. Only the first time of each test counts: a repetition measures memory, and must not
 * turn a gap into a strength. Themes of the child's class without a test are included, with zero, for the same disciplines. If the child's
 * class has no tests of a discipline, the class of the child's last test in it is used.
 */
export function findThemes(db: Queryable, childId: number, schoolClass: string): Promise<ThemeRow[]> {
  return db.rows<ThemeRow>(
    `with taken as (
       select a.discipline, t.theme_key, a.school_class, min(t.theme) as theme, count(*)::int as tests, sum(a.total_score)::int as scores,
         max(a.attempt_date) as last
       from ${NUMBERED('a.child_id = $1')} a join tests t on t.id = a.test_id
       where ${FIRST_TIME} and ${COUNTS} group by a.discipline, t.theme_key, a.school_class
     ), done as (
       select discipline, theme_key, min(theme) as theme, sum(tests)::int as tests, sum(scores)::int as scores,
         (array_agg(school_class order by last desc))[1] as school_class, jsonb_object_agg(school_class, tests) as classes
       from taken group by discipline, theme_key
     ), offered as (
       select discipline, case when exists (
           select from tests t where t.active and t.kind = 'theme' and t.school_class = $2 and t.version_id is not null and t.discipline = taken.discipline)
         then $2 else (array_agg(school_class order by last desc))[1] end as school_class
       from taken group by discipline
     )
     select discipline, theme, tests, scores as score_sum, school_class, classes, (
       select x.school_class from tests x
       where x.active and x.kind = 'theme' and x.version_id is not null and x.discipline = done.discipline and x.theme_key = done.theme_key
         and x.school_class in ($2, done.school_class) order by x.school_class = $2 desc limit 1
     ) as found_in from done
     union all
     select t.discipline, min(t.theme), 0, 0, min(t.school_class), '{}', min(t.school_class) from tests t join offered using (discipline, school_class)
     where t.active and t.kind = 'theme' and t.version_id is not null
       and not exists (select 1 from done where done.discipline = t.discipline and done.theme_key = t.theme_key)
     group by t.discipline, t.theme_key
     order by discipline, theme`,
    [childId, schoolClass],
  );
}

export interface OfferedTest {
  id: number;
  discipline: Discipline;
  theme: string;
  /** The letter of the test among the forms of its theme. */
  form: string;
  questionCount: number;
  presentedBytes: number;
  /** Minutes of the test, and the minutes that the child has instead of the usual 15. */
  duration: number;
  extendedTime: 30 | 60 | null;
}

/** Finds what a family reads of a test before a child takes it; undefined when it is not active. */
export function findOfferedTest(db: Queryable, childId: number, testId: number): Promise<OfferedTest | undefined> {
  return db.row<OfferedTest>(
    `select t.id, t.discipline, t.theme, t.form, t.question_count, v.presented_bytes,
       v.duration, (select extended_time from children where id = $1) as extended_time
     from tests t join test_versions v on v.id = t.version_id where t.active and t.id = $2`,
    [childId, testId],
  );
}
