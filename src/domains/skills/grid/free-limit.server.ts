import type { Queryable } from '../../../server/db/db.ts';
import { liveSettings } from '../../../server/db/live-settings.ts';
import { planRequired } from '../../../server/http/errors.ts';
import { nextTrimester, periodOf } from '../../../shared/calendar.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type FamilyChild, wasCovered } from '../../money/plans/covered.store.ts';
import { type FreeUse, findFreeUse, IN_THE_FAMILY, upsertFreeUse } from '../../money/plans/free-uses.store.ts';
import { WORK_DAYS } from '../../money/plans/plans.rules.ts';
import { MAX_RECORDS_A_DAY } from './sent.server.ts';

/** Records of one kind, of which a child without a plan may have so many in a trimester. */
export interface Limited {
  kind: FreeUse['kind'];
  /** Null for no limit. */
  limit: number | null;
  /** The child's records of this kind. */
  earlier: readonly { startedAt: Date }[];
}

/** Returns by whom the records of the trimester of a moment are used up: by the child or by its family; null if there is one left. */
async function usedUpBy(
  db: Queryable,
  childId: number,
  { kind, limit, earlier }: Limited,
  moment: Date,
): Promise<'child' | 'family' | null> {
  if (limit === null) return null;
  const starts = liveSettings(db).trimesters;
  const period = periodOf(moment, starts);
  const { byChild, byOthers } = await findFreeUse(db, childId, { kind, period });
  const done = earlier.filter(({ startedAt }) => periodOf(startedAt, starts) === period).length;
  // A record may be noted in another trimester than that in which its phone dates it.
  if (Math.max(done, Number(byChild)) >= limit) return 'child';
  return byOthers ? 'family' : null;
}

/** Returns the first day on which a child may have another record; null if it may now, or always. */
export async function nextFreeDay(db: Queryable, child: FamilyChild, limited: Limited): Promise<string | null> {
  const by = await usedUpBy(db, child.id, limited, child.now);
  return by && nextTrimester(child.now, liveSettings(db).trimesters);
}

/**
 * Notes that a child has one more record. It counts for the trimester in which it was begun by its phone or, if that one is used up, for
 * the present one, so that a wrong clock costs nothing. Beyond that it is taken if a plan that has ended since may have been in force when it
 * was begun, up to as many as a child does in a month. Call it with the family locked.
 *
 * @param words `done` says what is used up ("A leitura deste trimestre está feita"), `another` that there is more later ("Há outra").
 * @throws Refused 402 when those of the trimester are used up.
 */
export async function takeFreeUse(
  transaction: Queryable,
  { userId, child, startedAt }: { userId: number; child: FamilyChild; startedAt: Date },
  limited: Limited,
  words: { code: string; done: string; another: string },
): Promise<void> {
  if (limited.limit === null) return;
  const starts = liveSettings(transaction).trimesters;
  let by: Awaited<ReturnType<typeof usedUpBy>> = null;
  for (const moment of [startedAt, child.now]) {
    by = await usedUpBy(transaction, child.id, limited, moment);
    if (by) continue;
    await upsertFreeUse(transaction, child.id, { kind: limited.kind, period: periodOf(moment, starts) });
    return;
  }
  const month = WORK_DAYS * DAY_MS;
  const around = limited.earlier.filter((one) => Math.abs(one.startedAt.getTime() - startedAt.getTime()) < month);
  // Nobody signs what a phone sends: without a maximum, forged work would be a plan that does not end.
  const isLikely = around.length < MAX_RECORDS_A_DAY;
  if (isLikely && (await wasCovered(transaction, userId, child, new Date(startedAt.getTime() - month)))) return;
  const family = by === 'family' ? ` ${IN_THE_FAMILY}` : '';
  const day = dayAndMonth(nextTrimester(child.now, starts));
  throw planRequired(words.code, `${words.done}${family}. ${words.another} a partir de ${day}.`);
}
