import type { Queryable } from '../../../server/db/db.ts';
import { GOAL } from '../../../shared/goal.ts';

export interface StatisticsFilters {
  days: number;
  discipline: string | null;
  schoolClass: string | null;
  province: string | null;
}

const valuesOf = ({ days, discipline, schoolClass, province }: StatisticsFilters) => [
  days,
  discipline,
  schoolClass,
  province,
];

// The rows are limited by the index on the end of attempts; children are only looked up for their province.
const TAKEN = `from attempts a join children c on c.id = a.child_id
  where a.completed and not a.interrupted and a.finished_at >= ((now() at time zone 'Africa/Luanda')::date - ($1::int - 1))::timestamp at time zone 'Africa/Luanda'
    and ($2::text is null or a.discipline = $2) and ($3::text is null or a.school_class = $3) and ($4::text is null or c.province = $4)`;

/** Finds tests by day; days without any have no row. */
export function findTestsByDay(db: Queryable, filters: StatisticsFilters): Promise<{ date: string; tests: number }[]> {
  return db.rows(
    `select to_char((a.finished_at at time zone 'Africa/Luanda')::date, 'YYYY-MM-DD') as date, count(*) as tests ${TAKEN} group by 1`,
    valuesOf(filters),
  );
}

export interface GroupRow {
  kind: 'class' | 'discipline' | 'province' | 'all';
  name: string | null;
  tests: number;
  children: number;
  score: number;
  reached: number;
}

/**
 * Finds sums by class, by discipline, by province, and in total. The tests of each child are first reduced to one row, so that counting
 * children is cheap.
 */
export function findGroups(db: Queryable, filters: StatisticsFilters): Promise<GroupRow[]> {
  return db.rows<GroupRow>(
    `with child as (
       select a.child_id, a.school_class, a.discipline, c.province, count(*) as tests, sum(a.total_score) as score,
         count(*) filter (where a.total_score >= ${GOAL}) as reached
       ${TAKEN} group by 1, 2, 3, 4)
     select case when grouping(school_class) = 0 then 'class' when grouping(discipline) = 0 then 'discipline'
         when grouping(province) = 0 then 'province' else 'all' end as kind,
       coalesce(school_class, discipline, province) as name, sum(tests)::bigint as tests, count(distinct child_id) as children,
       sum(score)::bigint as score, sum(reached)::bigint as reached
     from child group by grouping sets ((school_class), (discipline), (province), ())`,
    valuesOf(filters),
  );
}

/** Returns the number of tests by tens of their score. */
export function findScoreTens(db: Queryable, filters: StatisticsFilters): Promise<{ ten: number; tests: number }[]> {
  return db.rows(
    `select least(a.total_score / 10, 9)::int as ten, count(*) as tests ${TAKEN} group by 1`,
    valuesOf(filters),
  );
}
