import type { Queryable } from '../../../server/db/db.ts';
import { ATTEMPT, type AttemptRow } from './attempts.store.ts';

// Statements that end a reservation. The feature `prepared` makes reservations and receives their sittings.

/**
 * Turns a reserved attempt into one in progress, starting now.
 *
 * @param inOrder the version whose order it gets instead of its own, made from the test's current version.
 * @returns undefined if it is no longer reserved, or if the test has another version by now.
 */
export function takePrepared(
  db: Queryable,
  attemptId: number,
  clientId: string | null,
  device: string | null,
  inOrder: { versionId: number; currentVersionId: number } | null,
): Promise<(AttemptRow & { now: Date }) | undefined> {
  return db.row(
    `update attempts a set state = 'open', attempt_date = now(), deadline_at = now() + make_interval(secs => a.time_limit), client_id = :clientId, device = :device,
       version_id = coalesce(:versionId::int, a.version_id)
     from (select id from tests where id = (select test_id from attempts where id = :attemptId) and (:currentVersionId::int is null or version_id = :currentVersionId) for key share) t
     where a.id = :attemptId and a.test_id = t.id and a.state = 'prepared' and a.prepared_until > now() returning ${ATTEMPT}, now() as now`,
    {
      attemptId,
      clientId,
      device,
      versionId: inOrder?.versionId ?? null,
      currentVersionId: inOrder?.currentVersionId ?? null,
    },
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
