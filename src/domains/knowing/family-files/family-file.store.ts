import type { Queryable } from '../../../server/db/db.ts';
import type { Gender, PlanId } from '../../../shared/words.ts';
import { COVER_RANK } from '../../money/plans/covered.store.ts';

export interface RightRow {
  now: Date;
  childId: number;
  fullName: string;
  gender: Gender | null;
  /** Minutes for a test of 15; null for the usual time. */
  extendedTime: number | null;
  /** Position in the family's plan; null when archived. */
  rank: number | null;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/** Finds the plan data that decide whether a PDF of an attempt or a child may be downloaded, or undefined when it is not this parent's. */
export function findRight(
  db: Queryable,
  userId: number,
  of: { attemptId: number } | { childId: number },
): Promise<RightRow | undefined> {
  return db.row<RightRow>(
    `select now() as now, c.id as child_id, c.full_name, c.gender, c.extended_time, u.subscription_type, u.subscription_end,
       ${COVER_RANK} as rank
     from children c join users u on u.id = c.user_id
     where c.user_id = $1 and c.id = coalesce($3::int, (select child_id from attempts where id = $2::int))`,
    [userId, 'attemptId' in of ? of.attemptId : null, 'childId' in of ? of.childId : null],
  );
}
