import type { Queryable } from '../../server/db.ts';

/**
 * Returns SQL for the objective for which an answer counts now: the one with which its question was frozen; if that has left the
 * curriculum, the one that it was joined to; otherwise the one that the question measures now.
 *
 * @param question SQL for the question's id. If it is null, an objective that has left without being joined gives null.
 */
export const OBJECTIVE_NOW = (frozen: string, question: string): string =>
  `coalesce((select known.code from curriculum_objectives known where known.code = ${frozen}),
     (select joined.new_code from joined_objectives joined where joined.old_code = ${frozen}),
     (select present.objective from questions present where present.id = ${question}))`;

/** Records that an objective was joined to another one, together with all that had been joined to it before. */
export async function insertJoined(transaction: Queryable, from: string, to: string): Promise<void> {
  await transaction.count('update joined_objectives set new_code = $2 where new_code = $1', [from, to]);
  await transaction.count('insert into joined_objectives (old_code, new_code) values ($1, $2)', [from, to]);
}
