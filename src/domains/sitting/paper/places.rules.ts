import { type Grey, median, rectified } from './grey.rules.ts';
import { type Homography, inverseOf, project } from './homography.rules.ts';
import { BAR, codeCorners, type Layout, type Point } from './layout.rules.ts';

// Where the rows really are. Paper is not flat: on a curled or folded sheet a row may be several millimetres from where the four corner marks
// place it. Each row's bar is searched near the place that its neighbours suggest, row by row from the upper marks downwards.

/** How far something is from its place by the marks, in millimetres; `x`: its place along the row. */
export interface Shift {
  x: number;
  offset: Point;
}

/** Returns the offset at a place between shifts, which are in order along a row. */
export function offsetAt(shifts: readonly Shift[], x: number): Point {
  const next = shifts.findIndex((shift) => shift.x >= x);
  const [right, left] = [
    shifts[next < 0 ? shifts.length - 1 : next],
    shifts[Math.max(0, next < 0 ? shifts.length - 1 : next - 1)],
  ];
  if (!left || !right) return { x: 0, y: 0 };
  const part = right.x === left.x ? 0 : Math.min(1, Math.max(0, (x - left.x) / (right.x - left.x)));
  return {
    x: left.offset.x + (right.offset.x - left.offset.x) * part,
    y: left.offset.y + (right.offset.y - left.offset.y) * part,
  };
}

/** The bars of a sheet. */
export interface BarsFound {
  /** Distance of each row's bar from its place by the marks, in millimetres; null if it was not found. */
  offsets: readonly (Point | null)[];
  /** The same for every row: those not found have their neighbours' offset. */
  filledIn: readonly Point[];
  /** Share of the bars that were found. */
  share: number;
}

/** A bar is darker than this share of the paper around it. */
const BAR_SHARE = 0.8;
/** Distance in millimetres within which a bar is searched: the first of a column, and those below. */
const REACH = { first: 5, below: 2.5 } as const;
const STEP = 0.25;
/** A bar whose offset differs by more than this many millimetres from its neighbours' is something else. */
const OUTLIER = 2;

/** Minimum share of the bars that must be found: of all, and of each column. */
const BARS_NEEDED = { all: 0.6, column: 0.4 } as const;
/**
 * Maximum distance in millimetres of a bar from its place by the marks, down the column. Rows are 11.5 mm apart: beyond half of that, the
 * bar may be that of the row above or below, and all answers of its column would be read one row off.
 */
const MAX_OFF_MM = 5.5;

/** Finds the bars of all rows. */
export function findBars(grey: Grey, h: Homography, layout: Layout, codeSeen: readonly Point[]): BarsFound {
  const code = codeOffset(h, layout, codeSeen);
  const offsets: (Point | null)[] = [];
  const filledIn: Point[] = [];
  let previous: { x: number; y: number } | undefined;
  layout.rows.forEach(({ bar }, index) => {
    const isFirst = previous === undefined || previous.x !== bar.x;
    const left = filledIn[0];
    // Above the first bar of a column there is no other. The marks and the code are the nearest known places.
    const expected = isFirst
      ? left && code
        ? { x: (left.x + code.x) / 2, y: (left.y + code.y) / 2 }
        : { x: 0, y: 0 }
      : continued(filledIn, index, layout);
    const found = barNear(grey, h, bar, expected, isFirst ? REACH.first : REACH.below);
    offsets.push(found);
    filledIn.push(found ?? expected);
    previous = bar;
  });
  return withoutOutliers(layout, offsets, filledIn);
}

/** Continues the offsets of the rows above, with their trend. */
function continued(filledIn: readonly Point[], index: number, layout: Layout): Point {
  const above = filledIn[index - 1] as Point;
  const before = filledIn[index - 2];
  if (!before || layout.rows[index - 2]?.bar.x !== layout.rows[index]?.bar.x) return above;
  return { x: above.x + (above.x - before.x) * 0.5, y: above.y + (above.y - before.y) * 0.5 };
}

function withoutOutliers(layout: Layout, offsets: (Point | null)[], filledIn: Point[]): BarsFound {
  const kept = offsets.map((offset, index) => {
    const column = layout.rows[index]?.bar.x;
    const near = [-2, -1, 1, 2].flatMap((step) => {
      const other = layout.rows[index + step]?.bar.x === column ? offsets[index + step] : null;
      return other ? [other] : [];
    });
    if (!offset || near.length < 2) return offset;
    const [x, y] = [median(near.map((one) => one.x)), median(near.map((one) => one.y))];
    return Math.hypot(offset.x - x, offset.y - y) > OUTLIER ? null : offset;
  });
  kept.forEach((offset, index) => {
    if (offset) return;
    const column = layout.rows[index]?.bar.x;
    const near = [-1, 1].flatMap((step) => {
      const other = layout.rows[index + step]?.bar.x === column ? kept[index + step] : null;
      return other ? [other] : [];
    });
    if (near.length > 0)
      filledIn[index] = {
        x: near.reduce((sum, one) => sum + one.x, 0) / near.length,
        y: near.reduce((sum, one) => sum + one.y, 0) / near.length,
      };
  });
  const count = kept.filter(Boolean).length;
  return { offsets: kept, filledIn, share: kept.length === 0 ? 0 : count / kept.length };
}

/** Whether the bars show beyond doubt which row is which. */
export function isNumbered({ offsets, filledIn, share }: BarsFound, { rows }: Layout): boolean {
  const columns = [...new Set(rows.map(({ bar }) => bar.x))];
  const isFound = (x: number) => {
    const column = offsets.filter((_, index) => rows[index]?.bar.x === x);
    return column.filter(Boolean).length >= Math.floor(column.length * BARS_NEEDED.column);
  };
  return share >= BARS_NEEDED.all && columns.every(isFound) && filledIn.every(({ y }) => Math.abs(y) <= MAX_OFF_MM);
}

/** Returns how far the code is from its place by the marks, in millimetres. */
function codeOffset(h: Homography, layout: Layout, codeSeen: readonly Point[]): Point | undefined {
  const inverse = inverseOf(h);
  if (!inverse) return undefined;
  const offs = codeCorners(layout).map((corner, index) => {
    const seen = project(inverse, codeSeen[index] as Point);
    return { x: seen.x - corner.x, y: seen.y - corner.y };
  });
  return { x: offs.reduce((sum, { x }) => sum + x, 0) / 4, y: offs.reduce((sum, { y }) => sum + y, 0) / 4 };
}

/** Samples of a bar's ink and of the paper above, below and to the left of it, as steps of `STEP` from its centre. */
const INK = grid([-1.25, -0.5, 0, 0.5, 1.25], [-0.5, 0, 0.5]);
const SIDES = [
  grid([-1.25, 0, 1.25], [-BAR.height * 0.85, -BAR.height * 1.1]),
  grid([-1.25, 0, 1.25], [BAR.height * 0.85, BAR.height * 1.1]),
  grid([-BAR.width * 0.7, -BAR.width * 0.8], [-0.5, 0, 0.5]),
  grid([BAR.width * 0.7, BAR.width * 0.8], [-0.5, 0, 0.5]),
];

function grid(xs: readonly number[], ys: readonly number[]): readonly Point[] {
  return xs.flatMap((x) => ys.map((y) => ({ x: Math.round(x / STEP), y: Math.round(y / STEP) })));
}

/** Cells around the searched places that the samples reach. */
const MARGIN = 14;

/** Finds a bar near an expected offset. @returns its offset from its place by the marks; null if there is none. */
function barNear(grey: Grey, h: Homography, bar: Point, expected: Point, reach: number): Point | null {
  const steps = Math.round(reach / STEP);
  const size = 2 * (steps + MARGIN) + 1;
  const middle = { x: bar.x + expected.x, y: bar.y + expected.y };
  const patch = rectified(grey, h, middle, size, STEP);
  const meanOf = (samples: readonly Point[], at: number) => {
    let sum = 0;
    for (const { x, y } of samples) sum += patch[at + y * size + x] as number;
    return sum / samples.length;
  };
  let best: { x: number; y: number; share: number; score: number } | undefined;
  for (let y = -steps; y <= steps; y += 1)
    for (let x = -steps; x <= steps; x += 1) {
      const at = (y + steps + MARGIN) * size + x + steps + MARGIN;
      const ink = meanOf(INK, at);
      let [lightest, total] = [255, 0];
      for (const side of SIDES) {
        const paper = meanOf(side, at);
        lightest = Math.min(lightest, paper);
        total += paper;
      }
      const share = ink / Math.max(1, lightest);
      // The contrast on the weakest side matters most; among equal places the nearest is taken.
      const score = share + (ink / Math.max(1, total / SIDES.length)) * 0.5 + Math.hypot(x, y) * STEP * 0.015;
      if (!best || score < best.score) best = { x, y, share, score };
    }
  if (!best || best.share > BAR_SHARE) return null;
  return { x: expected.x + best.x * STEP, y: expected.y + best.y * STEP };
}
