import type { Queryable } from '../../../server/db/db.ts';

/** SQL condition of a test that was done: completed, and not ended by its deadline before half of it was answered. */
const DONE = 'completed and not interrupted';

export interface Totals {
  parents: number;
  children: number;
  tests: number;
  activeNow: number;
}

/** Total numbers. These are index-only counts: a million tests take about a tenth of a second. */
export async function countAll(db: Queryable): Promise<Totals> {
  const found = await db.row<Totals>(
    `select (select count(*) from users where user_role = 'parent') as parents, (select count(*) from children) as children,
       (select count(*) from attempts where ${DONE}) as tests,
       -- A session lasts 30 days from its last use, which is recorded once an hour.
       (select count(distinct user_id) from sessions where expires_at > now() + interval '30 days' - interval '1 hour') as active_now`,
  );
  return found as Totals;
}

export interface DayRow {
  date: string;
  parents: number;
  children: number;
  tests: number;
}

/** Numbers added on each of the last days, by the calendar of Luanda; every day has a row. */
export function findDays(db: Queryable, days: number): Promise<DayRow[]> {
  return db.rows<DayRow>(
    `with first as (select (now() at time zone 'Africa/Luanda')::date - ($1::int - 1) as day),
     since as (select day::timestamp at time zone 'Africa/Luanda' as moment from first),
     came as (
       select (created_at at time zone 'Africa/Luanda')::date as day, 'parent' as kind from users, since where user_role = 'parent' and created_at >= moment
       union all select (created_at at time zone 'Africa/Luanda')::date, 'child' from children, since where created_at >= moment
       union all select (finished_at at time zone 'Africa/Luanda')::date, 'test' from attempts, since where ${DONE} and finished_at >= moment)
     select to_char(d, 'YYYY-MM-DD') as date, count(*) filter (where kind = 'parent') as parents,
       count(*) filter (where kind = 'child') as children, count(*) filter (where kind = 'test') as tests
     from generate_series((select day from first)::timestamp, (now() at time zone 'Africa/Luanda')::date::timestamp, interval '1 day') d
     left join came on came.day = d::date group by d order by d`,
    [days],
  );
}

/** Kz received on each day of this period and of the one before; days without any have no row. */
export function findRevenue(db: Queryable, days: number): Promise<{ date: string; amount: number }[]> {
  return db.rows(
    `select to_char((completed_at at time zone 'Africa/Luanda')::date, 'YYYY-MM-DD') as date, sum(coalesce(r.amount, p.amount))::bigint as amount
     from emis_payments p left join receipts r on r.payment_id = p.id
     where status = 'completed' and completed_at >= ((now() at time zone 'Africa/Luanda')::date - ($1::int * 2 - 1))::timestamp at time zone 'Africa/Luanda'
     group by 1`,
    [days],
  );
}
