import type { Queryable } from '../../../server/db/db.ts';
import { findEvidence, findMappedChildren, findThemeNames } from './knowledge.store.ts';
import { byTheme, type NamedMove, themeMoves } from './map.rules.ts';

/** Changes on a child's map. */
export interface Moves {
  /** Whether the plan shows the names of themes. */
  detailed: boolean;
  moves: NamedMove[];
}

/** A parent's child, and two moments between which its map is compared. */
export interface Span {
  userId: number;
  childId: number;
  from: Date;
  until: Date;
}

/**
 * Changes on a child's map between two moments: themes whose state by the answers before `from` differs from their state by the answers up
 * to `until`. For one attempt these are its start and its end. There are none for a child that does not exist or is not this parent's.
 */
export const readMoves = async (db: Queryable, span: Span): Promise<Moves> =>
  (await readManyMoves(db, [span]))[0] as Moves;

/**
 * Returns the same for several children, or several times of one child, in at most three statements.
 *
 * @param after includes only themes that changed to this state.
 * @returns the changes for each span, in their order.
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
    detailed: child?.allows.suggestions ?? false,
    moves: moves.flatMap((move) => {
      const name = names.find(({ code }) => code === move.code);
      return name ? [{ ...move, ...name }] : [];
    }),
  }));
}

/** Returns the evidence of children, whether their stored evidence is current or not. */
async function evidenceOf(db: Queryable, children: readonly { childId: number; isCurrent: boolean }[]) {
  const found = [true, false].map((wanted) => {
    const ids = children.filter(({ isCurrent }) => isCurrent === wanted).map(({ childId }) => childId);
    return ids.length > 0 ? findEvidence(db, ids, wanted) : [];
  });
  return (await Promise.all(found)).flat();
}
