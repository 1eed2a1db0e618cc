import type { Queryable } from '../../../server/db/db.ts';
import type { PlanId } from '../../../shared/words.ts';

export interface Bought {
  now: Date;
  subscriptionType: PlanId;
  subscriptionEnd: Date | null;
}

/** Returns the plan that a family has bought, by the database's clock. */
export function findBought(db: Queryable, userId: number): Promise<Bought | undefined> {
  return db.row<Bought>('select now() as now, subscription_type, subscription_end from users where id = $1', [userId]);
}
