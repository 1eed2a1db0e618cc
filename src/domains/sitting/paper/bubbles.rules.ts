import { type Grey, median, quantile, shade } from './grey.rules.ts';
import { type Homography, project } from './homography.rules.ts';
import { depthAt, type Measured, type MeasuredRow, measureRow, type RowOffsets } from './ink.rules.ts';
import { type Layout, LETTERS, type Letter, MARK_SIDE } from './layout.rules.ts';
import type { BarsFound, Shift } from './places.rules.ts';

/**
 * State of a bubble. `faint`: too much ink for empty, too little to be certain. `stroke`: a line of a pen, such as a tick or a cross.
 * `crossed`: filled, and a line through it. `hidden`: its printed circle or letter is not visible, and so a mark may not be either.
 */
export type BubbleState = 'empty' | 'faint' | 'stroke' | 'filled' | 'crossed' | 'hidden';

export interface Bubble {
  state: BubbleState;
  /** Inked share of the bubble, relative to the ink of the printed bar: 0 empty, 1 full. */
  ink: number;
  /** Ink of its darkest part. */
  peak: number;
  /** Number of the four quarters around its circle that have strokes. */
  around: number;
}

/** Why the parent is asked about a row. */
export type Doubt = 'double' | 'faint' | 'crossed' | 'blank' | 'hidden';

export interface RowReading {
  number: number;
  /** The best guess, which is a proposal where the row is not sure; null when there is none. */
  letter: Letter | null;
  /** Whether the guess is accepted without asking the parent. */
  sure: boolean;
  doubt: Doubt | null;
  bubbles: readonly Bubble[];
}

export interface SheetReading {
  rows: readonly RowReading[];
  /** Where the bar and the bubbles of each row were found. */
  shifts: readonly (readonly Shift[])[];
  /** Difference of shade between paper and print, as a median of the rows. */
  contrast: number;
  /** Millimetres over which the edges of the corner marks go from 20 % to 80 %, as a median. */
  blur: number;
}

/** Thresholds of the inked share. They were chosen on generated photographs; docs/paper.md states their distance to both classes. */
export const INK = { empty: 0.045, filled: 0.17 } as const;
/** A line of a pen has at least this ink in the bubble and in its darkest part, and leaves this share of the bubble white. */
const STROKE = { ink: 0.09, peak: 0.3, paper: 0.3 } as const;
/** Beside a line, the other bubbles of the row have at most this share of its ink, and their darkest parts are paler by this much. */
const BESIDE_STROKE = { share: 0.4, peak: 0.1 } as const;
/** Beside a filled bubble, one with less than this share of its ink is a smudge or a shade of uneven paper, if it is paler than a line. */
const SMUDGE = { share: 0.22, ink: 0.1, peak: 0.3 } as const;
/**
 * A filled bubble with this number of signs of a cross may be crossed out. Signs are quarters around it with strokes, ends of lines just
 * outside its circle, and the hint of a crossing.
 */
const CROSSED_SIGNS = 3;
/**
 * So may one with two lines that cross and leave the circle: their ink there is at least the share `sure` of the bubble's darkest part. From
 * `hint` it is one sign of a cross among others.
 */
const CROSSING = { sure: 0.15, hint: 0.05 } as const;
/**
 * A filled bubble whose darkest part has less than this ink is pale. The lines of a cross over it are as pale and may hardly be seen outside
 * it, so this number of signs is enough.
 */
const PALE = { peak: 0.55, signs: 2 } as const;
/** Beside another mark, strokes in this number of quarters are enough: the parent is asked about the row in any case. */
const CROSSED_BESIDE = 2;
/** A cross on an empty bubble leaves at least this share of it white. A filled bubble that is crossed out does not. */
const CROSS_PAPER = 0.3;
/** Filling beyond the circle spreads over at least this share of the directions, with fewer arms than the lines of a cross have. */
const OVERFLOW = { spread: 0.6, arms: 3 } as const;
/** If no bubble of a row is filled, strokes in at least this number of quarters around an empty one make the row doubtful. */
const BESIDE_QUARTERS = 1;
/** An empty bubble is hidden if its circle or its letter has less than this share of the contrast that is usual on the sheet. */
const VISIBLE = { circle: 0.35, letter: 0.25 } as const;
/** Minimum ink of a printed letter on a sheet for its absence to be noticed. */
const LETTER_INK = 0.03;
/** Where a bar is paler than this share of the usual one, because of a reflection or a bad print, the usual depth is used. */
const LEAST_DEPTH = 0.85;
/** A row whose bar has less than this share of the usual contrast is not trusted. */
const PALE_BAR = 0.35;

/** What is measured of all rows of a sheet. */
interface SheetMeasured {
  rows: readonly MeasuredRow[];
  /** Share of the light that the print absorbs at each row's bar. */
  depths: readonly number[];
}

/** Measures all rows of a sheet. */
function measureSheet(grey: Grey, h: Homography, layout: Layout, bars: BarsFound): SheetMeasured {
  const offsets = layout.rows.map((_, index) => offsetsOf(layout, bars, index));
  const depths = layout.rows.map((row, index) => depthAt(grey, h, row, offsets[index] as RowOffsets));
  const least = median(depths) * LEAST_DEPTH;
  const rows = layout.rows.map((row, index) =>
    measureRow(grey, h, row, offsets[index] as RowOffsets, Math.max(depths[index] as number, least)),
  );
  return { rows, depths };
}

/** Decides all rows of a sheet. */
export function decideSheet({ rows, depths }: SheetMeasured): RowReading[] {
  const usual = median(depths);
  const print = printOf(rows.map(({ bubbles }) => bubbles));
  return rows.map(({ number, bubbles }, index) => {
    const isPale = (depths[index] as number) < usual * PALE_BAR;
    return decideRow(
      number,
      bubbles.map((bubble, column) => bubbleOf(bubble, print, column, isPale)),
    );
  });
}

/** Reads all rows of a sheet. */
export function readBubbles(grey: Grey, h: Homography, layout: Layout, bars: BarsFound): SheetReading {
  const measured = measureSheet(grey, h, layout, bars);
  return {
    rows: decideSheet(measured),
    shifts: measured.rows.map(({ shifts }) => shifts),
    contrast: median(measured.rows.map(({ contrast }) => contrast)),
    blur: edgeWidth(grey, h, layout),
  };
}

function offsetsOf(layout: Layout, { filledIn }: BarsFound, index: number): RowOffsets {
  const bar = layout.rows[index]?.bar;
  const right = layout.rows.findIndex((row) => row.bar.y === bar?.y && row.bar.x > bar.x);
  const at = layout.rows[right]?.bar.x;
  return {
    bar: filledIn[index] ?? { x: 0, y: 0 },
    right: at === undefined ? undefined : { x: at, offset: filledIn[right] ?? { x: 0, y: 0 } },
  };
}

/** What is printed in an empty bubble, by letter, and the usual contrast of a circle. Most bubbles of a sheet are empty. */
export interface Print {
  ink: readonly number[];
  narrow: readonly number[];
  circle: number;
}

function printOf(rows: readonly (readonly Measured[])[]): Print {
  const columns = Math.max(0, ...rows.map((bubbles) => bubbles.length));
  const all = rows.flat();
  const emptyOf = (of: (bubble: Measured) => number) =>
    Array.from({ length: columns }, (_, column) => {
      const inks = rows.flatMap((bubbles) => (bubbles[column] ? [of(bubbles[column])] : []));
      // A child may have filled the same letter in every row: the value is limited to that of the emptiest bubbles of the sheet plus a
      // margin.
      return Math.min(quantile(inks, 0.25), quantile(all.map(of), 0.25) + 0.05, 0.3);
    });
  const ink = emptyOf((bubble) => bubble.ink);
  const empty = rows.flatMap((bubbles) =>
    bubbles.filter((bubble, column) => above(bubble.ink, ink[column] ?? 0) < INK.empty),
  );
  return {
    ink,
    narrow: emptyOf((bubble) => bubble.narrow),
    circle: median(empty.map(({ circle }) => circle)),
  };
}

const above = (ink: number, empty: number) => Math.min(1, Math.max(0, (ink - empty) / (1 - empty)));

/**
 * Returns the state of a bubble. It is empty or filled only if both measures of its ink say so: the edge of a shadow looks like ink to one
 * of them, and a large blot looks like a shadow to the other.
 *
 * @param column index of its letter.
 * @param isPale whether the row's bar is hardly visible.
 */
export function bubbleOf(measured: Measured, print: Print, column: number, isPale = false): Bubble {
  const letter = print.narrow[column] ?? 0;
  const [ink, narrow] = [above(measured.ink, print.ink[column] ?? 0), above(measured.narrow, letter)];
  const [least, most] = [Math.min(ink, narrow), Math.max(ink, narrow)];
  const bubble = { ink: least, peak: measured.peak, around: measured.quarters };
  if (most < INK.empty) {
    const isVisible =
      !isPale &&
      measured.circle > print.circle * VISIBLE.circle &&
      (letter < LETTER_INK || measured.narrow > letter * VISIBLE.letter);
    return { ...bubble, state: isVisible ? 'empty' : 'hidden' };
  }
  if (least >= INK.filled) return { ...bubble, state: isCrossed(measured) ? 'crossed' : 'filled' };
  const isLine = !isPale && least >= STROKE.ink && measured.peak >= STROKE.peak && measured.paper >= STROKE.paper;
  return { ...bubble, ink: isLine ? least : most, state: isLine ? 'stroke' : 'faint' };
}

function isCrossed({ quarters, struck, paper, spread, arms, stubs, crossing, peak }: Measured): boolean {
  if (paper >= CROSS_PAPER || (spread >= OVERFLOW.spread && arms <= OVERFLOW.arms)) return false;
  const signs = quarters + stubs + Number(crossing >= peak * CROSSING.hint);
  return struck || crossing >= peak * CROSSING.sure || signs >= (peak < PALE.peak ? PALE.signs : CROSSED_SIGNS);
}

/**
 * Returns the reading of a row of bubbles. It is certain only when one bubble is marked and all others are visibly empty. A mark that was
 * crossed out and made again is proposed, but the parent is asked about it, as about a row without any mark: a pale ring around a letter
 * may not be visible.
 */
export function decideRow(number: number, read: readonly Bubble[]): RowReading {
  const bubbles = withoutSmudges(read);
  const where = (...states: BubbleState[]) =>
    bubbles.flatMap(({ state }, index) => (states.includes(state) ? [index] : []));
  const marks = where('filled', 'stroke');
  const [crossed, faint, hidden] = [where('crossed'), where('faint'), where('hidden')];
  const letterOf = (found: readonly number[]): Letter | null =>
    found.length === 1 ? (LETTERS[found[0] as number] ?? null) : null;
  const reading = (letter: Letter | null, doubt: Doubt | null): RowReading => ({
    number,
    letter,
    sure: doubt === null,
    doubt,
    bubbles,
  });
  if (marks.length > 1) {
    const clean = marks.filter((index) => (bubbles[index]?.around ?? 0) < CROSSED_BESIDE);
    return marks.length === 2 && clean.length === 1 ? reading(letterOf(clean), 'crossed') : reading(null, 'double');
  }
  if (crossed.length > 0) return reading(letterOf(marks), 'crossed');
  if (marks.length === 1) {
    if (faint.length > 0) return reading(letterOf(marks), 'double');
    if (hidden.length > 0) return reading(letterOf(marks), 'hidden');
    return reading(letterOf(marks), standsOut(bubbles, marks[0] as number) ? null : 'faint');
  }
  if (faint.length > 0) return reading(letterOf(faint), 'faint');
  // A ring around the letter, or a tick beside it, is an answer although nothing is inside the bubble.
  const beside = bubbles.flatMap(({ around }, index) => (around >= BESIDE_QUARTERS ? [index] : []));
  if (beside.length > 0) return reading(letterOf(beside), 'faint');
  return reading(null, hidden.length > 0 ? 'hidden' : 'blank');
}

/** Without the pale traces beside a filled bubble. */
function withoutSmudges(read: readonly Bubble[]): Bubble[] {
  const fullest = Math.max(0, ...read.filter(({ state }) => state === 'filled').map(({ ink }) => ink));
  const most = Math.min(fullest * SMUDGE.share, SMUDGE.ink);
  return read.map((bubble) =>
    bubble.state === 'faint' && bubble.ink < most && bubble.peak < SMUDGE.peak ? { ...bubble, state: 'empty' } : bubble,
  );
}

/** Whether a mark is a filled bubble, or a line that clearly differs from what is in the other bubbles of its row. */
function standsOut(bubbles: readonly Bubble[], at: number): boolean {
  const { state, ink, peak } = bubbles[at] as Bubble;
  if (state === 'filled') return true;
  return bubbles.every(
    (other, index) => index === at || (other.ink < ink * BESIDE_STROKE.share && other.peak < peak - BESIDE_STROKE.peak),
  );
}

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
