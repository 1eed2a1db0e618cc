import type { Point } from './layout.rules.ts';

/** A projective map of the plane as nine numbers, row by row; the last is 1. */
export type Homography = readonly number[];

/** Returns the point to which a homography maps a point. */
export function project(h: Homography, { x, y }: Point): Point {
  const w = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
  return {
    x: ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w,
    y: ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w,
  };
}

/**
 * Returns the homography that maps each `from` as close as possible to its `to`: exact for four pairs, least squares of the linear
 * equations for more (direct linear transform with Hartley's normalisation; Hartley & Zisserman, Multiple View Geometry, §4.1 and §4.4).
 *
 * @returns undefined when the points do not determine one, for example if three are on a line.
 */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography | undefined {
  if (from.length < 4 || from.length !== to.length) return undefined;
  const [a, b] = [normalise(from), normalise(to)];
  if (!a || !b) return undefined;
  // Normal equations of the 2n × 8 system.
  const matrix = Array.from({ length: 8 }, () => new Float64Array(9));
  const add = (row: readonly number[], value: number) => {
    for (let i = 0; i < 8; i += 1) {
      const line = matrix[i] as Float64Array;
      for (let j = 0; j < 8; j += 1) line[j] = (line[j] as number) + (row[i] as number) * (row[j] as number);
      line[8] = (line[8] as number) + (row[i] as number) * value;
    }
  };
  a.points.forEach((p, index) => {
    const q = b.points[index] as Point;
    add([p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x], q.x);
    add([0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y], q.y);
  });
  const solved = solve(matrix);
  if (!solved) return undefined;
  // Undo the normalisation: B⁻¹ · H · A.
  const back = [1 / b.scale, 0, b.x, 0, 1 / b.scale, b.y, 0, 0, 1];
  const there = [a.scale, 0, -a.scale * a.x, 0, a.scale, -a.scale * a.y, 0, 0, 1];
  const h = multiply(multiply(back, [...solved, 1]), there);
  const last = h[8] as number;
  return Math.abs(last) < 1e-12 ? undefined : h.map((value) => value / last);
}

/** Returns the inverse of a homography; undefined when it has none. */
export function inverseOf(h: Homography): Homography | undefined {
  const [a, b, c, d, e, f, g, i, j] = h as [number, number, number, number, number, number, number, number, number];
  const inverse = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ];
  const last = inverse[8] as number;
  return Math.abs(last) < 1e-12 ? undefined : inverse.map((value) => value / last);
}

/** Square root of the area of the image of a unit square at `p`. */
export function scaleAt(h: Homography, p: Point): number {
  const [o, i, j] = [project(h, p), project(h, { x: p.x + 1, y: p.y }), project(h, { x: p.x, y: p.y + 1 })];
  return Math.sqrt(Math.abs((i.x - o.x) * (j.y - o.y) - (i.y - o.y) * (j.x - o.x)));
}

function normalise(points: readonly Point[]) {
  const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
  const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
  const spread = points.reduce((sum, p) => sum + Math.hypot(p.x - x, p.y - y), 0) / points.length;
  if (!(spread > 0)) return undefined;
  const scale = Math.SQRT2 / spread;
  return { x, y, scale, points: points.map((p) => ({ x: (p.x - x) * scale, y: (p.y - y) * scale })) };
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [Math.floor(index / 3) * 3, index % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (a[row + k] as number) * (b[k * 3 + column] as number), 0);
  });
}

/** Gaussian elimination with partial pivoting on an 8 × 9 matrix. @returns undefined when it is singular. */
function solve(matrix: Float64Array[]): number[] | undefined {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[best]?.[column] as number)) best = row;
    const pivot = matrix[best] as Float64Array;
    matrix[best] = matrix[column] as Float64Array;
    matrix[column] = pivot;
    if (Math.abs(pivot[column] as number) < 1e-10) return undefined;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const line = matrix[row] as Float64Array;
      const factor = (line[column] as number) / (pivot[column] as number);
      for (let k = column; k <= size; k += 1) line[k] = (line[k] as number) - factor * (pivot[k] as number);
    }
  }
  return matrix.map((line, index) => (line[size] as number) / (line[index] as number));
}
