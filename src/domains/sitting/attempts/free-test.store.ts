import type { Queryable } from '../../../server/db/db.ts';
import type { UsedTests } from '../../money/plans/plans.rules.ts';
import { MAX_AT_ONCE, MONTH_IN_LUANDA } from '../../people/children/children.store.ts';
import { ANSWER_GRACE_SECONDS, type BegunRehearsal } from './attempts.rules.ts';

/** SQL condition for an attempt `used` that has an answer, is in progress, or is reserved for a phone or on paper. */
const HOLDS_FREE_TEST = `(exists (select 1 from answers where answers.attempt_id = used.id) or (used.state = 'open' and now() <= used.deadline_at + interval '${ANSWER_GRACE_SECONDS} seconds')
  or (used.state = 'prepared' and now() < used.prepared_until) or (used.state = 'printed' and now() < used.deadline_at))`;

/** Returns SQL for the time from which an attempt counts for a month; for a reserved one, when it was reserved. */
const begunAt = (attempt: string) => `coalesce(${attempt}.prepared_at, ${attempt}.printed_at, ${attempt}.attempt_date)`;
export const BEGUN_AT = begunAt('used');

/** SQL for the month in which an attempt began in Luanda, as its first day. */
const monthOf = (attempt: string) =>
  `(date_trunc('month', ${begunAt(attempt)}, 'Africa/Luanda') at time zone 'Africa/Luanda')::date`;

/**
 * SQL for the month whose free test an interrupted attempt of a child `c` gives back. It is null if in that month the child has already got
 * this discipline's free test back, or the family has got back as many as it had children at the same time.
 */
export const freeTestBack = (attempt: string) => `(select ${monthOf(attempt)}
  where not exists (select 1 from attempts r where r.child_id = ${attempt}.child_id and r.discipline = ${attempt}.discipline and r.free_returned = ${monthOf(attempt)})
    and (select count(*) from attempts r join children s on s.id = r.child_id
      where s.user_id = c.user_id and r.discipline = ${attempt}.discipline and r.free_returned = ${monthOf(attempt)}) < ${MAX_AT_ONCE})`;

/**
 * SQL condition for an attempt `used` whose time ran out before half of it was answered, and which has not been closed permanently
 * (attempts.rules.ts, `isInterrupted`).
 */
const RAN_OUT_HALFWAY = `used.state in ('open', 'provisional') and now() > used.deadline_at + interval '${ANSWER_GRACE_SECONDS} seconds'
  and exists (select 1 from answers where answers.attempt_id = used.id)
  and 2 * (select count(*) from answers where answers.attempt_id = used.id)
    < (select count(*) from version_questions q where q.version_id = used.version_id)`;

/**
 * SQL condition for an attempt `used` of a child `c` that uses up a free test: it has not given the test back, and will not when it is
 * closed permanently.
 */
export const USES_FREE_TEST = `(used.free_returned is null and ${HOLDS_FREE_TEST}
  and not (${RAN_OUT_HALFWAY} and ${freeTestBack('used')} is not null))`;

/** SQL expression for the rehearsals that the child `c` has begun or reserved, as a JSON array of `BegunRehearsal`. */
export const BEGUN_REHEARSALS = `(select coalesce(jsonb_agg(jsonb_build_object('testId', used.test_id, 'interrupted', used.interrupted or (${RAN_OUT_HALFWAY}))), '[]')
  from attempts used where used.child_id = c.id and used.kind = 'rehearsal' and ${HOLDS_FREE_TEST})`;

/** What a rehearsal uses up on the free plan. */
export const FREE_REHEARSAL = { kind: 'rehearsal', period: '' } as const;

/** SQL for the start of the current month in Luanda, by the database's clock, which decides all times. */
export const THIS_MONTH = `date_trunc('month', now(), 'Africa/Luanda')`;

/** Finds what uses up a child's free tests in the discipline of a test this month, and the rehearsals that the child has begun. */
export function findUsed(
  db: Queryable,
  childId: number,
  testId: number,
): Promise<(UsedTests & { rehearsals: BegunRehearsal[] }) | undefined> {
  return db.row(
    `select (select count(*) from attempts used where used.child_id = c.id and used.discipline = t.discipline and used.kind = 'theme'
          and ${BEGUN_AT} >= ${THIS_MONTH} and ${USES_FREE_TEST}) as by_child,
       (select count(*) from free_tests f
        where f.user_id = c.user_id and f.month = ${MONTH_IN_LUANDA} and f.discipline = t.discipline and f.child_id <> c.id) as by_others,
       ${MAX_AT_ONCE} as children_at_once, ${BEGUN_REHEARSALS} as rehearsals
     from children c, tests t where c.id = $1 and t.id = $2`,
    [childId, testId],
  );
}

/**
 * Locks the attempt that holds a child's free test of a month, against answers that are still arriving. This is a separate statement, so
 * that the following ones see the answers written before the lock.
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
 * Gives a child's free test of a month back if the locked attempt that held it ended without an answer. The same statement abandons that
 * attempt, because an attempt that gave the test back accepts no more answers.
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

/** Finds a child's attempts in a discipline whose time ran out before half was answered, and that have not been closed permanently. */
export function findRanOut(db: Queryable, childId: number, discipline: string): Promise<{ id: number }[]> {
  return db.rows(
    `select used.id from attempts used where used.child_id = $1 and used.discipline = $2 and ${RAN_OUT_HALFWAY} order by used.id`,
    [childId, discipline],
  );
}
