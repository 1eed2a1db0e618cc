/** A point in drawing units. */
export type Point = readonly [x: number, y: number];

export interface MirrorCurve {
  /** One closed SVG path per line; exactly one if the grid dimensions are coprime. */
  lines: string[];
  /** In row order, each row from left to right. */
  dots: Point[];
  width: number;
  height: number;
}

const number = (value: number) => String(+value.toFixed(1));

/**
 * Returns the mirror curve around a grid of dots: a ray that leaves a wall at 45° between two dots and is reflected at the walls until it
 * returns to its start. Mirror curves are the simplest mathematical family of sona drawings.
 *
 * Reflections are rounded with a quadratic curve, so the drawing has no sharp corners.
 */
export function mirrorCurve(columns: number, rows: number, unit = 20): MirrorCurve {
  const right = 2 * columns;
  const bottom = 2 * rows;
  const cutAt = 0.68;
  const seen = new Set<number>();
  const lines: string[] = [];

  for (let start = 1; start < right; start += 2) {
    if (seen.has(start)) continue;
    const bounces: Point[] = [];
    let x = start;
    let y = 0;
    let dx = 1;
    let dy = 1;
    do {
      const step = Math.min(dx > 0 ? right - x : x, dy > 0 ? bottom - y : y);
      x += dx * step;
      y += dy * step;
      bounces.push([x, y]);
      if (y === 0) seen.add(x);
      if (x === 0 || x === right) dx = -dx;
      if (y === 0 || y === bottom) dy = -dy;
    } while (!(x === start && y === 0 && dx === 1));

    const write = (px: number, py: number) => `${number((px * unit) / 2)} ${number((py * unit) / 2)}`;
    let path = '';
    let pen = '';
    bounces.forEach(([bx, by], i) => {
      const toward = ([nx, ny]: Point) => {
        const length = Math.max(Math.abs(nx - bx), Math.abs(ny - by));
        const t = Math.min(cutAt, length / 2) / length;
        return write(bx + (nx - bx) * t, by + (ny - by) * t);
      };
      const from = toward(bounces[(i + bounces.length - 1) % bounces.length] as Point);
      const to = toward(bounces[(i + 1) % bounces.length] as Point);
      // Between neighbouring walls the corners touch, so no straight segment is drawn.
      path += i === 0 ? `M${from}` : from === pen ? '' : `L${from}`;
      path += `Q${write(bx, by)} ${to}`;
      pen = to;
    });
    lines.push(`${path}Z`);
  }

  const dots: Point[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) dots.push([(column + 0.5) * unit, (row + 0.5) * unit]);
  }
  return { lines, dots, width: columns * unit, height: rows * unit };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * Returns the grid dimensions for a number of questions: the widest of two to five rows that yields a single line and is at least as wide
 * as tall, or beyond 20 questions the narrowest; otherwise one row. 10 → 5 × 2, 12 → 4 × 3, 20 → 5 × 4, 30 → 6 × 5.
 */
export function gridFor(questions: number): readonly [columns: number, rows: number] {
  for (const rows of questions > 20 ? [5, 4, 3, 2] : [2, 3, 4, 5]) {
    const columns = questions / rows;
    if (Number.isInteger(columns) && columns >= rows && commonDivisor(columns, rows) === 1) return [columns, rows];
  }
  return [questions, 1];
}

/** Width of one question on the progress wave, in drawing units. */
export const WAVE_STEP = 28;

/** Returns the wave of the progress line: one arc per question, alternating above and below. */
export function wave(questions: number): string {
  let path = 'M0 16';
  for (let i = 0; i < questions; i++) path += i % 2 === 0 ? 'c10-14.6 18-14.6 28 0' : 'c10 14.6 18 14.6 28 0';
  return path;
}

/**
 * Returns the number of arcs to draw: up to the current question, or past the last answered one if the child has gone back. The arc of the
 * current question is added when the child moves on.
 */
export function drawnArcs(answered: readonly boolean[], current: number | undefined): number {
  let reach = current ?? 0;
  answered.forEach((done, i) => {
    if (done && i !== current) reach = Math.max(reach, i + 1);
  });
  return reach;
}
