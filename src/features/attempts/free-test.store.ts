import type { Queryable } from '../../server/db.ts';
import { HOLDS_FREE_TEST, RAN_OUT_HALFWAY } from './catalogue.store.ts';

/**
 * Locks the attempt that holds a child's free test of a month, against answers still coming in. A statement of its own:
 * what follows then sees the answers that were before the lock.
 */
export async function lockFreeTest(
  transaction: Queryable,
  childId: number,
  discipline: string,
  freeMonth: string,
): Promise<void> {
  await transaction.rows(
    'select 1 from attempts where child_id = $1 and discipline = $2 and free_month = $3 for update',
    [childId, discipline, freeMonth],
  );
}

/**
 * Gives a child's free test of a month back when the locked attempt that held it ended without an answer. That attempt is
 * abandoned in the same statement: an attempt that gave the test back takes no answers any more.
 */
export function releaseFreeTest(
  transaction: Queryable,
  childId: number,
  discipline: string,
  freeMonth: string,
): Promise<number> {
  return transaction.count(
    `update attempts used set free_month = null, state = 'abandoned', finished_at = deadline_at
     where used.child_id = $1 and used.discipline = $2 and used.free_month = $3 and used.state in ('open', 'provisional', 'prepared') and not ${HOLDS_FREE_TEST}`,
    [childId, discipline, freeMonth],
  );
}

/** Attempts of a child in a discipline that ran out halfway and wait to be closed for good. */
export function findRanOut(db: Queryable, childId: number, discipline: string): Promise<{ id: number }[]> {
  return db.rows(
    `select used.id from attempts used where used.child_id = $1 and used.discipline = $2 and ${RAN_OUT_HALFWAY} order by used.id`,
    [childId, discipline],
  );
}
