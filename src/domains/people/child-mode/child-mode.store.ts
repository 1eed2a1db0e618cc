import type { Queryable } from '../../../server/db/db.ts';

export interface ChildOfFamily {
  id: number;
  fullName: string;
  schoolClass: string;
  cover: number;
  active: boolean;
}

/** Finds those of the given children that belong to this parent, sorted by name. */
export function findChildrenOf(db: Queryable, userId: number, ids: readonly number[]): Promise<ChildOfFamily[]> {
  return db.rows(
    `select id, full_name, school_class, cover, active from children
     where user_id = $1 and id = any ($2::int[]) order by full_name, id`,
    [userId, ids],
  );
}
