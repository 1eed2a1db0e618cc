// Standard errors from the information matrix of all parameters.

/** The lower triangle of a symmetric matrix, row by row: entry (i, j), j ≤ i, stands at i (i + 1) / 2 + j. */
export interface Triangle {
  size: number;
  entries: Float64Array;
}

export const triangle = (size: number): Triangle => ({
  size,
  entries: new Float64Array((size * (size + 1)) / 2),
});

/** Returns where row i of a triangle begins. */
const rowOf = (i: number) => (i * (i + 1)) / 2;

/** Adds to entry (i, j) and, as the matrix is symmetric, to (j, i). */
export function addTo({ entries }: Triangle, i: number, j: number, value: number): void {
  const place = i >= j ? rowOf(i) + j : rowOf(j) + i;
  entries[place] = (entries[place] as number) + value;
}

/**
 * Returns the diagonal of the inverse of a positive definite matrix, by Cholesky decomposition; n³ / 3 multiplications. The entries are
 * overwritten.
 *
 * @param betweenSteps called after each row.
 * @returns null if the matrix is not positive definite.
 */
export function inverseDiagonal(matrix: Triangle, betweenSteps: () => void = () => {}): Float64Array | null {
  const { size, entries } = matrix;
  const dot = (one: Float64Array, at: number, other: Float64Array, otherAt: number, count: number) => {
    let sum = 0;
    for (let k = 0; k < count; k += 1) sum += (one[at + k] as number) * (other[otherAt + k] as number);
    return sum;
  };
  for (let i = 0; i < size; i += 1) {
    const own = rowOf(i);
    for (let j = 0; j <= i; j += 1) {
      const other = rowOf(j);
      const rest = (entries[own + j] as number) - dot(entries, own, entries, other, j);
      if (i === j && !(rest > 0)) return null;
      entries[own + j] = i === j ? Math.sqrt(rest) : rest / (entries[other + j] as number);
    }
    betweenSteps();
  }
  // Column j of the inverted triangle; the squares of its entries add up to entry (j, j) of the inverse.
  const diagonal = new Float64Array(size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j += 1) {
    column[j] = 1 / (entries[rowOf(j) + j] as number);
    for (let i = j + 1; i < size; i += 1) {
      const own = rowOf(i);
      column[i] = -dot(entries, own + j, column, j, i - j) / (entries[own + i] as number);
    }
    diagonal[j] = dot(column, j, column, j, size - j);
    betweenSteps();
  }
  return diagonal;
}
