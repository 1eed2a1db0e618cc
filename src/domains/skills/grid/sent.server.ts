import type { Queryable } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Limit } from '../../../server/http/rate-limits.ts';
import { DAY_MS, MAX_AGE_DAYS, possibleTime } from '../../../shared/time.ts';
import type { FamilyChild } from '../../money/plans/covered.store.ts';
import { countOfDay, type Records } from './sent.store.ts';

// What is checked alike of everything that a phone sends after it was done: readings, calculations, dictations and texts.

/** Maximum number of new records of an account in an hour, of each kind: more than twelve children do, with every step. */
export const recordsAnHour = (name: string): Limit => ({ name, hits: 200, seconds: 3600 });

/**
 * Returns when something began: not in the future, not before the child was registered, and at most a trimester ago.
 *
 * @param sent the time by the phone's clock.
 */
export function startOf(sent: string, { registeredAt, now }: Pick<FamilyChild, 'registeredAt' | 'now'>): Date {
  const longestAgo = now.getTime() - MAX_AGE_DAYS * DAY_MS;
  return possibleTime(new Date(sent), { earliest: new Date(Math.max(registeredAt.getTime(), longestAgo)), now });
}

/**
 * Maximum number of records of one kind that a child may begin in one day. It only stops abuse: no child does so many, and a phone whose
 * clock is wrong may bring those of a month on one day.
 */
export const MAX_RECORDS_A_DAY = 100;

/**
 * Checks that a child's day has room for one more record. The day is that on which it was begun, so that a phone that was without network
 * for weeks can send all of them. Call it with the child locked.
 *
 * @throws Refused 422: the phone keeps the record, tells the parent, and sends the next.
 */
export async function checkDay(
  transaction: Queryable,
  childId: number,
  one: { records: Records; kind: string; startedAt: Date },
): Promise<void> {
  if ((await countOfDay(transaction, childId, one)) < MAX_RECORDS_A_DAY) return;
  throw new Refused(422, 'full-day', 'Esta criança já fez isto muitas vezes nesse dia. Continue noutro dia.');
}
