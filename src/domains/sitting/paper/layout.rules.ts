// The answer part of a printed sheet, in millimetres from its upper left corner. Printing and reading share these numbers; the position of
// a bubble is defined nowhere else.

export interface Point {
  x: number;
  y: number;
}

/** One row of bubbles: a bar at its left edge and a bubble for each alternative, by their centres. */
export interface LayoutRow {
  /** Number of the question, from 1. */
  number: number;
  bar: Point;
  bubbles: readonly Point[];
}

export interface Layout {
  width: number;
  height: number;
  /** Centres of the corner marks: upper left, upper right, lower right, lower left. */
  marks: readonly [Point, Point, Point, Point];
  /** The square of the code, including its quiet zone: upper left corner and side. */
  code: { x: number; y: number; side: number };
  rows: readonly LayoutRow[];
}

/** Side of a corner mark. */
export const MARK_SIDE = 8;
export const BUBBLE_RADIUS = 2.5;
export const BUBBLE_LINE = 0.3;
export const BAR = { width: 4, height: 2 } as const;
/** Number of modules on each side of the code (QR version 3), and of its quiet zone. */
export const CODE_MODULES = 29;
export const CODE_QUIET = 4;
/** Maximum number of questions in the answer part of one sheet. */
export const MAX_QUESTIONS = 30;
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type Letter = (typeof LETTERS)[number];

const WIDTH = 186;
const FEWEST_ROWS = 5;
const ROW_HEIGHT = 11.5;
const FIRST_ROW = 23;
/** Space below the last row for a line of text and the lower corner marks. */
const FOOT = 17;
const COLUMNS = [
  { bar: 14, bubble: 33 },
  { bar: 80, bubble: 99 },
] as const;
const CODE = { x: 145, y: 17, side: 41 } as const;

/**
 * Returns the layout for a test.
 *
 * @param alternatives number of alternatives of each question, in order: 2 to 6 each, for at most `MAX_QUESTIONS` questions.
 */
export function layoutOf(alternatives: readonly number[]): Layout {
  const perColumn = Math.max(FEWEST_ROWS, Math.ceil(alternatives.length / 2));
  const height = FIRST_ROW + (perColumn - 1) * ROW_HEIGHT + FOOT;
  const half = MARK_SIDE / 2;
  const pitch = Math.max(...alternatives, 0) > 4 ? 8 : 11;
  return {
    width: WIDTH,
    height,
    marks: [
      { x: half, y: half },
      { x: WIDTH - half, y: half },
      { x: WIDTH - half, y: height - half },
      { x: half, y: height - half },
    ],
    code: CODE,
    rows: alternatives.map((count, index) => {
      const column = COLUMNS[index < perColumn ? 0 : 1];
      const y = FIRST_ROW + (index % perColumn) * ROW_HEIGHT;
      return {
        number: index + 1,
        bar: { x: column.bar, y },
        bubbles: Array.from({ length: count }, (_, at) => ({ x: column.bubble + at * pitch, y })),
      };
    }),
  };
}

/** Corners of the code without its quiet zone, in the order of the corner marks. */
export function codeCorners({ code }: Layout): [Point, Point, Point, Point] {
  const quiet = (code.side * CODE_QUIET) / (CODE_MODULES + 2 * CODE_QUIET);
  const [left, top, right, bottom] = [
    code.x + quiet,
    code.y + quiet,
    code.x + code.side - quiet,
    code.y + code.side - quiet,
  ];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Returns the part that is cut out and shown beside a row: from its number to its last bubble. */
export function cropOf(row: LayoutRow): { x: number; y: number; width: number; height: number } {
  const last = row.bubbles[row.bubbles.length - 1] ?? row.bar;
  const left = row.bar.x + 3;
  return { x: left, y: row.bar.y - 5, width: last.x + 5 - left, height: 10 };
}
