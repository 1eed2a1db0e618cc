import type { Queryable } from '../../server/db.ts';
import { ATTEMPT, type AttemptRow } from './attempts.store.ts';

// Statements that end a reservation. The feature `prepared` makes reservations and receives their sittings.

/** Turns a reserved attempt into one in progress, starting now. @returns undefined if it is no longer reserved. */
export function takePrepared(
  db: Queryable,
  attemptId: number,
  clientId: string | null,
  device: string | null,
): Promise<(AttemptRow & { now: Date }) | undefined> {
  return db.row(
    `update attempts a set state = 'open', attempt_date = now(), deadline_at = now() + make_interval(secs => a.time_limit), client_id = $2, device = $3
     where a.id = $1 and a.state = 'prepared' and a.prepared_until > now() returning ${ATTEMPT}, now() as now`,
    [attemptId, clientId, device],
  );
}

/**
 * Ends expired reservations of one child, or of all (null): the month's free test is available again, and the attempts accept no more
 * answers.
 */
export function lapsePrepared(db: Queryable, childId: number | null): Promise<number> {
  return db.count(
    `update attempts set state = 'abandoned', free_month = null
     where id in (
       select id from attempts where state = 'prepared' and prepared_until <= now() and ($1::int is null or child_id = $1)
       order by id limit 1000 for update skip locked)`,
    [childId],
  );
}

/** Ends a locked reservation: the month's free test is available again, and the attempt accepts no more answers. */
export function releasePrepared(transaction: Queryable, attemptId: number): Promise<number> {
  return transaction.count(`update attempts set state = 'abandoned', free_month = null where id = $1`, [attemptId]);
}
