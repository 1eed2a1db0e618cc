/**
 * A figure for Prometheus that a part of the program reads when somebody looks: one number, or one for each value of a
 * label. It must come from an index or from memory, never from walking a table that grows, and name nobody.
 */
export interface Figure {
  name: string;
  help: string;
  /** What the keys of a record are. */
  label?: string;
  read: () => Promise<number | Record<string, number>>;
}

interface Tally {
  help: string;
  label: string;
  counts: Map<string, number>;
}

const tallies = new Map<string, Tally>();

/**
 * A count of what happened in this process since it started (the name ends with `_total`).
 *
 * @returns adds one, under a value of the label.
 */
export function tally(name: string, help: string, label: string): (value: string) => void {
  const { counts } = tallies.get(name) ?? tallies.set(name, { help, label, counts: new Map() }).get(name)!;
  return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** All that is counted so far. */
export const allTallies = (): ReadonlyMap<string, Readonly<Tally>> => tallies;

/** Milliseconds for which figures are told again without being read anew. */
const FRESH = 5_000;

/**
 * Reads all figures one after the other, on one connection at a time, and at most once in five seconds however often
 * and from however many places they are asked for.
 *
 * @returns what was read last, and whether all of it could be read.
 */
export function figureReader(figures: readonly Figure[]): () => Promise<Map<string, number | Record<string, number>>> {
  let reading: Promise<Map<string, number | Record<string, number>>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (!reading || performance.now() - readAt > FRESH) {
      readAt = performance.now();
      reading = readAll(figures);
    }
    return reading;
  };
}

/** Without a database the rest is missing, not waited for one by one. */
async function readAll(figures: readonly Figure[]): Promise<Map<string, number | Record<string, number>>> {
  const found = new Map<string, number | Record<string, number>>();
  try {
    for (const { name, read } of figures) found.set(name, await read());
  } catch {
    // `figures_read` says so.
  }
  return found;
}
