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

/** What a bubble shows. `faint`: too much for empty, too little for sure. `crossed`: filled, with strokes beyond its edge. */
export type BubbleState = 'empty' | 'faint' | 'filled' | 'crossed';

export interface Bubble {
  state: BubbleState;
  /** Share of the bubble that is inked, in the ink of the printed bar: 0 empty, 1 full. */
  ink: number;
  /** How many of the four quarters around its circle have strokes. */
  around: number;
  /** 0 at a limit between two states, 1 far from any. */
  confidence: number;
}

/** Why a row is asked about. */
export type Doubt = 'double' | 'faint' | 'crossed' | 'blank';

export interface RowReading {
  number: number;
  /** The best guess; null when no bubble is filled. */
  letter: Letter | null;
  /** Whether the guess may stand without being asked about. */
  sure: boolean;
  doubt: Doubt | null;
  bubbles: readonly Bubble[];
}

export interface SheetReading {
  rows: readonly RowReading[];
  /** Shades between paper and print, in the row where they are closest. */
  contrast: number;
  /** Millimetres over which the edges of the corner marks go from 20 % to 80 %, as a median. */
  blur: number;
}

/** Limits of the inked share. Chosen on photographs made by bench/paper.ts; the distance to both classes is in docs/paper.md. */
export const INK = { empty: 0.045, filled: 0.17 } as const;
/** Beside a filled bubble, one with less than this share of its ink is a smudge, or paper that is not flat. */
export const SMUDGE = 0.22;
/** A bubble is looked at in a square of so many millimetres around its centre, in steps of `STEP`. */
const REACH = 4.8;
const STEP = 0.2;
const SIZE = 2 * Math.round(REACH / STEP) + 1;
/** The printed circle is looked for so far from where the corner marks put it: paper is not flat. */
const SEARCH = 1.2;
/** Within this radius ink counts; the circle itself lies beyond. */
const INSIDE = 1.9;
/** Strokes between these radii are beyond the circle. */
const BEYOND = { from: 3.3, to: 4.2 } as const;
/** Ink from which on a place beyond the circle has a stroke: a thin one of a pale pen, blurred, has little; grains have some too. */
const BEYOND_INK = { least: 0.15, most: 0.3, grains: 2.5 } as const;
/** Quarters around a filled bubble with strokes in them, from which on it may have been crossed out. */
const CROSSED_QUARTERS = 3;
/** A single line through a bubble reaches so far on two opposite sides; who fills it carelessly does not. */
const STRUCK = { from: 3.9, to: 4.7 } as const;
/** The same around an empty bubble in a row where none is filled, from which on the row is asked about. */
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
 * The state of a bubble by its inked share and the quarters around it that have strokes.
 *
 * @param struck whether strokes go on at a distance on two opposite sides.
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
 * What a row of bubbles says. Sure only when one bubble is filled and all others are empty. A bubble that is crossed out counts as not
 * chosen in the guess, and is asked about; so is a row without any mark, because a pale ring around a letter may not show.
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
  // A ring around the letter, or a tick beside it: nothing inside, and yet an answer.
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
  // Light makes print and paper darker by one factor: what counts is their quotient.
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

/** What an empty bubble measures, by letter: its printed letter and circle, blurred. Most bubbles of a sheet are empty. */
function emptyBubbles(rows: readonly (readonly Measured[])[]): number[] {
  const columns = Math.max(0, ...rows.map((bubbles) => bubbles.length));
  const all = rows.flat().map(({ ink }) => ink);
  return Array.from({ length: columns }, (_, column) => {
    const inks = rows.flatMap((bubbles) => (bubbles[column] ? [bubbles[column].ink] : []));
    // A child may fill one letter all the way down: no more than the emptiest bubbles of the sheet and a little.
    return Math.min(quantile(inks, 0.25), quantile(all, 0.25) + 0.05, 0.3);
  });
}

/** The darkest part of a bar: the mean shade of its middle, where blur reaches least. */
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

/** The surroundings of a point on the sheet, straightened: SIZE × SIZE shades. */
function patchAt(grey: Grey, h: Homography, centre: Point): Float32Array {
  const patch = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1)
      patch[y * SIZE + x] = shade(grey, project(h, { x: centre.x + x * STEP - REACH, y: centre.y + y * STEP - REACH }));
  return patch;
}

/** Places of a patch in millimetres from its middle. */
const CELLS = Array.from({ length: SIZE * SIZE }, (_, at) => {
  const x = (at % SIZE) * STEP - REACH;
  const y = Math.floor(at / SIZE) * STEP - REACH;
  return { x, y, radius: Math.hypot(x, y) };
});
/** Cells of the printed circle, and of the ring of paper around it, as steps from the middle. */
const AROUND = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);
const ring = (radius: number) =>
  AROUND.map(
    (angle) => Math.round((radius * Math.sin(angle)) / STEP) * SIZE + Math.round((radius * Math.cos(angle)) / STEP),
  );
const CIRCLE = ring(BUBBLE_RADIUS - 0.05);
const PAPER = ring(BUBBLE_RADIUS + 0.7);

/** Where the printed circle lies in a patch, in millimetres from its middle: darkest circle inside the lightest ring. */
function circleOffset(patch: Float32Array): Point {
  const middle = (SIZE - 1) / 2;
  const reach = Math.round(SEARCH / STEP);
  let best = { x: 0, y: 0, score: Number.NEGATIVE_INFINITY };
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1) {
      const at = (middle + y) * SIZE + middle + x;
      // Near the middle when two places are as good.
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
  // Two quarters that are opposite, and those alone: a line, and no careless filling.
  const struck = isAcross(far.stroked()) || (quarters === 2 && isAcross(near.stroked()));
  return { ink: sum / count, quarters, struck };
}

const isAcross = ([one, two, three, four]: readonly boolean[]) => Boolean((one && four) || (two && three));

/** The ink of a stroke on this paper, by how much the grains of the picture differ around the bubble. */
function strokeFrom(around: readonly number[]): number {
  const grains = 1.48 * median(around.map(Math.abs));
  return Math.min(BEYOND_INK.most, Math.max(BEYOND_INK.least, BEYOND_INK.grains * grains));
}

/** Which of the quarters around a bubble have strokes: upper left, upper right, lower left, lower right. */
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

/** How wide the edges of the corner marks are in the picture: see `SheetReading.blur`. */
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
