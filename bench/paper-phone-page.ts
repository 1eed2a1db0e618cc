import { type Layout, LETTERS, type Letter, layoutOf, type Point } from '../src/domains/sitting/paper/layout.rules.ts';
import type { Chance } from '../test/support/sheets/chance.ts';
import { cellsOf, printOf } from '../test/support/sheets/page.ts';
import { type InkLayer, type MarkedRow, markedRow, markRow, type Pen, penOf } from './paper-phone-hand.ts';

// A printed or copied page, filled in with a pen of some colour.

const SCALE = 7;
const PAGE_WIDTH = 210;
const MARGIN = { side: 12, top: 22, bottom: 12 } as const;

export interface PhonePage {
  layout: Layout;
  code: string;
  rows: readonly MarkedRow[];
  /** Reflected light, 0 to 1 as displayed, before ink; and the ink on it, as absorbed light. */
  print: Float32Array;
  ink: Float32Array;
  pen: Pen & { colour: readonly [number, number, number] };
  width: number;
  height: number;
  scale: number;
  /** Size in millimetres. */
  size: Point;
  /** Centres of the corner marks, in millimetres. */
  marks: readonly Point[];
  drawn: Record<string, number>;
}

/** Share of its depth that a pen of this colour has in red, green and blue. */
const COLOURS = {
  blue: [1, 0.88, 0.5],
  black: [1, 1, 1],
} as const;

export async function phonePage(questions: number, chance: Chance): Promise<PhonePage> {
  const layout = layoutOf(Array.from({ length: questions }, () => chance.pick([3, 4, 4, 4])));
  const ticket = Array.from({ length: 23 }, () => chance.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'])).join('');
  const code = `HTTPS://CADERNETA.AO/P/${ticket}`;
  const size = { x: PAGE_WIDTH, y: layout.height + MARGIN.top + MARGIN.bottom };
  const words = [0, 1].map(
    (line) =>
      `<text x="14" y="${-6 - line * 6}" font-size="3.8">${line + 1} Quantos dias tem a semana? Sete dias.</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.x * SCALE}" height="${size.y * SCALE}" viewBox="0 0 ${size.x} ${size.y}"><rect width="${size.x}" height="${size.y}" fill="#fff"/><g transform="translate(${MARGIN.side} ${MARGIN.top})" font-family="Figtree">${printOf(layout, code)}${words.join('')}</g></svg>`;
  const { cells, width, height } = await cellsOf(svg);
  const printer = chance.weighted({ laser: 40, jet: 35, copy: 25 });
  if (printer === 'jet') lowInk(cells, width, height, chance);
  if (printer === 'copy') copy(cells, width, height, chance);
  const black = chance.in(0.05, printer === 'laser' ? 0.18 : 0.3);
  const white = chance.in(0.84, 0.98);
  for (let at = 0; at < cells.length; at += 1) cells[at] = black + (white - black) * (cells[at] as number);
  const pen = penOf(chance);
  const colour = pen.kind === 'pencil' ? COLOURS.black : chance.pick([COLOURS.blue, COLOURS.blue, COLOURS.black]);
  const rows = layout.rows.map(({ bubbles }) => markedRow(chance, bubbles.length));
  const layer: InkLayer = {
    cells: new Float32Array(width * height),
    tooth: toothOf(width, height, chance),
    width,
    height,
    scale: SCALE,
  };
  rows.forEach((row, index) => {
    const place = (letter: Letter) => {
      const at = layout.rows[index]?.bubbles[LETTERS.indexOf(letter)] ?? { x: 0, y: 0 };
      return { x: at.x + MARGIN.side, y: at.y + MARGIN.top };
    };
    markRow(layer, row, place, pen, chance);
  });
  return {
    layout,
    code,
    rows,
    print: cells,
    ink: layer.cells,
    pen: { ...pen, colour },
    width,
    height,
    scale: SCALE,
    size,
    marks: layout.marks.map(({ x, y }) => ({ x: x + MARGIN.side, y: y + MARGIN.top })),
    drawn: {
      copy: Number(printer === 'copy'),
      jet: Number(printer === 'jet'),
      pencil: Number(pen.kind === 'pencil'),
      felt: Number(pen.kind === 'felt'),
      depth: pen.depth,
      line: pen.width,
    },
  };
}

/** The relief of the paper: noise of two sizes. */
function toothOf(width: number, height: number, chance: Chance): Float32Array {
  const cells = new Float32Array(width * height);
  const tile = 251;
  const noise = Float32Array.from({ length: tile * tile }, () => chance.in(0, 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const fine = noise[(y % tile) * tile + (x % tile)] as number;
      const coarse = noise[((y >> 1) % tile) * tile + (((x >> 1) + 97) % tile)] as number;
      cells[y * width + x] = 0.5 * fine + 0.5 * coarse;
    }
  return cells;
}

/** A jet printer with blocked nozzles: fine light lines across the page, and dots of unequal size. */
function lowInk(cells: Float32Array, width: number, height: number, chance: Chance): void {
  const blocked = Array.from({ length: chance.is(0.4) ? 14 : 0 }, () => Math.floor(chance.in(0, height)));
  const grain = chance.in(0, 0.18);
  for (const line of blocked)
    for (let x = 0; x < width; x += 1) {
      const at = line * width + x;
      cells[at] = 1 - (1 - (cells[at] as number)) * 0.35;
    }
  for (let at = 0; at < cells.length; at += 1)
    cells[at] = 1 - (1 - (cells[at] as number)) * (1 - grain * chance.in(0, 1));
}

/** A photocopier: a steep curve, a grey veil, dust, the dark edge of its glass, a drum that is worn in one band. */
function copy(cells: Float32Array, width: number, height: number, chance: Chance): void {
  const [steep, middle, veil] = [chance.in(1.2, 3), chance.in(0.45, 0.7), chance.in(0, 0.1)];
  const [band, wide, worn] = [chance.in(0, width), chance.in(40, 200), chance.is(0.3) ? chance.in(0.1, 0.4) : 0];
  const edge = chance.is(0.4) ? chance.in(4, 18) : 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const curved = 1 / (1 + Math.exp(-4 * steep * ((cells[at] as number) - middle)));
      const pale = worn * Math.exp(-(((x - band) / wide) ** 2));
      cells[at] = Math.min(1 - veil, 1 - (1 - curved) * (1 - pale)) * (x < edge ? 0.4 : 1);
    }
  for (let dust = 0; dust < chance.in(0, 250); dust += 1) {
    const [x, y, radius] = [chance.in(4, width - 5), chance.in(4, height - 5), chance.in(0.5, 1.8)];
    for (let row = Math.ceil(y - radius); row <= y + radius; row += 1)
      for (let col = Math.ceil(x - radius); col <= x + radius; col += 1) cells[row * width + col] = 0.15;
  }
}
