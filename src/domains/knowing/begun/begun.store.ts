import type { Queryable } from '../../../server/db/db.ts';
import type { Discipline } from '../../../shared/words.ts';

export interface BegunRow {
  childId: number;
  fullName: string;
  kind: 'test' | 'rehearsal' | 'diagnostic';
  testId: number | null;
  discipline: Discipline;
  theme: string | null;
  deadline: Date;
}

/**
 * Finds the open attempts and diagnostics of a user's active children whose time is not over, what ends first coming first.
 *
 * @param onlyChildren limits them to these children; null for all.
 */
export function findBegun(db: Queryable, userId: number, onlyChildren: readonly number[] | null): Promise<BegunRow[]> {
  return db.rows<BegunRow>(
    `with mine as (
       select id, full_name from children where user_id = $1 and active and ($2::int[] is null or id = any($2))
     )
     select c.id as child_id, c.full_name, case a.kind when 'rehearsal' then 'rehearsal' else 'test' end as kind,
       a.test_id, a.discipline, t.theme, a.deadline_at as deadline
     from mine c join attempts a on a.child_id = c.id join tests t on t.id = a.test_id
     where a.state = 'open' and now() < a.deadline_at
     union all
     select c.id, c.full_name, 'diagnostic', null, d.discipline, null, d.deadline_at
     from mine c join diagnostics d on d.child_id = c.id
     where d.state = 'open' and now() < d.deadline_at
     order by deadline, child_id`,
    [userId, onlyChildren],
  );
}
