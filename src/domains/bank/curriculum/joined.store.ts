import type { Queryable } from '../../../server/db/db.ts';

/** Returns SQL for an objective as the curriculum has it now: itself, or the one that it was joined to; null if it was deleted. */
export const OBJECTIVE_IN_USE = (code: string): string =>
  `coalesce((select known.code from curriculum_objectives known where known.code = ${code}),
     (select joined.new_code from joined_objectives joined where joined.old_code = ${code}))`;

/**
 * Returns SQL for the objective for which an answer counts now: the one with which its question was frozen, as the curriculum has it now,
 * otherwise the one that the question measures now.
 *
 * @param question SQL for the question's id. If it is null, an objective that has left without being joined gives null.
 */
export const OBJECTIVE_NOW = (frozen: string, question: string): string =>
  `coalesce(${OBJECTIVE_IN_USE(frozen)},
     (select present.objective from questions present where present.id = ${question}))`;

/** Records that an objective was joined to another one, together with all that had been joined to it before. */
export async function insertJoined(transaction: Queryable, from: string, to: string): Promise<void> {
  await transaction.count('update joined_objectives set new_code = $2 where new_code = $1', [from, to]);
  await transaction.count('insert into joined_objectives (old_code, new_code) values ($1, $2)', [from, to]);
}
