import type { Queryable } from '../../../server/db/db.ts';

/** Returns the themes of the curriculum that objectives belong to, in its order. */
export function findThemesOf(
  db: Queryable,
  objectives: readonly string[],
): Promise<{ objective: string; code: string; name: string }[]> {
  return db.rows(
    `select o.code as objective, c.code, c.theme as name
     from curriculum_objectives o join curriculum_themes c on c.id = o.theme_id
     where o.code = any($1::text[]) order by c.position, o.position`,
    [objectives],
  );
}
