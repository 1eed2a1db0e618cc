import { quantile } from './grey.rules.ts';
import type { Point } from './layout.rules.ts';

/** A cell of a rectified patch: millimetres from the centre of a bubble, and its shade. */
export interface Cell extends Point {
  shade: number;
}

/** Estimates the shade of white paper at a place under a bubble from the paper around it. */
export type White = (place: Point) => number;

/** Number of directions in which the paper around a bubble is examined. */
const SECTORS = 16;
/** Maximum share of a sector's cells that are darker than its paper, because of pen strokes or noise. */
const PAPER_SHARE = 0.6;
/** Cells darker than this share of their sector's paper are strokes. */
const STROKE = 0.7;
/** If the quotient of the darkest and the lightest sector is at least this, the light is even. */
const EVEN = 0.93;
/** Directions and distances in millimetres in which the edge of a shadow is searched. */
const ANGLES = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 24);
const OFFSETS = Array.from({ length: 29 }, (_, index) => (index - 14) * 0.25);

/**
 * Estimates the shade of white paper under a bubble from a ring of paper around it. It compares three models and takes the one that
 * explains the ring best: even light, evenly decreasing light (a plane), and the edge of a shadow (two shades on either side of a line).
 */
export function whiteUnder(ring: readonly Cell[]): White {
  const papers = sectorPapers(ring);
  const [least, most] = [Math.min(...papers), Math.max(...papers)];
  const mean = papers.reduce((sum, one) => sum + one, 0) / papers.length;
  if (least > most * EVEN) return () => mean;
  const paper = ring.filter((cell) => cell.shade > (papers[sectorOf(cell)] as number) * STROKE);
  const [plane, step] = [planeThrough(paper), stepThrough(paper)];
  if (!plane) return step ? step.white : () => mean;
  return step && step.error < plane.error * 0.8 ? step.white : plane.white;
}

const sectorOf = ({ x, y }: Point) => Math.floor(((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * SECTORS) % SECTORS;

function sectorPapers(ring: readonly Cell[]): number[] {
  const sectors: number[][] = Array.from({ length: SECTORS }, () => []);
  for (const cell of ring) sectors[sectorOf(cell)]?.push(cell.shade);
  return sectors.map((shades) => (shades.length === 0 ? 255 : quantile(shades, PAPER_SHARE)));
}

interface Fitted {
  white: White;
  /** Sum of squared errors. */
  error: number;
}

/** Least squares of shade = a + b·x + c·y. */
function planeThrough(cells: readonly Cell[]): Fitted | undefined {
  const n = cells.length;
  const sum = (of: (cell: Cell) => number) => cells.reduce((all, cell) => all + of(cell), 0);
  const [mx, my, ms] = [sum(({ x }) => x) / n, sum(({ y }) => y) / n, sum(({ shade }) => shade) / n];
  let [xx, yy, xy, xs, ys] = [0, 0, 0, 0, 0];
  for (const cell of cells) {
    const [x, y, s] = [cell.x - mx, cell.y - my, cell.shade - ms];
    xx += x * x;
    yy += y * y;
    xy += x * y;
    xs += x * s;
    ys += y * s;
  }
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-6)) return undefined;
  const b = (xs * yy - ys * xy) / determinant;
  const c = (ys * xx - xs * xy) / determinant;
  const white = ({ x, y }: Point) => ms + b * (x - mx) + c * (y - my);
  return { white, error: sum((cell) => (cell.shade - white(cell)) ** 2) };
}

/** Returns the straight line with one shade on each side that fits the cells best. */
function stepThrough(cells: readonly Cell[]): Fitted | undefined {
  let best: { gain: number; angle: number; offset: number; sides: [number, number] } | undefined;
  const total = cells.reduce((sum, { shade }) => sum + shade, 0);
  for (const angle of ANGLES) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const counts = new Float64Array(OFFSETS.length + 1);
    const sums = new Float64Array(OFFSETS.length + 1);
    for (const { x, y, shade } of cells) {
      // Number of offsets below the cell.
      const at = Math.min(OFFSETS.length, Math.max(0, Math.ceil((x * cos + y * sin - (OFFSETS[0] as number)) / 0.25)));
      counts[at] = (counts[at] as number) + 1;
      sums[at] = (sums[at] as number) + shade;
    }
    let [count, sum] = [0, 0];
    OFFSETS.forEach((offset, index) => {
      count += counts[index] as number;
      sum += sums[index] as number;
      const rest = cells.length - count;
      if (count < cells.length * 0.05 || rest < cells.length * 0.05) return;
      // The part of the sum of squares that the two means explain.
      const gain = (sum * sum) / count + ((total - sum) * (total - sum)) / rest;
      if (!best || gain > best.gain) best = { gain, angle, offset, sides: [sum / count, (total - sum) / rest] };
    });
  }
  if (!best) return undefined;
  const { angle, offset, sides } = best;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const white = ({ x, y }: Point) => (x * cos + y * sin <= offset ? sides[0] : sides[1]);
  return { white, error: cells.reduce((sum, cell) => sum + (cell.shade - white(cell)) ** 2, 0) };
}
