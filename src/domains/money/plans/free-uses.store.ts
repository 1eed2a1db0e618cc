import type { Queryable } from '../../../server/db/db.ts';
import { MAX_AT_ONCE_EVER } from '../../people/children/children.store.ts';

/** Something that "Essencial" gives each child a limited number of times, other than tests. */
export interface FreeUse {
  kind: 'rehearsal' | 'diagnostic' | 'reading-first' | 'reading-class' | 'dictation' | 'text' | 'sums';
  /** The trimester, as '2026-1'; '' for what is given once, which counts for a year. */
  period: string;
}

/** The end of a sentence that refuses what other children of the family have used up: «A leitura deste trimestre está feita …». */
export const IN_THE_FAMILY = 'na sua família, contando as crianças arquivadas';

const KEPT = `interval '1 year'`;

/**
 * Returns whether a child has used something, and whether its family has used it up without this child: as many of its other children have
 * used it, archived and erased ones included, as it has ever had active at the same time. Children who were active together never take it
 * from each other.
 */
export async function findFreeUse(
  db: Queryable,
  childId: number,
  use: FreeUse,
): Promise<{ byChild: boolean; byOthers: boolean }> {
  const row = await db.row<{ byChild: boolean; byOthers: boolean }>(
    `select count(*) filter (where f.child_id = c.id) > 0 as by_child,
       count(*) filter (where f.child_id <> c.id) >= ${MAX_AT_ONCE_EVER} as by_others
     from children c left join free_uses f on f.user_id = c.user_id and f.kind = :kind and f.period = :period
       and f.noted_at > now() - ${KEPT}
     where c.id = :childId group by c.id`,
    { ...use, childId },
  );
  return row ?? { byChild: false, byOthers: false };
}

/** Returns whether the family's other children have used up a free limit. */
export const isUsedUpByOthers = async (db: Queryable, childId: number, use: FreeUse): Promise<boolean> =>
  (await findFreeUse(db, childId, use)).byOthers;

/** Records that a child has used something, and forgets what its family used more than a year ago. */
export function upsertFreeUse(transaction: Queryable, childId: number, use: FreeUse): Promise<number> {
  return transaction.count(
    `with old as (
       delete from free_uses f using children c where c.id = :childId and f.user_id = c.user_id and f.noted_at <= now() - ${KEPT}
         and (f.kind, f.period, f.child_id) <> (:kind, :period, :childId::int))
     insert into free_uses (user_id, kind, period, child_id) select c.user_id, :kind, :period, c.id from children c where c.id = :childId
     on conflict (user_id, kind, period, child_id) do update set noted_at = now()`,
    { ...use, childId },
  );
}
