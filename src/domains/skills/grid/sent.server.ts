import type { Queryable } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Limit } from '../../../server/http/rate-limits.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { countOfDay, type Records } from './sent.store.ts';

// What is checked alike of everything that a phone sends after it was done: readings, calculations, dictations and texts.

/** How far ahead of the server's a phone's clock may be. */
const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** How long ago it may have been, if the phone was without network meanwhile: a trimester. */
const MAX_AGE_DAYS = 100;

/** Maximum number of new records of an account in an hour, of each kind: more than twelve children do, with every step. */
export const recordsAnHour = (name: string): Limit => ({ name, hits: 200, seconds: 3600 });

/**
 * Returns when something began, never later than now.
 *
 * @param sent the time by the phone's clock. @param what with its article: "A leitura".
 * @throws Refused 422 for a time in the future, or more than a trimester ago.
 */
export function startOf(sent: string, now: Date, what: string): Date {
  const at = Date.parse(sent);
  if (at > now.getTime() + CLOCK_TOLERANCE_MS)
    throw new Refused(422, 'future', `${what} começa no futuro. Acerte a data e a hora do telemóvel.`);
  if (at < now.getTime() - MAX_AGE_DAYS * DAY_MS)
    throw new Refused(422, 'too-old', `${what} é de há mais de três meses. Acerte a data e a hora do telemóvel.`);
  return new Date(Math.min(at, now.getTime()));
}

/** Maximum number of records of one kind that a child may begin in one day. It only stops abuse: no child does so many. */
export const MAX_RECORDS_A_DAY = 30;

/**
 * Checks that a child's day has room for one more record. The day is that on which it was begun, so that a phone that was without network
 * for weeks can send all of them. Call it with the child locked.
 *
 * @throws Refused 422, which a phone takes as final: it discards the record and sends the next.
 */
export async function checkDay(
  transaction: Queryable,
  childId: number,
  one: { records: Records; kind: string; startedAt: Date },
): Promise<void> {
  if ((await countOfDay(transaction, childId, one)) < MAX_RECORDS_A_DAY) return;
  throw new Refused(422, 'full-day', 'Esta criança já fez isto muitas vezes nesse dia. Continue noutro dia.');
}
