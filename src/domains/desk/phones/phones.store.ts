import type { Database, Queryable } from '../../../server/db/db.ts';
import type { Fault, Measure } from '../../../shared/phones/phone-report.ts';

/** Today in Luanda, in SQL. */
const TODAY = `(now() at time zone 'Africa/Luanda')::date`;

/** Days for which counts are kept. */
export const KEPT_DAYS = 90;
/** Maximum number of rows of faults of a day: their places are not bounded otherwise. */
export const MAX_FAULTS_OF_DAY = 500;

/** Returns whether a phone has reported with this build before. */
export async function isKnownBuild(db: Queryable, build: string): Promise<boolean> {
  const found = await db.row<{ known: boolean }>(
    `select exists (select 1 from phone_measures where build = $1)
       or exists (select 1 from phone_faults where build = $1) as known`,
    [build],
  );
  return found?.known ?? false;
}

/** Counts measures of one visit. Each measure occurs at most once. */
export function countMeasures(
  db: Queryable,
  build: string,
  measures: readonly { route: string; name: Measure; bucket: number }[],
): Promise<number> {
  return db.count(
    `insert into phone_measures (day, build, route, measure, bucket, reports)
     select ${TODAY}, $1::text, route, measure, bucket, 1
     from unnest($2::text[], $3::text[], $4::smallint[]) as one (route, measure, bucket) order by measure
     on conflict (build, day, route, measure, bucket) do update set reports = phone_measures.reports + 1`,
    [build, measures.map(({ route }) => route), measures.map(({ name }) => name), measures.map(({ bucket }) => bucket)],
  );
}

/** Counts faults of one visit. Beyond `MAX_FAULTS_OF_DAY` new kinds are left out. */
export function countFaults(
  db: Queryable,
  build: string,
  faults: readonly { route: string; kind: Fault; what: string }[],
): Promise<number> {
  return db.count(
    `insert into phone_faults (day, build, route, kind, what, reports)
     select ${TODAY}, $1::text, route, kind, what, count(*)
     from unnest($2::text[], $3::text[], $4::text[]) as one (route, kind, what)
     where (select count(*) from phone_faults where day = ${TODAY}) < ${MAX_FAULTS_OF_DAY}
     group by route, kind, what order by route, kind, what
     on conflict (build, day, route, kind, what) do update set reports = phone_faults.reports + excluded.reports`,
    [build, faults.map(({ route }) => route), faults.map(({ kind }) => kind), faults.map(({ what }) => what)],
  );
}

export interface MeasureRow {
  build: string;
  route: string;
  measure: Measure;
  bucket: number;
  reports: number;
  /** First day, 'YYYY-MM-DD'. */
  since: string;
}

/** Returns the counts of the last days, without their days. */
export function findMeasures(db: Queryable, days: number): Promise<MeasureRow[]> {
  return db.rows<MeasureRow>(
    `select build, route, measure, bucket, sum(reports)::int as reports, min(day)::text as since
     from phone_measures where day > ${TODAY} - $1::int group by build, route, measure, bucket`,
    [days],
  );
}

export interface FaultRow {
  build: string;
  route: string;
  kind: Fault;
  what: string;
  reports: number;
  lastOn: string;
}

/** Returns the most frequent faults of the last days. */
export function findFaults(db: Queryable, days: number, limit: number): Promise<FaultRow[]> {
  return db.rows<FaultRow>(
    `select build, route, kind, what, sum(reports)::int as reports, max(day)::text as last_on
     from phone_faults where day > ${TODAY} - $1::int group by build, route, kind, what
     order by reports desc, last_on desc, build, route, kind, what limit $2`,
    [days, limit],
  );
}

/** Deletes counts older than `KEPT_DAYS`. */
export async function forgetOldPhoneReports(db: Database): Promise<number> {
  const measures = await db.count(`delete from phone_measures where day < ${TODAY} - ${KEPT_DAYS}`);
  return measures + (await db.count(`delete from phone_faults where day < ${TODAY} - ${KEPT_DAYS}`));
}
