import { type Homography, project } from './homography.rules.ts';
import {
  BUBBLE_RADIUS,
  type Layout,
  type LayoutRow,
  LETTERS,
  type Letter,
  MARK_SIDE,
  type Point,
} from './layout.rules.ts';
import { whiteUnder } from './light.rules.ts';
import { type Grey, shade } from './marks.rules.ts';

/** State of a bubble. `faint`: too much ink for empty, too little to be certain. `crossed`: filled, with strokes beyond its edge. */
export type BubbleState = 'empty' | 'faint' | 'filled' | 'crossed';

export interface Bubble {
  state: BubbleState;
  /** Inked share of the bubble, relative to the ink of the printed bar: 0 empty, 1 full. */
  ink: number;
  /** Number of the four quarters around its circle that have strokes. */
  around: number;
  /** 0 at a threshold between two states, 1 far from any. */
  confidence: number;
}

/** Why the parent is asked about a row. */
export type Doubt = 'double' | 'faint' | 'crossed' | 'blank';

export interface RowReading {
  number: number;
  /** The best guess; null when no bubble is filled. */
  letter: Letter | null;
  /** Whether the guess is accepted without asking the parent. */
  sure: boolean;
  doubt: Doubt | null;
  bubbles: readonly Bubble[];
}

export interface SheetReading {
  rows: readonly RowReading[];
  /** Difference of shade between paper and print, in the row where it is smallest. */
  contrast: number;
  /** Millimetres over which the edges of the corner marks go from 20 % to 80 %, as a median. */
  blur: number;
}

/**
 * Thresholds of the inked share. They were chosen on photographs made by bench/paper.ts; docs/paper.md states their distance to both
 * classes.
 */
export const INK = { empty: 0.045, filled: 0.17 } as const;
/** Beside a filled bubble, one with less than this share of its ink is a smudge, or a shade of uneven paper. */
const SMUDGE = 0.22;
/** A bubble is examined in a square of this many millimetres around its centre, in steps of `STEP`. */
const REACH = 4.8;
const STEP = 0.2;
const SIZE = 2 * Math.round(REACH / STEP) + 1;
/** The printed circle is searched within this distance of where the corner marks place it, because paper is not flat. */
const SEARCH = 1.2;
/** Ink counts within this radius; the circle itself is outside it. */
const INSIDE = 1.9;
/** Strokes between these radii are outside the circle. */
const BEYOND = { from: 3.3, to: 4.2 } as const;
/**
 * Minimum ink of a stroke outside the circle. A thin, blurred stroke of a pale pen has little ink, but noise of the picture has some too.
 */
const BEYOND_INK = { least: 0.15, most: 0.3, grains: 2.5 } as const;
/** A filled bubble with strokes in at least this number of quarters around it may be crossed out. */
const CROSSED_QUARTERS = 3;
/** A line that crosses a bubble out extends this far on two opposite sides; careless filling does not. */
const STRUCK = { from: 3.9, to: 4.7 } as const;
/** If no bubble of a row is filled, strokes in at least this number of quarters around an empty one make the row doubtful. */
const BESIDE_QUARTERS = 1;

/** Reads all rows of a sheet. */
export function readBubbles(grey: Grey, homography: Homography, layout: Layout): SheetReading {
  const measured = layout.rows.map((row) => measureRow(grey, homography, row));
  const baseline = emptyBubbles(measured.map(({ bubbles }) => bubbles));
  return {
    rows: measured.map(({ row, bubbles }) =>
      decideRow(
        row.number,
        bubbles.map(({ ink, quarters, struck }, index) => bubbleOf(above(ink, baseline[index] ?? 0), quarters, struck)),
      ),
    ),
    contrast: Math.min(...measured.map(({ contrast }) => contrast)),
    blur: edgeWidth(grey, homography, layout),
  };
}

const above = (ink: number, empty: number) => Math.min(1, Math.max(0, (ink - empty) / (1 - empty)));

/**
 * Returns the state of a bubble by its inked share and the number of quarters around it with strokes.
 *
 * @param struck whether strokes extend far on two opposite sides.
 */
export function bubbleOf(ink: number, quarters: number, struck = false): Bubble {
  const confidence = Math.min(
    1,
    Math.min(Math.abs(ink - INK.empty) / INK.empty, Math.abs(ink - INK.filled) / INK.empty),
  );
  const bubble = { ink, around: quarters, confidence };
  if (ink < INK.empty) return { state: 'empty', ...bubble };
  if (ink < INK.filled) return { state: 'faint', ...bubble };
  return { state: struck || quarters >= CROSSED_QUARTERS ? 'crossed' : 'filled', ...bubble };
}

/**
 * Returns the reading of a row of bubbles. It is certain only when one bubble is filled and all others are empty. The guess ignores
 * crossed-out bubbles, but the parent is asked about them. The parent is also asked about a row without any mark, because a pale ring
 * around a letter may not be visible.
 */
export function decideRow(number: number, read: readonly Bubble[]): RowReading {
  const fullest = Math.max(0, ...read.filter(({ state }) => state === 'filled').map(({ ink }) => ink));
  const bubbles = read.map((bubble) =>
    bubble.state === 'faint' && bubble.ink < fullest * SMUDGE ? { ...bubble, state: 'empty' as const } : bubble,
  );
  const where = (state: BubbleState) => bubbles.flatMap((bubble, index) => (bubble.state === state ? [index] : []));
  const [filled, crossed, faint] = [where('filled'), where('crossed'), where('faint')];
  const letterOf = (index: number | undefined): Letter | null =>
    index === undefined ? null : (LETTERS[index] ?? null);
  const reading = (letter: Letter | null, doubt: Doubt | null): RowReading => ({
    number,
    letter,
    sure: doubt === null,
    doubt,
    bubbles,
  });
  if (filled.length > 1) return reading(null, 'double');
  if (crossed.length > 0) return reading(letterOf(filled[0]), 'crossed');
  if (filled.length === 1) return reading(letterOf(filled[0]), faint.length > 0 ? 'double' : null);
  if (faint.length > 0) return reading(faint.length === 1 ? letterOf(faint[0]) : null, 'faint');
  // A ring around the letter, or a tick beside it, is an answer although nothing is inside the bubble.
  const beside = bubbles.flatMap(({ around }, index) => (around >= BESIDE_QUARTERS ? [index] : []));
  if (beside.length > 0) return reading(beside.length === 1 ? letterOf(beside[0]) : null, 'faint');
  return reading(null, 'blank');
}

interface Measured {
  ink: number;
  quarters: number;
  struck: boolean;
}

function measureRow(grey: Grey, h: Homography, row: LayoutRow) {
  const bar = patchAt(grey, h, row.bar);
  const black = barShade(grey, h, row.bar);
  const barPaper = paperShade(bar);
  // A shadow darkens print and paper by the same factor, so their quotient is used.
  const depth = Math.max(1 - black / Math.max(barPaper, 1), 0.05);
  const patches = row.bubbles.map((centre) => patchAt(grey, h, centre));
  const offsets = patches.map(circleOffset);
  let contrast = barPaper - black;
  const bubbles = patches.map((patch, index): Measured => {
    const near = offsets.slice(Math.max(0, index - 1), index + 2);
    const offset = { x: median(near.map(({ x }) => x)), y: median(near.map(({ y }) => y)) };
    contrast = Math.min(contrast, paperShade(patch) * depth);
    return inkOf(patch, offset, depth);
  });
  return { row, bubbles, contrast };
}

/**
 * Returns the ink measured in an empty bubble of each letter: its printed letter and circle, blurred. Most bubbles of a sheet are empty.
 */
function emptyBubbles(rows: readonly (readonly Measured[])[]): number[] {
  const columns = Math.max(0, ...rows.map((bubbles) => bubbles.length));
  const all = rows.flat().map(({ ink }) => ink);
  return Array.from({ length: columns }, (_, column) => {
    const inks = rows.flatMap((bubbles) => (bubbles[column] ? [bubbles[column].ink] : []));
    // A child may have filled the same letter in every row: the value is limited to that of the emptiest bubbles of the sheet plus a
    // margin.
    return Math.min(quantile(inks, 0.25), quantile(all, 0.25) + 0.05, 0.3);
  });
}

/** Returns the shade of a bar: the mean of its middle, which blur affects least. */
function barShade(grey: Grey, h: Homography, bar: Point): number {
  let darkest = 255;
  for (const dx of [-0.6, 0, 0.6])
    for (const dy of [-0.8, -0.4, 0, 0.4, 0.8]) {
      let sum = 0;
      for (const x of [-0.6, 0, 0.6])
        for (const y of [-0.3, 0.3]) sum += shade(grey, project(h, { x: bar.x + dx + x, y: bar.y + dy + y }));
      darkest = Math.min(darkest, sum / 6);
    }
  return darkest;
}

/** Returns the surroundings of a point on the sheet, rectified: SIZE × SIZE shades. */
function patchAt(grey: Grey, h: Homography, centre: Point): Float32Array {
  const patch = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1)
      patch[y * SIZE + x] = shade(grey, project(h, { x: centre.x + x * STEP - REACH, y: centre.y + y * STEP - REACH }));
  return patch;
}

/** The cells of a patch in millimetres from its centre. */
const CELLS = Array.from({ length: SIZE * SIZE }, (_, at) => {
  const x = (at % SIZE) * STEP - REACH;
  const y = Math.floor(at / SIZE) * STEP - REACH;
  return { x, y, radius: Math.hypot(x, y) };
});
/** Cells of the printed circle, and of the ring of paper around it, as steps from the centre. */
const AROUND = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);
const ring = (radius: number) =>
  AROUND.map(
    (angle) => Math.round((radius * Math.sin(angle)) / STEP) * SIZE + Math.round((radius * Math.cos(angle)) / STEP),
  );
const CIRCLE = ring(BUBBLE_RADIUS - 0.05);
const PAPER = ring(BUBBLE_RADIUS + 0.7);

/** Offset of the printed circle in a patch, in millimetres from its centre: where the circle is darkest inside the lightest ring. */
function circleOffset(patch: Float32Array): Point {
  const middle = (SIZE - 1) / 2;
  const reach = Math.round(SEARCH / STEP);
  let best = { x: 0, y: 0, score: Number.NEGATIVE_INFINITY };
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1) {
      const at = (middle + y) * SIZE + middle + x;
      // Among equally good positions, the one nearest to the centre is chosen.
      let score = -Math.hypot(x, y) * STEP * 20;
      for (const step of PAPER) score += patch[at + step] as number;
      for (const step of CIRCLE) score -= patch[at + step] as number;
      if (score > best.score) best = { x: x * STEP, y: y * STEP, score };
    }
  return best;
}

function paperShade(patch: Float32Array): number {
  return quantile(
    CELLS.flatMap(({ radius }, at) => (radius > BUBBLE_RADIUS + 0.6 ? [patch[at] as number] : [])),
    0.6,
  );
}

function inkOf(patch: Float32Array, offset: Point, depth: number): Measured {
  const cells = CELLS.map(({ x, y }, at) => ({ x: x - offset.x, y: y - offset.y, shade: patch[at] as number }));
  const white = whiteUnder(cells.filter(({ x, y }) => isAround(Math.hypot(x, y))));
  let [sum, count] = [0, 0];
  const inkAt = (cell: (typeof cells)[number]) => (1 - cell.shade / Math.max(white(cell), 1)) / depth;
  const stroke = strokeFrom(cells.filter(({ x, y }) => isAround(Math.hypot(x, y))).map(inkAt));
  const [near, far] = [quartersOf(stroke), quartersOf(stroke)];
  for (const cell of cells) {
    const radius = Math.hypot(cell.x, cell.y);
    const ink = Math.min(1, Math.max(0, inkAt(cell)));
    if (radius <= INSIDE) {
      sum += ink;
      count += 1;
    }
    if (radius >= BEYOND.from && radius <= BEYOND.to) near.add(cell, ink);
    if (radius >= STRUCK.from && radius <= STRUCK.to) far.add(cell, ink);
  }
  const quarters = near.stroked().filter(Boolean).length;
  // Strokes in exactly two opposite quarters are a line, not careless filling.
  const struck = isAcross(far.stroked()) || (quarters === 2 && isAcross(near.stroked()));
  return { ink: sum / count, quarters, struck };
}

const isAcross = ([one, two, three, four]: readonly boolean[]) => Boolean((one && four) || (two && three));

/** Minimum ink of a stroke on this paper, by the noise of the picture around the bubble. */
function strokeFrom(around: readonly number[]): number {
  const grains = 1.48 * median(around.map(Math.abs));
  return Math.min(BEYOND_INK.most, Math.max(BEYOND_INK.least, BEYOND_INK.grains * grains));
}

/** Returns which quarters around a bubble have strokes: upper left, upper right, lower left, lower right. */
function quartersOf(stroke: number) {
  const strokes = [0, 0, 0, 0];
  const cells = [0, 0, 0, 0];
  return {
    add({ x, y }: Point, ink: number): void {
      const quarter = (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0);
      cells[quarter] = (cells[quarter] as number) + 1;
      if (ink > stroke) strokes[quarter] = (strokes[quarter] as number) + 1;
    },
    stroked: () => strokes.map((count, quarter) => count > (cells[quarter] as number) * 0.05),
  };
}

const isAround = (radius: number) => radius > BUBBLE_RADIUS + 0.5 && radius < REACH;

/** Width of the corner marks' edges in the picture: see `SheetReading.blur`. */
function edgeWidth(grey: Grey, h: Homography, layout: Layout): number {
  const widths: number[] = [];
  for (const mark of layout.marks)
    for (const [ux, uy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const at = (mm: number) => {
        let sum = 0;
        for (const side of [-1.5, 0, 1.5])
          sum += shade(grey, project(h, { x: mark.x + ux * mm + uy * side, y: mark.y + uy * mm + ux * side }));
        return sum / 3;
      };
      const edge = MARK_SIDE / 2;
      const [ink, paper] = [at(edge - 2.4), at(edge + 2.4)];
      if (paper - ink < 15) continue;
      const crossing = (share: number) => {
        for (let mm = edge - 2.4; mm < edge + 2.4; mm += 0.1) if (at(mm) > ink + (paper - ink) * share) return mm;
        return edge + 2.4;
      };
      widths.push(crossing(0.8) - crossing(0.2));
    }
  return widths.length === 0 ? Number.POSITIVE_INFINITY : median(widths);
}

const median = (values: readonly number[]) => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
