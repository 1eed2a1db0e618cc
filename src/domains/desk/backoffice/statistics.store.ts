import type { Queryable } from '../../../server/db/db.ts';

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
}

/** Counts tests by class, by discipline, by province, and in total. */
export function countGroups(db: Queryable, filters: StatisticsFilters): Promise<GroupRow[]> {
  return db.rows<GroupRow>(
    `select case when grouping(a.school_class) = 0 then 'class' when grouping(a.discipline) = 0 then 'discipline'
         when grouping(c.province) = 0 then 'province' else 'all' end as kind,
       coalesce(a.school_class, a.discipline, c.province) as name, count(*) as tests
     ${TAKEN} group by grouping sets ((a.school_class), (a.discipline), (c.province), ())`,
    valuesOf(filters),
  );
}

/** Children of whole blocks with one mark, by class, discipline and province. */
export interface MarkRow {
  schoolClass: string;
  discipline: string;
  /** Null in blocks of the whole country. */
  province: string | null;
  mark: number;
  children: number;
}

/**
 * Counts the marks in the blocks of the averages (decision 0008) that were formed in these days. Only whole blocks are counted, so that whatever
 * is subtracted from each other is again a sum of whole blocks.
 */
export function findMarks(db: Queryable, filters: StatisticsFilters): Promise<MarkRow[]> {
  return db.rows<MarkRow>(
    `select b.school_class, b.discipline, b.province, (h.place - 1)::int as mark, sum(h.count)::int as children
     from norm_blocks b cross join lateral unnest(b.histogram) with ordinality as h(count, place)
     where b.formed_at >= ((now() at time zone 'Africa/Luanda')::date - ($1::int - 1))::timestamp at time zone 'Africa/Luanda'
       and ($2::text is null or b.discipline = $2) and ($3::text is null or b.school_class = $3)
       and ($4::text is null or b.province = $4) and h.count > 0
     group by 1, 2, 3, 4`,
    valuesOf(filters),
  );
}
