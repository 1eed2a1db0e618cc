import type { Queryable } from '../../server/db.ts';
import { entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { findEvidence, findMappedChild, findThemeNames } from './knowledge.store.ts';
import { byTheme, type NamedMove, themeMoves } from './map.rules.ts';

/** What moved on a child's map. */
export interface Moves {
  /** Whether the plan shows names of themes. */
  detailed: boolean;
  moves: NamedMove[];
}

/**
 * What moved on a child's map between two moments: themes whose state by the answers before `from` differs from that by the answers up to
 * `until`. Of one attempt: from its start to its end. Nothing for a child that is gone, or is not this parent's.
 */
export async function readMoves(
  db: Queryable,
  userId: number,
  childId: number,
  from: Date,
  until: Date,
): Promise<Moves> {
  const child = await findMappedChild(db, userId, childId);
  if (!child) return { detailed: false, moves: [] };
  const moves = themeMoves(byTheme(await findEvidence(db, childId, child.isCurrent)), from, until);
  const names =
    moves.length > 0
      ? await findThemeNames(
          db,
          moves.map(({ code }) => code),
        )
      : [];
  const named = new Map(names.map((one) => [one.code, one]));
  return {
    detailed: entitlementsFor(planInForce(child, child.now), child.rank).suggestions,
    moves: moves.flatMap((move) => {
      const name = named.get(move.code);
      return name ? [{ ...move, ...name }] : [];
    }),
  };
}
