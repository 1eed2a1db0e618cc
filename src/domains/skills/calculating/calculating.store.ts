import type { Queryable } from '../../../server/db/db.ts';
import { MAX_LATEST } from '../grid/latest.rules.ts';
import type { StoredCalculation } from './calculations.rules.ts';

/** Lets two phones record calculations of a child one after the other. */
export async function lockCalculator(transaction: Queryable, childId: number): Promise<void> {
  await transaction.row('select id from children where id = $1 for no key update', [childId]);
}

const CALCULATION = `k.id, k.client_id, k.kind, k.mode, k.form_id, k.form_version, k.started_at, k.seconds::float8 as seconds, k.copying,
  k.answers, k.finished, k.last_item, k.wrong, k.self_corrected, k.reasons`;

/** Returns the newest calculations of a child, up to `MAX_LATEST` of each kind, oldest first. */
export function findCalculations(db: Queryable, childId: number): Promise<StoredCalculation[]> {
  return db.rows<StoredCalculation>(
    `select ${CALCULATION} from unnest(array['head', 'numbers', 'training']) as kinds(kind) cross join lateral (
       select * from calculations n where n.child_id = $1 and n.kind = kinds.kind order by n.started_at desc, n.id desc limit ${MAX_LATEST}) k
     order by k.started_at, k.id`,
    [childId],
  );
}

/** Returns one calculation of a child by the id that the device gave it. */
export function findCalculation(
  db: Queryable,
  childId: number,
  clientId: string,
): Promise<StoredCalculation | undefined> {
  return db.row<StoredCalculation>(
    `select ${CALCULATION} from calculations k where k.child_id = $1 and k.client_id = $2`,
    [childId, clientId],
  );
}

/** Returns how many runs of sums in the head a child has done in all. */
export async function countRuns(db: Queryable, childId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from calculations where child_id = $1 and kind = 'head'`,
    [childId],
  );
  return row?.count ?? 0;
}

/** Stores a calculation. @returns its id. */
export async function insertCalculation(
  transaction: Queryable,
  childId: number,
  one: Omit<StoredCalculation, 'id'> & { attempted: number; right: number },
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into calculations (child_id, client_id, kind, mode, form_id, form_version, started_at, seconds, copying, answers, finished,
       last_item, wrong, self_corrected, attempted, right_items, reasons)
     values (:childId, :clientId, :kind, :mode, :formId, :formVersion, :startedAt, :seconds, :copying, :answers, :finished, :lastItem, :wrong, :selfCorrected, :attempted, :right, :reasons) returning id`,
    { ...one, childId, answers: JSON.stringify(one.answers) },
  );
  return (row as { id: number }).id;
}
