import type { Queryable } from '../../../server/db/db.ts';

/** Records that phones send, where they are stored, and what their kind is. */
const RECORDS = {
  readings: {
    from: 'readings r join reading_forms f on f.id = r.form_id and f.version = r.form_version',
    kind: 'f.kind',
  },
  calculations: { from: 'calculations r', kind: 'r.kind' },
  dictations: { from: 'dictations r', kind: "'dictation'" },
  texts: { from: 'texts r', kind: "'text'" },
} as const;
export type Records = keyof typeof RECORDS;

/** Returns how many records of a kind a child has that were begun on the same day in Luanda as `startedAt`. */
export async function countOfDay(
  transaction: Queryable,
  childId: number,
  one: { records: Records; kind: string; startedAt: Date },
): Promise<number> {
  const { from, kind } = RECORDS[one.records];
  const row = await transaction.row<{ count: number }>(
    `select count(*)::int as count from ${from}
     where r.child_id = :childId and ${kind} = :kind
       and r.started_at between :startedAt::timestamptz - interval '1 day' and :startedAt::timestamptz + interval '1 day'
       and (r.started_at at time zone 'Africa/Luanda')::date = (:startedAt::timestamptz at time zone 'Africa/Luanda')::date`,
    { childId, kind: one.kind, startedAt: one.startedAt },
  );
  return row?.count ?? 0;
}
