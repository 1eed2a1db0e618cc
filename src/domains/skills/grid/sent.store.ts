import type { Queryable } from '../../../server/db/db.ts';

/** Records that phones send, as child, beginning and kind. */
const RECORDS = {
  readings:
    'select r.child_id, r.started_at, f.kind from readings r join reading_forms f on f.id = r.form_id and f.version = r.form_version',
  calculations: 'select r.child_id, r.started_at, r.kind from calculations r',
  dictations: `select r.child_id, r.started_at, 'dictation' as kind from dictations r`,
  texts: `select r.child_id, r.started_at, 'text' as kind from texts r`,
} as const;
export type Records = keyof typeof RECORDS;

/** Returns how many records of a kind a child has that were begun on the same day in Luanda as `startedAt`. */
export async function countOfDay(
  transaction: Queryable,
  childId: number,
  one: { records: Records; kind: string; startedAt: Date },
): Promise<number> {
  const row = await transaction.row<{ count: number }>(
    `select count(*)::int as count from (${RECORDS[one.records]}) r
     where r.child_id = :childId and r.kind = :kind
       and r.started_at between :startedAt::timestamptz - interval '1 day' and :startedAt::timestamptz + interval '1 day'
       and (r.started_at at time zone 'Africa/Luanda')::date = (:startedAt::timestamptz at time zone 'Africa/Luanda')::date`,
    { childId, kind: one.kind, startedAt: one.startedAt },
  );
  return row?.count ?? 0;
}
