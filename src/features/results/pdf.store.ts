import type { Queryable } from '../../server/db.ts';
import type { Gender, PlanId } from '../../shared/words.ts';
import { COVER_RANK } from '../plans/covered.store.ts';

export interface RightRow {
  now: Date;
  childId: number;
  gender: Gender | null;
  /** Place in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/** What decides about files of an attempt (or of a child, when `attemptId` is null); nothing when it is not this parent's. */
export function findRight(
  db: Queryable,
  userId: number,
  { attemptId = null, childId = null }: { attemptId?: number | null; childId?: number | null },
): Promise<RightRow | undefined> {
  return db.row<RightRow>(
    `select now() as now, c.id as "childId", c.gender, u.subscription_type as "subscriptionType", u.subscription_end as "subscriptionEnd",
       ${COVER_RANK} as rank
     from children c join users u on u.id = c.user_id
     where c.user_id = $1 and c.id = coalesce($3::int, (select child_id from attempts where id = $2::int))`,
    [userId, attemptId, childId],
  );
}
