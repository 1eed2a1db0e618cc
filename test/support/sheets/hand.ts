import { LETTERS, type Letter, type Point } from '../../../src/domains/sitting/paper/layout.rules.ts';
import type { Chance } from './chance.ts';

// What a child draws on a sheet: strokes of a pen or pencil, deposited on a raster of ink.

/** Weights of what is drawn in a row. */
const HANDS = {
  filled: 60,
  cross: 7,
  tick: 6,
  light: 4,
  overflow: 4,
  slash: 1,
  partial: 2,
  dot: 1,
  remade: 4,
  cancelled: 1,
  double: 2,
  blank: 3,
  ring: 1,
  stray: 2,
  erased: 1,
  smudge: 1,
} as const;
export type Hand = keyof typeof HANDS;

/** What is drawn in a row, and what it means. */
export interface DrawnRow {
  kind: Hand;
  /** The letter that the child meant; null when none, or when it cannot be known. */
  letter: Letter | null;
  /** Letters whose bubbles have a mark; in a remade row the crossed-out one is the second. */
  marked: readonly Letter[];
}

export function drawnRow(chance: Chance, alternatives: number): DrawnRow {
  const kind = chance.weighted(HANDS);
  const letters = LETTERS.slice(0, alternatives);
  const letter = chance.pick(letters);
  const other = chance.pick(letters.filter((one) => one !== letter));
  switch (kind) {
    case 'blank':
      return { kind, letter: null, marked: [] };
    case 'cancelled':
      return { kind, letter: null, marked: [letter] };
    case 'double':
      return { kind, letter: null, marked: [letter, other] };
    case 'remade':
    case 'erased':
    case 'smudge':
      return { kind, letter, marked: [letter, other] };
    default:
      return { kind, letter, marked: [letter] };
  }
}

/** Ink on a sheet: 0 none, 1 full, in cells of 1 / `scale` mm. */
export interface Ink {
  cells: Float32Array;
  width: number;
  height: number;
  scale: number;
}

interface Tool {
  /** Radius of its line in millimetres. */
  radius: number;
  /** Share of the paper's light that its line absorbs where it is pressed fully. */
  density: number;
  /** 0 for a pen; for a pencil, how unevenly it covers the paper. */
  grain: number;
}

/** Draws a line through points, in millimetres. Lines add up to full ink. */
function drawLine(ink: Ink, points: readonly Point[], tool: Tool, chance: Chance): void {
  const { scale, width, height, cells } = ink;
  for (let index = 1; index < points.length; index += 1) {
    const [a, b] = [points[index - 1] as Point, points[index] as Point];
    const radius = tool.radius * chance.in(0.85, 1.15);
    const [ax, ay, bx, by] = [a.x * scale, a.y * scale, b.x * scale, b.y * scale];
    const reach = radius * scale + 1;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const [left, right] = [Math.floor(Math.min(ax, bx) - reach), Math.ceil(Math.max(ax, bx) + reach)];
    const [top, bottom] = [Math.floor(Math.min(ay, by) - reach), Math.ceil(Math.max(ay, by) + reach)];
    for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y += 1)
      for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x += 1) {
        const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
        const off = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
        const cover = Math.min(1, Math.max(0, reach - 0.5 - off));
        if (cover === 0) continue;
        const uneven = tool.grain > 0 ? 1 - tool.grain * Math.abs(Math.sin(x * 12.9 + y * 78.2)) : 1;
        const at = y * width + x;
        cells[at] = Math.max(cells[at] as number, cover * tool.density * uneven);
      }
  }
}

/** Draws all rows of a sheet. `centre` gives the centre of a bubble on the raster, in millimetres. */
export function drawRows(
  ink: Ink,
  rows: readonly DrawnRow[],
  centre: (row: number, letter: Letter) => Point,
  isPencil: boolean,
  chance: Chance,
): void {
  rows.forEach((row, index) => {
    const [first, second] = row.marked;
    if (first === undefined) return;
    drawRow(ink, row, centre(index, first), second && centre(index, second), isPencil, chance);
  });
}

function drawRow(
  ink: Ink,
  { kind }: DrawnRow,
  at: Point,
  other: Point | undefined,
  isPencil: boolean,
  chance: Chance,
): void {
  const tool: Tool = isPencil
    ? { radius: chance.in(0.25, 0.45), density: chance.in(0.6, 0.95), grain: chance.in(0.1, 0.5) }
    : { radius: chance.in(0.18, 0.4), density: chance.in(0.85, 1), grain: 0 };
  const line = (points: readonly Point[], density = 1) =>
    drawLine(ink, points, { ...tool, density: tool.density * density }, chance);
  const fill = (centre: Point, reach: number, density = 1) =>
    line(
      chance.is(0.5) ? zigzag(centre, reach, tool.radius, chance) : spiral(centre, reach, tool.radius, chance),
      density,
    );
  const cross = (centre: Point, low: number, high: number) => {
    for (const angle of [0.785, 2.356])
      line(strokeAt(centre, angle + chance.normal() * 0.15, chance.in(low, high), chance));
  };
  switch (kind) {
    case 'cross':
      cross(at, 1.5, 4);
      return;
    case 'tick': {
      const size = chance.in(0.8, 1.8);
      const [x, y] = [at.x + chance.normal() * 0.35, at.y + chance.normal() * 0.35];
      line([
        { x: x - 1.5 * size, y: y - 0.3 * size },
        { x: x - 0.3, y: y + 1.4 },
        { x: x + 0.8 * size, y: y - 0.6 * size },
        { x: x + 2 * size, y: y - 2.1 * size },
      ]);
      return;
    }
    case 'slash':
      line(strokeAt(at, chance.in(0, Math.PI), chance.in(1.8, 3.5), chance));
      return;
    case 'light':
      fill(at, chance.in(1.8, 2.4), 0.5);
      return;
    case 'overflow':
      fill(at, chance.in(2.8, 3.8));
      return;
    case 'partial':
      fill({ x: at.x + chance.normal() * 0.4, y: at.y + chance.normal() * 0.4 }, chance.in(1, 1.5));
      return;
    case 'dot':
      fill({ x: at.x + chance.normal() * 0.4, y: at.y + chance.normal() * 0.4 }, chance.in(0.4, 0.9));
      return;
    case 'ring':
      line(
        Array.from({ length: 25 }, (_, step) => {
          const angle = (step / 23) * 2 * Math.PI;
          const reach = 3.3 + 0.4 * Math.sin(angle * 2 + 1) + step * 0.02;
          return { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) };
        }),
      );
      return;
    default: {
      const reach = chance.in(1.9, 2.6);
      fill({ x: at.x + chance.normal() * 0.25, y: at.y + chance.normal() * 0.25 }, reach);
      if (kind === 'cancelled') cross(at, 3, 5);
      if (kind === 'stray') {
        const from = { x: at.x + chance.in(-30, 30), y: at.y + chance.in(-5, 5) };
        line(strokeAt(from, chance.in(0, Math.PI), chance.in(1.5, 7), chance));
      }
      if (!other) return;
      if (kind === 'double' || kind === 'remade') fill(other, chance.in(1.9, 2.6));
      if (kind === 'remade') cross(other, 2.8, 5);
      if (kind === 'erased') fill(other, reach, chance.in(0.05, 0.14));
      if (kind === 'smudge') line(strokeAt(other, chance.in(0, Math.PI), 4, chance), chance.in(0.06, 0.16));
    }
  }
}

/** A slightly bent line through a centre. */
function strokeAt(centre: Point, angle: number, reach: number, chance: Chance): Point[] {
  const bend = chance.normal() * 0.25;
  return [-1, -0.5, 0, 0.5, 1].map((step) => ({
    x: centre.x + step * reach * Math.cos(angle) - bend * (1 - step * step) * Math.sin(angle),
    y: centre.y + step * reach * Math.sin(angle) + bend * (1 - step * step) * Math.cos(angle),
  }));
}

function spiral(centre: Point, reach: number, radius: number, chance: Chance): Point[] {
  const turns = (reach / (radius * chance.in(1.5, 2.2))) * 2 * Math.PI;
  const steps = Math.ceil(turns * 3);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const r = (step / steps) * (reach - radius) * chance.in(0.95, 1.05);
    const angle = (step / steps) * turns;
    return { x: centre.x + r * Math.cos(angle), y: centre.y + r * Math.sin(angle) };
  });
}

function zigzag(centre: Point, reach: number, radius: number, chance: Chance): Point[] {
  const angle = chance.in(0, Math.PI);
  const lines = Math.max(3, Math.ceil((2 * reach) / (radius * chance.in(1.5, 2.3))));
  return Array.from({ length: lines + 1 }, (_, step) => {
    const across = ((step / lines) * 2 - 1) * (reach - radius);
    const half =
      Math.sqrt(Math.max(0.1, (reach - radius) ** 2 - across ** 2)) * chance.in(0.9, 1.1) * (step % 2 ? 1 : -1);
    return {
      x: centre.x + half * Math.cos(angle) - across * Math.sin(angle),
      y: centre.y + half * Math.sin(angle) + across * Math.cos(angle),
    };
  });
}
