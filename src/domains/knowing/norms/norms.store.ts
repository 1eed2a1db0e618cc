import type { Queryable } from '../../../server/db/db.ts';
import { meanPercentSql } from '../../../shared/percent.ts';
import { type Block, FEWEST_FAMILIES, type Level, type Norm, type Waiting } from './norms.rules.ts';

/**
 * Days after which a mark is too old for comparisons. A block is removed as a whole, and by then has no attempt in common with a new one.
 */
const YEAR_DAYS = 365;

/** Finds the disciplines and classes with attempts to average, or with an average. */
export function findTrees(db: Queryable): Promise<{ discipline: string; schoolClass: string }[]> {
  return db.rows(
    `select t.discipline, t.school_class from (select distinct discipline, school_class from tests
       union select distinct discipline, school_class from norm_blocks) t order by 1, 2`,
  );
}

/** Locks a discipline and class, so that only one process at a time handles its batch. */
export async function lockTree(transaction: Queryable, discipline: string, schoolClass: string): Promise<void> {
  await transaction.row(`select pg_advisory_xact_lock(hashtextextended('norms/' || $1 || '/' || $2, 0))`, [
    discipline,
    schoolClass,
  ]);
}

export function deleteOldBlocks(transaction: Queryable, discipline: string, schoolClass: string): Promise<number> {
  return transaction.count(
    `delete from norm_blocks where discipline = $1 and school_class = $2 and formed_at < now() - make_interval(days => ${YEAR_DAYS})`,
    [discipline, schoolClass],
  );
}

export async function hasBlocks(transaction: Queryable, discipline: string, schoolClass: string): Promise<boolean> {
  const row = await transaction.row('select 1 from norm_blocks where discipline = $1 and school_class = $2 limit 1', [
    discipline,
    schoolClass,
  ]);
  return row !== undefined;
}

/** Finds children with valid attempts of the last year that are in no block, in a fixed order. */
export function findWaiting(transaction: Queryable, discipline: string, schoolClass: string): Promise<Waiting[]> {
  return transaction.rows<Waiting>(
    `select c.id as child_id, c.user_id, c.province, c.school_key, mine.mark,
       floor(extract(epoch from now() - mine.began) / 86400)::int as days
     from (
       select a.child_id, ${meanPercentSql('sum(a.total_score)', 'count(*)')} as mark, min(a.attempt_date) as began from attempts a
       where a.valid and a.discipline = $1 and a.school_class = $2 and a.attempt_date > now() - make_interval(days => ${YEAR_DAYS})
         and not exists (select 1 from norm_members m where m.child_id = a.child_id and m.discipline = $1 and m.school_class = $2)
       group by a.child_id
     ) mine join children c on c.id = mine.child_id order by c.id`,
    [discipline, schoolClass],
  );
}

export async function insertBlock(
  transaction: Queryable,
  discipline: string,
  schoolClass: string,
  block: Block & { histogram: number[]; schools: Record<string, number> },
): Promise<void> {
  await transaction.count(
    `with formed as (
       insert into norm_blocks (discipline, school_class, level, province, school_key, children, histogram, schools)
       values (:discipline, :schoolClass, :level, :province, :schoolKey, :length, :histogram::int[], :schools) returning id
     )
     insert into norm_members (block_id, discipline, school_class, user_id, child_id, mark)
     select formed.id, :discipline, :schoolClass, given.user_id, given.child_id, given.mark
     from formed, unnest(:userIds::int[], :childIds::int[], :marks::int[]) as given(user_id, child_id, mark)`,
    {
      ...block,
      discipline,
      schoolClass,
      length: block.members.length,
      schools: JSON.stringify(block.schools),
      userIds: block.members.map(({ userId }) => userId),
      childIds: block.members.map(({ childId }) => childId),
      marks: block.members.map(({ mark }) => mark),
    },
  );
}

/**
 * Recomputes the averages of a discipline and class from its blocks. A province has an average only with at least three schools, none of
 * which has more than half of its children (NCES 2011-603): otherwise it would in effect be the average of a school.
 */
export async function replaceNorms(transaction: Queryable, discipline: string, schoolClass: string): Promise<void> {
  await transaction.count('delete from norms where discipline = $1 and school_class = $2', [discipline, schoolClass]);
  await transaction.count(
    `with part as (
       select u.level, u.province, u.school_key, b.id, b.children, b.histogram, b.schools, b.formed_at
       from norm_blocks b cross join lateral (values ('national', '', ''), ('province', b.province, ''), ('school', b.province, b.school_key))
         as u(level, province, school_key)
       where b.discipline = $1 and b.school_class = $2 and u.province is not null and u.school_key is not null
     ), size as (
       select level, province, school_key, sum(children)::int as children, max(formed_at) as as_of from part group by 1, 2, 3
     ), bin as (
       select level, province, school_key, h.place, sum(h.count)::int as count
       from part cross join lateral unnest(histogram) with ordinality as h(count, place) group by 1, 2, 3, 4
     ), whole as (
       select level, province, school_key, array_agg(count order by place) as histogram from bin group by 1, 2, 3
     ), school as (
       select province, key, sum(value::int) as children from part cross join lateral jsonb_each_text(schools) where level = 'province' group by 1, 2
     ), spread as (
       select province, count(*) as schools, max(children) as largest from school group by 1
     )
     insert into norms (discipline, school_class, level, province, school_key, children, histogram, as_of)
     select $1, $2, level, province, school_key, size.children, whole.histogram, size.as_of
     from size join whole using (level, province, school_key) left join spread using (province)
     where level <> 'province' or (spread.schools >= 3 and 2 * spread.largest <= size.children)`,
    [discipline, schoolClass],
  );
}

export interface NormRow extends Norm {
  discipline: string;
  schoolClass: string;
  level: Level;
  asOf: Date;
}

/**
 * Finds the averages shown beside a child of this parent in some disciplines of some classes, each with those of its blocks that contain
 * children of the family. It is one statement, so that averages and blocks are of the same batch.
 */
export function findNorms(
  db: Queryable,
  of: { userId: number; childId: number; disciplines: readonly string[]; schoolClasses: readonly string[] },
): Promise<NormRow[]> {
  return db.rows<NormRow>(
    `with own as materialized (
       select b.id, b.discipline, b.school_class, b.level, b.province, b.school_key, b.histogram, jsonb_agg(m.mark) as marks,
         (select count(*) from (
            select distinct user_id from norm_members where block_id = b.id order by user_id limit ${FEWEST_FAMILIES + 1}) counted) as families
       from norm_members m join norm_blocks b on b.id = m.block_id
       where m.user_id = $1 and m.discipline = any($3::text[]) and m.school_class = any($4::text[]) group by b.id
     )
     select n.discipline, n.school_class, n.level, to_json(n.histogram) as histogram, n.as_of, coalesce((
         select jsonb_agg(jsonb_build_object('families', own.families, 'histogram', own.histogram, 'marks', own.marks)) from own
         where own.discipline = n.discipline and own.school_class = n.school_class and (n.level = 'national' or own.province = n.province)
           and (n.level <> 'school' or own.school_key = n.school_key)), '[]') as own
     from children c
       cross join lateral (values ('national', '', ''), ('province', c.province, ''), ('school', c.province, c.school_key)) as u(level, province, school_key)
       join norms n on n.discipline = any($3::text[]) and n.school_class = any($4::text[]) and n.level = u.level and n.province = u.province and n.school_key = u.school_key
     where c.id = $2 and c.user_id = $1`,
    [of.userId, of.childId, of.disciplines, of.schoolClasses],
  );
}
