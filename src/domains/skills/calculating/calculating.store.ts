import type { Queryable } from '../../../server/db/db.ts';
import type { StoredCalculation } from './calculations.rules.ts';

/** Lets two phones record calculations of a child one after the other. */
export async function lockCalculator(transaction: Queryable, childId: number): Promise<void> {
  await transaction.row('select id from children where id = $1 for no key update', [childId]);
}

/** Returns all calculations of a child, oldest first. */
export function findCalculations(db: Queryable, childId: number): Promise<StoredCalculation[]> {
  return db.rows<StoredCalculation>(
    `select k.id, k.client_id, k.kind, k.mode, k.form_id, k.form_version, k.started_at, k.seconds::float8 as seconds, k.copying,
       k.answers, k.finished, k.last_item, k.wrong, k.self_corrected, k.reasons
     from calculations k where k.child_id = $1 order by k.started_at, k.id`,
    [childId],
  );
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
