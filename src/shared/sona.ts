// The big sona: one closed line around a number of dots, one dot for each theme. The drawing depends only on the number of dots, so it is
// the same on a phone, on a laptop and on paper.
//
// Lengths are in half cells. The dot in column i and row j is at (2i + 1, 2j + 1), the centre of a square cell of side 2. The midpoints of
// a cell's sides are its ports. Four strands connect neighbouring ports of a cell, so the line has four strands for each dot.

/** How well a theme is known: sabe, está quase, ainda não, a rever, sem dados. */
export type ThemeState = 'knows' | 'almost' | 'not-yet' | 'review' | 'no-data';

type Point = readonly [x: number, y: number];

/** What the line does at a port: it crosses another strand, or is reflected by a horizontal or a vertical wall. */
type Turn = 'crosses' | 'horizontal' | 'vertical';

interface Step {
  /** Index of the dot that the strand belongs to. */
  dot: number;
  from: Point;
  to: Point;
  turn: Turn;
}

export interface Sona {
  /** Dots in each row, from the top. */
  rows: number[];
  columns: number;
  /** Centres of the dots in cells, row by row. */
  dots: Point[];
  /** The strands in the order of the line: one closed line for up to 60 dots, possibly several beyond that. */
  loops: Step[][];
}

/** Returns the number of dots in each row: all odd and centred, with 3 columns up to 13 dots, 5 up to 45, then 7. */
export function rowsOf(count: number): number[] {
  const width = count <= 13 ? 3 : count <= 45 ? 5 : 7;
  let height = Math.ceil(count / width);
  // The width is odd. The drawing can be symmetrical only if the number of rows is odd or even like the number of dots.
  if (height % 2 !== count % 2) height += 1;
  if (height === 1) return [count];
  const rows: number[] = Array.from({ length: height }, () => width);
  // Dots to omit, two at a time: first in the last row, then in the first.
  const pairs = (width * height - count) / 2;
  rows[height - 1] = width - 2 * Math.ceil(pairs / 2);
  rows[0] = width - 2 * Math.floor(pairs / 2);
  return rows;
}

/**
 * Ports at which a wall joins two loops into one line, as "x y" pairs of the left half; each wall is mirrored on the right. A search found
 * the fewest symmetrical walls nearest to the middle. Numbers of dots that are not listed need no walls.
 */
const JOINS: Readonly<Record<number, string>> = {
  9: '2 5',
  10: '1 4',
  11: '2 7',
  18: '3 4',
  19: '4 5',
  21: '4 5 4 9',
  23: '4 9',
  24: '1 6',
  25: '4 7 4 9',
  27: '4 9 4 11',
  28: '3 6',
  29: '4 9',
  31: '4 9',
  36: '4 11',
  43: '2 9',
  44: '3 10',
  46: '1 8',
  47: '6 11 6 13',
  49: '6 9 6 11 6 13',
  50: '3 8',
  51: '6 11 6 13 6 15',
  53: '6 11 6 13',
  54: '5 8',
  55: '6 11 6 13',
  57: '6 11',
  59: '6 11',
};

/** Returns the drawing for a number of dots. */
export function sona(count: number): Sona {
  const rows = rowsOf(count);
  const columns = Math.max(...rows);
  const dots = rows.flatMap((length, row) =>
    Array.from({ length }, (_, place): Point => [(columns - length) / 2 + place, row]),
  );
  const index = new Map(dots.map(([x, y], dot) => [`${x} ${y}`, dot]));
  const dotAt = (x: number, y: number) => index.get(`${Math.floor(x / 2)} ${Math.floor(y / 2)}`);
  const joins = new Set<string>();
  const listed = (JOINS[count]?.split(' ') ?? []).map(Number);
  for (let at = 0; at < listed.length; at += 2) {
    const [x = 0, y = 0] = listed.slice(at, at + 2);
    joins.add(`${x} ${y}`).add(`${2 * columns - x} ${y}`);
  }
  const turnAt = (x: number, y: number): Turn => {
    const level = y % 2 === 0;
    const inside = level
      ? dotAt(x, y - 0.5) !== undefined && dotAt(x, y + 0.5) !== undefined
      : dotAt(x - 0.5, y) !== undefined && dotAt(x + 0.5, y) !== undefined;
    if (!inside) return level ? 'horizontal' : 'vertical';
    // A joining wall is at a right angle to the side of the cell that it cuts.
    if (joins.has(`${x} ${y}`)) return level ? 'vertical' : 'horizontal';
    return 'crosses';
  };
  const follow = (start: Step): Step[] => {
    const steps: Step[] = [];
    let [x, y] = start.from;
    let [dx, dy] = [start.to[0] - x, start.to[1] - y];
    do {
      const to: Point = [x + dx, y + dy];
      const turn = turnAt(...to);
      steps.push({ dot: dotAt(x + dx / 2, y + dy / 2) ?? 0, from: [x, y], to, turn });
      [x, y] = to;
      if (turn === 'horizontal') dy = -dy;
      if (turn === 'vertical') dx = -dx;
    } while (x !== start.from[0] || y !== start.from[1] || dx !== start.to[0] - x || dy !== start.to[1] - y);
    return steps;
  };
  const seen = new Set<string>();
  const loops: Step[][] = [];
  for (const [dot, [column, row]] of dots.entries()) {
    const [left, top] = [2 * column, 2 * row];
    // Follows the line from the left port upwards and from the right port downwards; this reaches the two other strands as well.
    for (const [from, to] of [
      [
        [left, top + 1],
        [left + 1, top],
      ],
      [
        [left + 2, top + 1],
        [left + 1, top + 2],
      ],
    ] as [Point, Point][]) {
      if (seen.has(strandKey(from, to))) continue;
      const loop = follow({ dot, from, to, turn: 'crosses' });
      for (const step of loop) seen.add(strandKey(step.from, step.to));
      loops.push(loop);
    }
  }
  return { rows, columns, dots: dots.map(([x, y]) => [x + 0.5, y + 0.5]), loops };
}

const strandKey = (one: Point, other: Point) => [one.join(' '), other.join(' ')].sort().join('-');

/** Rounding of a reflection in half cells; a strand that is reflected at both ends uses the smaller one. */
const ROUNDING = 0.68;
const ROUNDING_BETWEEN = 0.5;

const number = (value: number) => String(+value.toFixed(1));
const write = ([x, y]: Point) => `${number(x)} ${number(y)}`;
const mix = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** Returns an element of a list that is treated as circular. */
const around = <T>(list: readonly T[], at: number): T => list[(at + list.length) % list.length] as T;

/** Returns a strand in pixels: its ends, and the points on it where the curve of a reflection begins and ends. */
function strand(steps: readonly Step[], at: number, cell: number) {
  const step = around(steps, at);
  const bounced = around(steps, at - 1).turn !== 'crosses';
  const bounces = step.turn !== 'crosses';
  const rounding = bounced && bounces ? ROUNDING_BETWEEN : ROUNDING;
  const pixels = ([x, y]: Point): Point => [(x * cell) / 2, (y * cell) / 2];
  return {
    a: pixels(step.from),
    b: pixels(step.to),
    afterBounce: bounced ? pixels(mix(step.from, step.to, rounding)) : null,
    beforeBounce: bounces ? pixels(mix(step.to, step.from, rounding)) : null,
  };
}

/**
 * Returns SVG path data of the strands that belong to the wanted dots, joined in the order of the line. A reflection between a wanted dot
 * and another one is cut at its top. If all dots are wanted, each loop is one closed path.
 *
 * @param cell side of a cell in pixels.
 */
export function thread({ loops }: Sona, cell: number, wanted: (dot: number) => boolean = () => true): string {
  return loops.map((steps) => threadOf(steps, cell, wanted)).join('');
}

function threadOf(steps: readonly Step[], cell: number, wanted: (dot: number) => boolean): string {
  const on = steps.map(({ dot }) => wanted(dot));
  if (!on.includes(true)) return '';
  const all = !on.includes(false);
  const first = all ? 0 : on.findIndex((value, at) => value && !around(on, at - 1));
  const top = (from: Point, port: Point, to: Point) => mix(mix(from, port, 0.5), mix(port, to, 0.5), 0.5);
  let path = '';
  for (let count = 0; count < steps.length; count += 1) {
    const at = (first + count) % steps.length;
    if (!on[at]) continue;
    const { a, b, afterBounce, beforeBounce } = strand(steps, at, cell);
    const opens = all ? count === 0 : !around(on, at - 1);
    const ends = all ? count === steps.length - 1 : !around(on, at + 1);
    if (opens && afterBounce) {
      const before = strand(steps, at - 1, cell).beforeBounce as Point;
      path += `M${write(top(before, a, afterBounce))}Q${write(mix(a, afterBounce, 0.5))} ${write(afterBounce)}`;
    } else if (opens) path += `M${write(a)}`;
    // Ends the curve that the previous strand began.
    else if (afterBounce) path += write(afterBounce);
    // Between two reflections the curves meet; a straight crossing needs no point.
    if (beforeBounce ? !afterBounce : ends) path += `L${write(beforeBounce ?? b)}`;
    if (beforeBounce && ends) {
      const after = strand(steps, at + 1, cell).afterBounce as Point;
      path += `Q${write(mix(beforeBounce, b, 0.5))} ${write(top(beforeBounce, b, after))}`;
    } else if (beforeBounce) path += `Q${write(b)} `;
  }
  return all ? `${path}Z` : path;
}

/** Returns the number of the first dot of each row, for the margin. */
export const rowNumbers = (count: number): number[] =>
  rowsOf(count).map((_, row, rows) => 1 + rows.slice(0, row).reduce((sum, length) => sum + length, 0));

/** With cells smaller than this (in pixels), a drawing shows only the guide and the known themes. */
export const SMALL_CELL = 24;

/** A line of the drawing: its kind, its width, and the dashes of a worn line, in pixels. */
export interface SonaLine {
  kind: 'guide' | 'thin' | 'worn' | 'full';
  width: number;
  dashes: string | undefined;
  path: string;
}

/**
 * Returns the lines of a map, from bottom to top: the guide, a thin line for themes that are almost known, a worn line for those to review,
 * a full line for known ones.
 */
export function sonaLines(drawing: Sona, states: readonly ThemeState[], cell: number): SonaLine[] {
  const big = cell >= SMALL_CELL;
  const of = (state: ThemeState) => thread(drawing, cell, (dot) => states[dot] === state);
  const worn = `${number(cell * 0.13)} ${number(cell * 0.106)}`;
  const lines: SonaLine[] = [
    { kind: 'guide', width: big ? 1.5 : 1, dashes: undefined, path: thread(drawing, cell) },
    { kind: 'thin', width: 1.7, dashes: undefined, path: big ? of('almost') : '' },
    { kind: 'worn', width: cell * 0.068, dashes: worn, path: big ? of('review') : '' },
    { kind: 'full', width: cell * (big ? 0.088 : 0.11), dashes: undefined, path: of('knows') },
  ];
  return lines.filter(({ path }) => path !== '');
}
