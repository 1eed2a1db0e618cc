import type { Queryable } from '../../../server/db/db.ts';
import { meanPercentSql } from '../../../shared/percent.ts';
import type { TestDescription } from '../../bank/test-bank/tests.store.ts';

export interface ListedTestRow extends TestDescription {
  id: number;
  active: boolean;
  questionCount: number;
  author: string | null;
  updatedAt: Date;
  attempts: number;
  mean: number | null;
  /** Position in the whole list, from 1. */
  place: number;
}

export interface TestFilters {
  patterns: string[] | null;
  /** The number of one test. */
  id: number | null;
  discipline: string | null;
  schoolClass: string | null;
  active: boolean | null;
}

// The same replacement of letters as in the search key of accounts.
const PLAIN = `lower(translate(t.theme || ' ' || coalesce(t.description, '') || ' ' || coalesce(u.full_name, ''),
  'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñý', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucny'))`;

const FILTERED = `from tests t left join users u on u.id = t.author_id
  where (:patterns::text[] is null or ${PLAIN} like all(:patterns)) and (:discipline::text is null or t.discipline = :discipline)
    and (:schoolClass::text is null or t.school_class = :schoolClass) and (:active::boolean is null or t.active = :active)
    and (:id::int is null or t.id = :id)`;

/** Families whose first valid marks enter a test's mean together. */
const TOGETHER = 10;

/**
 * The page is selected first and only its tests are counted, so that a million attempts take no longer than those of this page. A mean is
 * made of one valid mark of each family, in whole tens by the time of the test: two means of a test differ by the marks of ten families or
 * more, whenever they are read.
 */
const sorted = (order: string) =>
  `select t.*, a.attempts, m.mean from (
     select t.id, t.discipline, t.theme, t.form, t.school_class, t.description, t.difficulty_level,
       t.evaluation_type, t.duration, t.active, t.question_count, u.full_name as author, t.updated_at,
       row_number() over (order by ${order}) as place
     ${FILTERED} order by ${order} limit :limit offset :offset) t
   left join lateral (select count(*) as attempts from attempts where test_id = t.id and completed and not interrupted) a on true
   left join lateral (
     select ${meanPercentSql('sum(score)', 'count(*)')} as mean from (
       select score, row_number() over (order by finished_at, id) as place, count(*) over () as families from (
         select distinct on (c.user_id) a.total_score as score, a.finished_at, a.id
         from attempts a join children c on c.id = a.child_id where a.test_id = t.id and a.valid
         order by c.user_id, a.finished_at, a.id) of_families) placed
     where place <= families / ${TOGETHER} * ${TOGETHER}) m on true
   order by t.place`;
const SORTS = {
  'class asc': sorted('t.school_class, t.discipline, t.theme_key, t.id'),
  'class desc': sorted('t.school_class desc, t.discipline desc, t.theme_key desc, t.id desc'),
  'theme asc': sorted('t.theme_key, t.id'),
  'theme desc': sorted('t.theme_key desc, t.id desc'),
  'updated asc': sorted('t.updated_at, t.id'),
  'updated desc': sorted('t.updated_at desc, t.id desc'),
} as const;
export type TestSort = keyof typeof SORTS;

export function findListedTests(
  db: Queryable,
  filters: TestFilters,
  sort: TestSort,
  limit: number,
  offset: number,
): Promise<ListedTestRow[]> {
  return db.rows<ListedTestRow>(SORTS[sort], { ...filters, limit, offset });
}

export async function countListedTests(db: Queryable, filters: TestFilters): Promise<number> {
  const found = await db.row<{ count: number }>(`select count(*) as count ${FILTERED}`, filters);
  return found?.count ?? 0;
}
