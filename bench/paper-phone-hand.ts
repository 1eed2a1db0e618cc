import { LETTERS, type Letter, type Point } from '../src/domains/sitting/paper/layout.rules.ts';
import type { Chance } from '../test/support/sheets/chance.ts';

// Handwriting as moving pens: Bézier strokes with a tremor, laid down as ball pen, pencil or felt.

/** Shares of the rows; the letter of a mark is random. */
const MARKS = {
  filled: 46,
  cross: 9,
  tick: 8,
  light: 5,
  heavy: 4,
  ring: 3,
  dot: 2,
  blank: 5,
  double: 4,
  remade: 7,
  cancelled: 4,
  stray: 3,
} as const;
export type Mark = keyof typeof MARKS;

/** What was drawn in a row: the letter that the child means, or null if no mark counts. */
export interface MarkedRow {
  kind: Mark;
  letter: Letter | null;
  /** Second bubble with ink: the other mark of a double one, or the crossed-out one. */
  other: Letter | null;
}

export function markedRow(chance: Chance, alternatives: number): MarkedRow {
  const kind = chance.weighted(MARKS);
  const letters = LETTERS.slice(0, alternatives);
  const letter = chance.pick(letters);
  const other = chance.pick(letters.filter((one) => one !== letter));
  if (kind === 'blank' || kind === 'stray') return { kind, letter: null, other: null };
  if (kind === 'double') return { kind, letter: null, other };
  if (kind === 'cancelled') return { kind, letter: null, other };
  return { kind, letter, other: kind === 'remade' ? other : null };
}

/** A pen: its line's width in millimetres, and how it leaves its ink. */
export interface Pen {
  kind: 'ball' | 'pencil' | 'felt';
  width: number;
  /** Share of the light that its line absorbs. */
  depth: number;
  /** Share of the paper's grain that it skips. */
  grain: number;
}

export function penOf(chance: Chance): Pen {
  const kind = chance.weighted({ ball: 50, pencil: 38, felt: 12 });
  if (kind === 'ball')
    return { kind, width: chance.in(0.4, 0.7), depth: chance.in(0.6, 0.92), grain: chance.in(0, 0.12) };
  if (kind === 'felt') return { kind, width: chance.in(0.9, 1.9), depth: chance.in(0.75, 0.97), grain: 0 };
  return { kind, width: chance.in(0.5, 1), depth: chance.in(0.45, 0.78), grain: chance.in(0.1, 0.4) };
}

/** The ink on a page, as shares of absorbed light. */
export interface InkLayer {
  cells: Float32Array;
  /** Height of the paper's surface, of the same size: a pencil touches only the highest points. */
  tooth: Float32Array;
  width: number;
  height: number;
  scale: number;
}

/** Draws along points in millimetres, with changing pressure. */
function drag(layer: InkLayer, path: readonly Point[], pen: Pen, pressure: number, chance: Chance): void {
  const wave = chance.in(0, 6);
  let travelled = 0;
  for (let index = 1; index < path.length; index += 1) {
    const [from, to] = [path[index - 1] as Point, path[index] as Point];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const steps = Math.max(1, Math.ceil(length / 0.09));
    for (let step = 0; step < steps; step += 1) {
      travelled += length / steps;
      const share = step / steps;
      const force = pressure * (1 + 0.14 * Math.sin(wave + travelled * 1.3));
      // A ball pen sometimes leaves a millimetre without ink.
      if (pen.kind === 'ball' && Math.sin(wave * 7 + travelled * 0.9) > 0.995) continue;
      blot(layer, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, pen, force);
    }
  }
}

function blot(layer: InkLayer, x: number, y: number, pen: Pen, force: number): void {
  const { scale, width, height } = layer;
  const radius = (pen.width / 2) * Math.sqrt(force) * scale;
  const [cx, cy] = [x * scale, y * scale];
  const strength = Math.min(0.98, pen.depth * (pen.kind === 'pencil' ? force : Math.sqrt(force)));
  for (let row = Math.max(0, Math.floor(cy - radius - 1)); row <= Math.min(height - 1, cy + radius + 1); row += 1)
    for (let col = Math.max(0, Math.floor(cx - radius - 1)); col <= Math.min(width - 1, cx + radius + 1); col += 1) {
      const cover = Math.min(1, radius + 0.5 - Math.hypot(col - cx, row - cy));
      if (cover <= 0) continue;
      const at = row * width + col;
      const touched = pen.grain > 0 ? Math.min(1, Math.max(0, ((layer.tooth[at] as number) - pen.grain) * 4)) : 1;
      layer.cells[at] = Math.max(layer.cells[at] as number, cover * strength * touched);
    }
}

/** A cubic Bézier curve through a hand that trembles. */
function curve(points: readonly [Point, Point, Point, Point], tremor: number, chance: Chance): Point[] {
  const [a, b, c, d] = points;
  const phases = [chance.in(0, 6), chance.in(0, 6)] as const;
  return Array.from({ length: 17 }, (_, index) => {
    const t = index / 16;
    const [u, v, w, z] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return {
      x: u * a.x + v * b.x + w * c.x + z * d.x + tremor * Math.sin(phases[0] + 9 * t),
      y: u * a.y + v * b.y + w * c.y + z * d.y + tremor * Math.sin(phases[1] + 11 * t),
    };
  });
}

const near = (at: Point, spread: number, chance: Chance): Point => ({
  x: at.x + spread * chance.normal(),
  y: at.y + spread * chance.normal(),
});

/** Returns a slightly curved line between two points, as a hand draws it. */
function bent(from: Point, to: Point, chance: Chance): Point[] {
  const bend = 0.12 * Math.hypot(to.x - from.x, to.y - from.y);
  const between = (share: number) =>
    near({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, bend / 2, chance);
  return curve([from, between(0.33), between(0.67), to], 0.05, chance);
}

/** Fills a disc: a zigzag, a spiral or loops. */
function fill(at: Point, radius: number, pen: Pen, chance: Chance): Point[] {
  const gap = pen.width * chance.in(0.6, 1.05);
  const style = chance.pick(['zigzag', 'zigzag', 'spiral', 'loops'] as const);
  const angle = chance.in(0, Math.PI);
  const path: Point[] = [];
  const place = (x: number, y: number) =>
    path.push({
      x: at.x + x * Math.cos(angle) - y * Math.sin(angle) + 0.12 * chance.normal(),
      y: at.y + x * Math.sin(angle) + y * Math.cos(angle) + 0.12 * chance.normal(),
    });
  if (style === 'zigzag') {
    for (let y = -radius, side = 1; y <= radius; y += gap, side = -side) {
      const half = Math.sqrt(Math.max(0, radius * radius - y * y));
      place(side * half, y);
      place(-side * half, y + gap / 2);
    }
  } else if (style === 'spiral') {
    for (let turn = 0; turn < (2 * Math.PI * radius) / gap; turn += 0.35) {
      const far = (turn * gap) / (2 * Math.PI);
      place(far * Math.cos(turn), far * Math.sin(turn));
    }
  } else {
    const loops = (1.7 * radius) / gap + 3;
    for (let turn = 0; turn < loops * 2 * Math.PI; turn += 0.4) {
      const centre = radius * 0.5;
      const drift = turn / loops;
      place(
        centre * Math.cos(drift) + radius * 0.5 * Math.cos(turn),
        centre * Math.sin(drift) + radius * 0.5 * Math.sin(turn),
      );
    }
  }
  return path;
}

/** Draws the marks of a row. */
export function markRow(
  layer: InkLayer,
  row: MarkedRow,
  place: (letter: Letter) => Point,
  pen: Pen,
  chance: Chance,
): void {
  const pressure = chance.in(0.85, 1.15);
  const line = (from: Point, to: Point, force = pressure) => drag(layer, bent(from, to, chance), pen, force, chance);
  const filled = (letter: Letter, size: number, force = pressure) => {
    const at = near(place(letter), 0.22, chance);
    const radius = size * chance.in(2, 2.65) - pen.width / 2;
    if (chance.is(0.4)) drag(layer, round(at, radius, chance), pen, force, chance);
    drag(layer, fill(at, radius, pen, chance), pen, force, chance);
  };
  const cross = (at: Point, reach: number, force = pressure) => {
    const turn = chance.in(-0.3, 0.3);
    for (const angle of [Math.PI / 4 + turn, -Math.PI / 4 + turn + chance.in(-0.2, 0.2)]) {
      const [x, y] = [reach * Math.cos(angle), reach * Math.sin(angle)];
      line(near({ x: at.x - x, y: at.y - y }, 0.25, chance), near({ x: at.x + x, y: at.y + y }, 0.25, chance), force);
    }
  };
  const { kind, letter, other } = row;
  const at = letter ? near(place(letter), 0.3, chance) : { x: 0, y: 0 };
  if (kind === 'filled' && letter) filled(letter, 1);
  if (kind === 'heavy' && letter) filled(letter, chance.in(1.15, 1.4), 1.2);
  if (kind === 'light' && letter) filled(letter, 0.9, chance.in(0.55, 0.75));
  if (kind === 'cross') cross(at, chance.in(2.1, 3.6));
  if (kind === 'tick') {
    const size = chance.in(0.8, 1.4);
    const low = { x: at.x - 0.4 * size, y: at.y + 1.7 * size };
    line(near({ x: at.x - 1.8 * size, y: at.y - 0.1 * size }, 0.2, chance), low);
    line(low, near({ x: at.x + 2.4 * size, y: at.y - 2.2 * size }, 0.3, chance));
  }
  if (kind === 'ring') drag(layer, round(at, chance.in(2.6, 3.6), chance), pen, pressure, chance);
  if (kind === 'dot') drag(layer, fill(at, chance.in(0.5, 0.9), pen, chance), pen, pressure, chance);
  if (kind === 'double' && other) {
    filled(other, 1);
    filled(chance.pick(LETTERS.slice(0, 3).filter((one) => one !== other)), 1);
  }
  if (kind === 'remade' && letter) filled(letter, 1);
  if ((kind === 'remade' || kind === 'cancelled') && other) {
    filled(other, 1);
    cross(near(place(other), 0.3, chance), chance.in(3.2, 4.8), 1.15);
  }
  // A slip of the pen in the space between two rows.
  if (kind === 'stray') {
    const beside = place('A');
    const from = { x: beside.x + chance.in(-8, 20), y: beside.y + chance.in(4.7, 5.6) };
    line(from, { x: from.x + chance.in(3, 14), y: from.y + chance.in(-0.3, 0.3) });
  }
}

/** A closed curve around a point that does not quite meet its start. */
function round(at: Point, radius: number, chance: Chance): Point[] {
  const [start, wide, flat] = [chance.in(0, 6.3), chance.in(0.92, 1.1), chance.in(0.92, 1.1)];
  return Array.from({ length: 29 }, (_, index) => {
    const angle = start + (index / 28) * 6.6;
    const far = radius * (1 + 0.03 * Math.sin(3 * angle + start));
    return { x: at.x + wide * far * Math.cos(angle), y: at.y + flat * far * Math.sin(angle) };
  });
}
