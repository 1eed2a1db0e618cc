/** Levels of a text on its ruler: 0 below the first anchor, 5 at the last. */
export const LEVELS = [0, 1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

/** How far two levels are apart: by their distance, or by its square. */
export type KappaWeights = 'linear' | 'quadratic';

/**
 * Weighted kappa of Cohen (1968): 1 − Σ w·observed / Σ w·expected, with w the distance of two categories or its square. The scale of w
 * cancels out.
 *
 * @param table how often judge one chose the row while judge two chose the column.
 * @returns null when chance alone agrees always, as when all texts are at one level.
 */
export function weightedKappa(
  table: readonly (readonly number[])[],
  weights: KappaWeights = 'quadratic',
): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const total = rows.reduce((sum, count) => sum + count, 0);
  const weight = (one: number, other: number) => Math.abs(one - other) ** (weights === 'linear' ? 1 : 2);
  let observed = 0;
  let expected = 0;
  for (const [one, row] of table.entries())
    for (const [other, count] of row.entries()) {
      observed += weight(one, other) * count;
      expected += (weight(one, other) * (rows[one] as number) * (columns[other] as number)) / total;
    }
  return total === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** Returns the table of pairs of levels, always over levels 0–5: the first judge's in rows, the second one's in columns. */
export function levelTable(pairs: readonly (readonly [Level, Level])[]): number[][] {
  const table = LEVELS.map(() => LEVELS.map(() => 0));
  for (const [one, other] of pairs) {
    const row = table[one] as number[];
    row[other] = (row[other] as number) + 1;
  }
  return table;
}

/**
 * Returns the table of pairs of which each has two judges of a larger group, so that neither is the first: every pair is counted in both orders.
 * Both margins are then the same, and kappa does not depend on who came first (Fleiss 1975, Scott's pi for two judges).
 */
export const exchangeableTable = (pairs: readonly (readonly [Level, Level])[]): number[][] =>
  levelTable(
    pairs.flatMap(
      ([one, other]) =>
        [
          [one, other],
          [other, one],
        ] as const,
    ),
  );
