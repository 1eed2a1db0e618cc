import { type Grey, median, quantile, rectified, shade } from './grey.rules.ts';
import { type Homography, project } from './homography.rules.ts';
import { BUBBLE_RADIUS, type LayoutRow, type Point } from './layout.rules.ts';
import { type Cell, whiteUnder } from './light.rules.ts';
import { offsetAt, type Shift } from './places.rules.ts';

// Measures the ink in and around the bubbles of one row.

/** What is measured of a bubble. Ink is relative to the print's depth in this row: 0 paper, 1 as dark as the printed bar. */
export interface Measured {
  /** Mean ink inside the circle, by the paper around the bubble. */
  ink: number;
  /** The same by what is dark against the paper on both sides of it: nothing at the edge of a shadow, but less than all of a large blot. */
  narrow: number;
  /** The darkest tenth of the inside. */
  peak: number;
  /** Share of the inside that is paper: most of it beside a single line, little where the bubble was filled. */
  paper: number;
  /** Number of the four quarters around its circle that have strokes. */
  quarters: number;
  /** Whether strokes extend far on two opposite sides. */
  struck: boolean;
  /** Number of separate strokes that leave the circle, and the share of the directions around it that they take. */
  arms: number;
  spread: number;
  /** Number of ends of lines just outside the circle, as those of a small cross over a filled bubble. */
  stubs: number;
  /** Ink of the palest end of two crossing lines just outside the circle, above the ink beside it; about 0 if there is no cross. */
  crossing: number;
  /** How clearly the printed circle is visible where it is palest: its contrast to the paper on both sides, 0 to 1. */
  circle: number;
}

export interface MeasuredRow {
  number: number;
  bubbles: readonly Measured[];
  /** Where its bar and its bubbles were found. */
  shifts: readonly Shift[];
  /** Difference of shade between paper and print. */
  contrast: number;
}

/** A bubble is examined in a square of this many millimetres around its centre, in steps of `STEP`. */
const REACH = 4.8;
const STEP = 0.2;
const SIZE = 2 * Math.round(REACH / STEP) + 1;
/** The printed circle is searched within this distance of where its neighbours suggest it. */
const SEARCH = 1.2;
/** Ink counts within this radius; the circle itself is outside it. */
const INSIDE = 1.9;
/** Strokes between these radii are outside the circle. */
const BEYOND = { from: 3.3, to: 4.2 } as const;
/** The ends of a small cross are seen between these radii, above the blurred circle by this ink. */
const STUBS = { from: 2.85, to: 3.4, ink: 0.12 } as const;
/** The two lines of a cross are at least this number of directions apart. */
const LINES_APART = 3;
/** Minimum ink of a stroke outside the circle. A thin, blurred stroke of a pale pen has little ink, but noise has some too. */
const BEYOND_INK = { least: 0.15, most: 0.3, grains: 2.5 } as const;
/** A line that crosses a bubble out extends this far on two opposite sides; careless filling does not. */
const STRUCK = { from: 3.9, to: 4.7 } as const;
/** The lines of a cross or a tick meet within this radius; paper is searched outside it. */
const MIDDLE = 0.9;
/** A cell with less than this share of the bubble's darkest ink is paper. */
const PAPER_SHARE = 0.4;

/** Offsets of a row from its place by the homography, in millimetres: its bar, and the bar to the right of its bubbles if there is one. */
export interface RowOffsets {
  bar: Point;
  right: Shift | undefined;
}

/** Share of the light that the print absorbs at a bar: what full ink absorbs there. A shadow darkens print and paper by the same factor. */
export function depthAt(grey: Grey, h: Homography, row: LayoutRow, { bar }: RowOffsets): number {
  const at = { x: row.bar.x + bar.x, y: row.bar.y + bar.y };
  return Math.max(1 - barShade(grey, h, at) / Math.max(paperShade(patchAt(grey, h, at)), 1), 0.05);
}

/** Measures the bubbles of a row. `depth`: share of the light that full ink absorbs. */
export function measureRow(grey: Grey, h: Homography, row: LayoutRow, offsets: RowOffsets, depth: number): MeasuredRow {
  let contrast = 255;
  const places = locate(grey, h, row, offsets);
  const bubbles = places.map(({ patch, offset, centre }): Measured => {
    contrast = Math.min(contrast, paperShade(patch) * depth);
    return {
      ...inkOf(patch, offset, depth),
      ...narrowInk(grey, h, centre, depth),
      circle: circleContrast(patch, offset),
    };
  });
  const shifts = [
    { x: row.bar.x, offset: offsets.bar },
    ...row.bubbles.map((bubble, index) => {
      const { x, y } = (places[index] as Place).centre;
      return { x: bubble.x, offset: { x: x - bubble.x, y: y - bubble.y } };
    }),
  ];
  return { number: row.number, bubbles, shifts, contrast };
}

interface Place {
  patch: Float32Array;
  /** Offset of the printed circle in the patch, in millimetres from its middle. */
  offset: Point;
  /** Centre of the bubble on the sheet by the homography, in millimetres. */
  centre: Point;
}

/** Finds the bubbles of a row from left to right: each is expected where the bars, and the bubble before it, suggest. */
function locate(grey: Grey, h: Homography, row: LayoutRow, { bar, right }: RowOffsets): Place[] {
  const ends = [{ x: row.bar.x, offset: bar }, ...(right ? [right] : [])];
  let carry = { x: 0, y: 0 };
  const found = row.bubbles.map((bubble) => {
    const base = offsetAt(ends, bubble.x);
    const expected = { x: base.x + carry.x, y: base.y + carry.y };
    const patch = patchAt(grey, h, { x: bubble.x + expected.x, y: bubble.y + expected.y });
    const offset = circleOffset(patch);
    const away = { x: carry.x + offset.x, y: carry.y + offset.y };
    carry = { x: away.x * 0.8, y: away.y * 0.8 };
    return { bubble, base, expected, patch, away };
  });
  return found.map(({ bubble, base, expected, patch }, index) => {
    const near = found.slice(Math.max(0, index - 1), index + 2);
    const away = { x: median(near.map((one) => one.away.x)), y: median(near.map((one) => one.away.y)) };
    const [x, y] = [base.x + away.x, base.y + away.y];
    return {
      patch,
      offset: { x: x - expected.x, y: y - expected.y },
      centre: { x: bubble.x + x, y: bubble.y + y },
    };
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
  return rectified(grey, h, centre, SIZE, STEP);
}

/** The cells of a patch in millimetres from its centre. */
const CELLS = Array.from({ length: SIZE * SIZE }, (_, at) => {
  const x = (at % SIZE) * STEP - REACH;
  const y = Math.floor(at / SIZE) * STEP - REACH;
  return { x, y, radius: Math.hypot(x, y) };
});
const OUTSIDE = CELLS.flatMap(({ radius }, at) => (radius > BUBBLE_RADIUS + 0.6 ? [at] : []));
/** Cells on a circle around the centre, as steps from it. */
const AROUND = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);
const ring = (radius: number) =>
  AROUND.map(
    (angle) => Math.round((radius * Math.sin(angle)) / STEP) * SIZE + Math.round((radius * Math.cos(angle)) / STEP),
  );
const CIRCLE = ring(BUBBLE_RADIUS - 0.05);
/** Where the line of a circle may be: on curved paper it is an ellipse. */
const LINES = [-0.4, -0.2, -0.05, 0.15].map((off) => ring(BUBBLE_RADIUS + off));
const PAPER = ring(BUBBLE_RADIUS + 0.7);
const WITHIN = ring(BUBBLE_RADIUS - 0.75);

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

/** Number of parts in which a circle's visibility is examined. */
const ARCS = 6;

/** Contrast of the circle to the paper on both sides of its line, in the second palest of its arcs. */
function circleContrast(patch: Float32Array, offset: Point): number {
  const middle = (SIZE - 1) / 2;
  const at = (middle + Math.round(offset.y / STEP)) * SIZE + middle + Math.round(offset.x / STEP);
  const cell = (steps: readonly number[], index: number) =>
    patch[Math.min(patch.length - 1, Math.max(0, at + (steps[index] as number)))] as number;
  const arcs = Array.from({ length: ARCS }, (_, arc) => {
    const meanOf = (steps: readonly number[]) =>
      [0, 1, 2, 3].reduce((sum, index) => sum + cell(steps, arc * 4 + index), 0) / 4;
    return 1 - Math.min(...LINES.map(meanOf)) / Math.max(1, Math.min(meanOf(PAPER), meanOf(WITHIN)));
  });
  return arcs.sort((a, b) => a - b)[1] as number;
}

function paperShade(patch: Float32Array): number {
  return quantile(
    OUTSIDE.map((at) => patch[at] as number),
    0.6,
  );
}

function inkOf(patch: Float32Array, offset: Point, depth: number) {
  const around: (Cell & { radius: number })[] = [];
  const inside: Cell[] = [];
  const edge: Cell[] = [];
  CELLS.forEach((place, at) => {
    const [x, y] = [place.x - offset.x, place.y - offset.y];
    const cell = { x, y, shade: patch[at] as number, radius: Math.hypot(x, y) };
    if (cell.radius <= INSIDE) inside.push(cell);
    else if (isAround(cell.radius)) around.push(cell);
    if (cell.radius >= STUBS.from && cell.radius <= STUBS.to) edge.push(cell);
  });
  const white = whiteUnder(around);
  const inkAt = (cell: Cell) => (1 - cell.shade / Math.max(white(cell), 1)) / depth;
  const inks = around.map(inkAt);
  const stroke = strokeFrom(inks);
  const [near, far] = [quartersOf(stroke), quartersOf(stroke)];
  const directions = directionsOf(stroke);
  around.forEach((cell, at) => {
    const ink = inks[at] as number;
    if (cell.radius >= BEYOND.from && cell.radius <= BEYOND.to) {
      near.add(cell, ink);
      directions.add(cell, ink);
    }
    if (cell.radius >= STRUCK.from && cell.radius <= STRUCK.to) far.add(cell, ink);
  });
  const quarters = near.stroked().filter(Boolean).length;
  // Strokes in exactly two opposite quarters are a line, not careless filling.
  const struck = isAcross(far.stroked()) || (quarters === 2 && isAcross(near.stroked()));
  const sum = inside.reduce((all, cell) => all + Math.min(1, Math.max(0, inkAt(cell))), 0);
  return { ink: sum / inside.length, quarters, struck, ...directions.strokes(), ...endsIn(edge, edge.map(inkAt)) };
}

/** Examines the ink just outside the circle, where the circle's blur leaves some in all directions. */
function endsIn(edge: readonly Cell[], inks: readonly number[]): { stubs: number; crossing: number } {
  const sums = new Array<number>(DIRECTIONS).fill(0);
  const cells = new Array<number>(DIRECTIONS).fill(0);
  edge.forEach((cell, index) => {
    const at = directionOf(cell);
    sums[at] = (sums[at] as number) + (inks[index] as number);
    cells[at] = (cells[at] as number) + 1;
  });
  const means = sums.map((sum, at) => sum / Math.max(1, cells[at] as number));
  const usual = median(means);
  return { stubs: runsOf(means.map((mean) => mean > usual + STUBS.ink)), crossing: crossingIn(means) };
}

/** Returns the second of the lines through the middle that stand out against the directions beside them: see `Measured.crossing`. */
function crossingIn(means: readonly number[]): number {
  const mean = (at: number) => means[(at + DIRECTIONS) % DIRECTIONS] as number;
  const above = (at: number) => mean(at) - (mean(at - 2) + mean(at + 2)) / 2;
  const half = DIRECTIONS / 2;
  const opposite = (at: number) => Math.max(...[half - 1, half, half + 1].map((step) => above(at + step)));
  const lines = Array.from({ length: half }, (_, at) => Math.min(above(at), opposite(at)));
  const best = lines.indexOf(Math.max(...lines));
  const isOther = (at: number) => Math.min((at - best + half) % half, (best - at + half) % half) >= LINES_APART;
  return Math.max(...lines.filter((_, at) => isOther(at)));
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

/** Number of directions in which strokes are searched. */
const DIRECTIONS = 20;

const directionOf = ({ x, y }: Point) =>
  Math.floor(((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * DIRECTIONS) % DIRECTIONS;

/** Returns the number of contiguous runs of set directions; the directions form a circle. */
const runsOf = (has: readonly boolean[]) => has.filter((one, at) => one && !has.at(at - 1)).length;

/** Counts the directions around a bubble that have strokes. */
function directionsOf(stroke: number) {
  const inked = new Array<number>(DIRECTIONS).fill(0);
  const cells = new Array<number>(DIRECTIONS).fill(0);
  return {
    add({ x, y }: Point, ink: number): void {
      const at = directionOf({ x, y });
      cells[at] = (cells[at] as number) + 1;
      if (ink > stroke) inked[at] = (inked[at] as number) + 1;
    },
    strokes() {
      const has = inked.map((count, at) => count > (cells[at] as number) * 0.25);
      return { arms: runsOf(has), spread: has.filter(Boolean).length / DIRECTIONS };
    },
  };
}

const isAround = (radius: number) => radius > BUBBLE_RADIUS + 0.5 && radius < REACH;

/** Step of the patch in which narrow dark things are searched, and half the side of the square that they cannot contain, in cells. */
const COARSE = 0.32;
const HALF_SQUARE = 9;
const COARSE_SIZE = 2 * (Math.ceil(INSIDE / COARSE) + 2 * HALF_SQUARE) + 1;

/**
 * Measures what is dark and narrower than a square of 6 mm (black top-hat by morphological closing; Soille, Morphological Image Analysis,
 * §4.3). Closing restores the straight edge of a shadow exactly, so the edge has no ink, however hard it is.
 */
function narrowInk(grey: Grey, h: Homography, centre: Point, depth: number) {
  const patch = smoothed(rectified(grey, h, centre, COARSE_SIZE, COARSE), COARSE_SIZE);
  const closed = closing(patch, COARSE_SIZE, HALF_SQUARE);
  const middle = (COARSE_SIZE - 1) / 2;
  const reach = Math.ceil(INSIDE / COARSE);
  const inks: number[] = [];
  const outer: number[] = [];
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1) {
      const radius = Math.hypot(x, y) * COARSE;
      if (radius > INSIDE) continue;
      const at = (middle + y) * COARSE_SIZE + middle + x;
      const ink = Math.min(1, Math.max(0, (1 - (patch[at] as number) / Math.max(1, closed[at] as number)) / depth));
      inks.push(ink);
      if (radius > MIDDLE) outer.push(ink);
    }
  const peak = quantile(inks, 0.9);
  const narrow = inks.reduce((sum, ink) => sum + ink, 0) / inks.length;
  return { narrow, peak, paper: outer.filter((ink) => ink < peak * PAPER_SHARE).length / outer.length };
}

/** Mean over 3 × 3 cells. */
function smoothed(patch: Float32Array, size: number): Float32Array {
  const made = new Float32Array(patch);
  for (let y = 1; y < size - 1; y += 1)
    for (let x = 1; x < size - 1; x += 1) {
      let sum = 0;
      for (const line of [-size, 0, size])
        for (const step of [-1, 0, 1]) sum += patch[y * size + x + line + step] as number;
      made[y * size + x] = sum / 9;
    }
  return made;
}

/** Morphological closing by a square: the lightest shade within it, then the darkest of these. */
function closing(patch: Float32Array, size: number, half: number): Float32Array {
  const lightest = windowed(windowed(patch, size, 1, size, half, Math.max), size, size, 1, half, Math.max);
  return windowed(windowed(lightest, size, 1, size, half, Math.min), size, size, 1, half, Math.min);
}

/**
 * Maximum or minimum over `2 · half + 1` cells along one direction. The window is doubled repeatedly, as in a sparse table.
 *
 * @param along distance of neighbours in this direction; `across`: that of neighbouring lines.
 */
function windowed(
  patch: Float32Array,
  size: number,
  along: number,
  across: number,
  half: number,
  of: (a: number, b: number) => number,
): Float32Array {
  let from = patch;
  let wide = 1;
  const wanted = 2 * half + 1;
  while (wide < wanted) {
    const shift = Math.min(wide, wanted - wide);
    const made = new Float32Array(patch.length);
    for (let line = 0; line < size; line += 1)
      for (let place = 0; place < size; place += 1) {
        const at = line * across + place * along;
        made[at] = of(from[at] as number, from[line * across + Math.min(size - 1, place + shift) * along] as number);
      }
    from = made;
    wide += shift;
  }
  const centred = new Float32Array(patch.length);
  for (let line = 0; line < size; line += 1)
    for (let place = 0; place < size; place += 1)
      centred[line * across + place * along] = from[line * across + Math.max(0, place - half) * along] as number;
  return centred;
}
