import type { Queryable } from '../../../server/db/db.ts';

/** Records that the parent has opened the result of a completed attempt. */
export function markOpened(db: Queryable, attemptId: number): Promise<number> {
  return db.count(`update attempts set opened_at = now() where id = $1 and opened_at is null and state = 'completed'`, [
    attemptId,
  ]);
}
