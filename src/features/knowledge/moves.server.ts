import type { Queryable } from '../../server/db.ts';
import { entitlementsFor, planInForce } from '../plans/plans.rules.ts';
import { findEvidence, findMappedChildren, findThemeNames } from './knowledge.store.ts';
import { byTheme, type NamedMove, themeMoves } from './map.rules.ts';

/** What moved on a child's map. */
export interface Moves {
  /** Whether the plan shows names of themes. */
  detailed: boolean;
  moves: NamedMove[];
}

/** A parent's child, and two moments between which something moved. */
export interface Span {
  userId: number;
  childId: number;
  from: Date;
  until: Date;
}

/**
 * What moved on a child's map between two moments: themes whose state by the answers before `from` differs from that by the answers up to
 * `until`. Of one attempt: from its start to its end. Nothing for a child that is gone, or is not this parent's.
 */
export const readMoves = async (db: Queryable, span: Span): Promise<Moves> =>
  (await readManyMoves(db, [span]))[0] as Moves;

/**
 * The same of several children, or several times of one, in three statements at most.
 *
 * @param after only themes that moved to this state.
 * @returns one for each span, in their order.
 */
export async function readManyMoves(
  db: Queryable,
  spans: readonly Span[],
  after?: NamedMove['after'],
): Promise<Moves[]> {
  const children = new Map(
    (
      await findMappedChildren(
        db,
        spans.map(({ childId }) => childId),
      )
    ).map((child) => [child.childId, child]),
  );
  const evidence = Map.groupBy(await evidenceOf(db, [...children.values()]), ({ childId }) => childId);
  const moved = spans.map(({ userId, childId, from, until }) => {
    const child = children.get(childId);
    if (child?.userId !== userId) return { child: undefined, moves: [] };
    const moves = themeMoves(byTheme(evidence.get(childId) ?? []), from, until);
    return { child, moves: after ? moves.filter((move) => move.after === after) : moves };
  });
  const codes = [...new Set(moved.flatMap(({ moves }) => moves.map(({ code }) => code)))];
  const names = codes.length > 0 ? await findThemeNames(db, codes) : [];
  return moved.map(({ child, moves }) => ({
    detailed: child !== undefined && entitlementsFor(planInForce(child, child.now), child.rank).suggestions,
    moves: moves.flatMap((move) => {
      const name = names.find(({ code }) => code === move.code);
      return name ? [{ ...move, ...name }] : [];
    }),
  }));
}

/** The evidence of children, whether what is kept of them is current or not. */
async function evidenceOf(db: Queryable, children: readonly { childId: number; isCurrent: boolean }[]) {
  const found = [true, false].map((wanted) => {
    const ids = children.filter(({ isCurrent }) => isCurrent === wanted).map(({ childId }) => childId);
    return ids.length > 0 ? findEvidence(db, ids, wanted) : [];
  });
  return (await Promise.all(found)).flat();
}
