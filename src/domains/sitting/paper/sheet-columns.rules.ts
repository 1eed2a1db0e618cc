/**
 * Distributes blocks over columns, two a page, in order and without splitting any. The columns of the last page are made equally long, so
 * that it is not a single column beside an empty one.
 *
 * @param room height of a column on the first page, and on the others.
 * @returns an even number of columns: two for each page. A block that is taller than a page has a column of its own.
 */
export function columnsOf<T extends { height: number }>(
  blocks: readonly T[],
  room: { first: number; later: number },
): T[][] {
  const pages: [T[], T[]][] = [];
  let rest = blocks;
  while (rest.length > 0 || pages.length === 0) {
    const most = pages.length === 0 ? room.first : room.later;
    const left = takeFrom(rest, most, pages.length > 0);
    const right = takeFrom(rest.slice(left.length), most, false);
    rest = rest.slice(left.length + right.length);
    pages.push([left, right]);
  }
  const last = pages.at(-1) as [T[], T[]];
  if (pages.length > 1) pages[pages.length - 1] = balanced([...last[0], ...last[1]], room.later) ?? last;
  return pages.flat();
}

/** Returns the blocks at the beginning that fit into a column; at least one if `mustTake`. */
function takeFrom<T extends { height: number }>(blocks: readonly T[], most: number, mustTake: boolean): T[] {
  const taken: T[] = [];
  let used = 0;
  for (const block of blocks) {
    if (used + block.height > most && !(mustTake && taken.length === 0)) break;
    taken.push(block);
    used += block.height;
  }
  return taken;
}

/** Splits blocks into two columns whose longer one is as short as possible; undefined if it would not fit. */
function balanced<T extends { height: number }>(blocks: readonly T[], most: number): [T[], T[]] | undefined {
  const total = (some: readonly T[]) => some.reduce((sum, { height }) => sum + height, 0);
  const longest = (at: number) => Math.max(total(blocks.slice(0, at)), total(blocks.slice(at)));
  let best = blocks.length;
  for (let at = blocks.length; at > 0; at -= 1) if (longest(at) < longest(best)) best = at;
  return longest(best) <= most ? [blocks.slice(0, best), blocks.slice(best)] : undefined;
}
