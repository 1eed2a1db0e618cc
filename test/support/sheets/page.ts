import { renderAsync } from '@resvg/resvg-js';
import {
  BUBBLE_RADIUS,
  type Layout,
  LETTERS,
  type Letter,
  layoutOf,
} from '../../../src/domains/sitting/paper/layout.rules.ts';
import { answerPart } from '../../../src/domains/sitting/paper/sheet-drawing.rules.ts';
import { modulesOf } from '../../../src/domains/sitting/paper/sheet-pdf.server.ts';
import { typefaceFile } from '../../../src/server/pdf/typeface.ts';
import type { Chance } from './chance.ts';
import { type DrawnRow, drawnRow, drawRows, type Ink } from './hand.ts';

// A printed page, perhaps photocopied, and filled in: how much light each of its points reflects.

const SCALE = 7;
const [WIDTH, HEIGHT] = [210, 297];
/** Where the answer part is on the page, and how much of the page above it is drawn, in millimetres. */
const SIDE = 12;
const ABOVE = 60;

export interface PageMade {
  layout: Layout;
  code: string;
  rows: readonly DrawnRow[];
  /** Share of the light that is reflected, 0 to 1 as displayed. */
  cells: Float32Array;
  width: number;
  height: number;
  scale: number;
  /** Upper left corner of the answer part, in millimetres from the upper left corner of what is drawn. */
  part: { x: number; y: number };
  traits: Record<string, number>;
}

/** Makes a page with this number of questions, printed, copied and filled in at random. */
export async function makePage(questions: number, chance: Chance): Promise<PageMade> {
  const layout = layoutOf(Array.from({ length: questions }, () => chance.pick([3, 4, 4, 4, 4])));
  const ticket = Array.from({ length: 23 }, () => chance.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'])).join('');
  const code = `HTTPS://CADERNETA.AO/P/${ticket}`;
  const top = Math.max(0, HEIGHT - SIDE - layout.height - ABOVE);
  const part = { x: SIDE, y: HEIGHT - SIDE - layout.height - top };
  const isCopy = chance.is(0.25);
  // A copier scales and turns what it copies a little.
  const copied = isCopy ? { scale: chance.in(0.975, 1.02), turn: chance.in(-1.5, 1.5) } : { scale: 1, turn: 0 };
  const printed = await printedCells(layout, code, part, HEIGHT - top, copied);
  const { cells, width, height } = printed;
  const paper = chance.in(0.82, 0.97);
  const black = chance.in(0.07, 0.25);
  wear(cells, width, height, isCopy, chance);
  for (let at = 0; at < cells.length; at += 1) cells[at] = black + (paper - black) * (cells[at] as number);
  const rows = layout.rows.map(({ bubbles }) => drawnRow(chance, bubbles.length));
  const isPencil = chance.is(0.45);
  const ink: Ink = { cells: new Float32Array(width * height), width, height, scale: SCALE };
  const [cx, cy] = [part.x + layout.width / 2, part.y + layout.height / 2];
  const angle = (copied.turn * Math.PI) / 180;
  const centre = (row: number, letter: Letter) => {
    const at = layout.rows[row]?.bubbles[LETTERS.indexOf(letter)] ?? { x: 0, y: 0 };
    const [x, y] = [(part.x + at.x - cx) * copied.scale, (part.y + at.y - cy) * copied.scale];
    return { x: cx + x * Math.cos(angle) - y * Math.sin(angle), y: cy + x * Math.sin(angle) + y * Math.cos(angle) };
  };
  drawRows(ink, rows, centre, isPencil, chance);
  const shade = isPencil ? chance.in(0.25, 0.48) : chance.in(0.07, 0.42);
  for (let at = 0; at < cells.length; at += 1) {
    const inked = ink.cells[at] as number;
    if (inked > 0) cells[at] = (cells[at] as number) * (1 - inked * (1 - shade));
  }
  const traits = { copy: Number(isCopy), pencil: Number(isPencil), paper, black, ink: shade };
  return { layout, code, rows, cells, width, height, scale: SCALE, part, traits };
}

/** The printed answer part as the content of an SVG, in millimetres. */
export const printOf = (layout: Layout, code: string): string =>
  answerPart(layout, {
    modules: modulesOf(code),
    name: 'B4TR 7NQK',
    validUntil: 'Vale até 30 de Setembro de 2027',
  })
    .map((shape) => {
      if (shape.kind === 'rect')
        return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"/>`;
      if (shape.kind === 'circle')
        return shape.line === null
          ? `<circle cx="${shape.x}" cy="${shape.y}" r="${BUBBLE_RADIUS}"/>`
          : `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="none" stroke="#000" stroke-width="${shape.line}"/>`;
      const anchor = { left: 'start', center: 'middle', right: 'end' }[shape.align];
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" text-anchor="${anchor}" font-weight="${shape.weight}" fill="${shape.grey ? '#777' : '#000'}">${shape.text}</text>`;
    })
    .join('');

/** The print alone: 0 black, 1 paper. */
async function printedCells(
  layout: Layout,
  code: string,
  part: { x: number; y: number },
  height: number,
  copied: { scale: number; turn: number },
) {
  const shapes = printOf(layout, code);
  const lines = Array.from(
    { length: Math.floor(part.y / 5.5) },
    (_, line) =>
      `<text x="${line % 3 ? 8 : 2}" y="${-line * 5.5 - 4}" font-size="3.7">A Joana comprou ${line + 2} pães por 350 Kz cada um e pagou com uma nota de 5000 Kz.</text>`,
  );
  const middle = `${part.x + layout.width / 2} ${part.y + layout.height / 2}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${height * SCALE}" viewBox="0 0 ${WIDTH} ${height}"><rect width="${WIDTH}" height="${height}" fill="#fff"/><g transform="translate(${middle}) rotate(${copied.turn}) scale(${copied.scale}) translate(${-layout.width / 2} ${-layout.height / 2})" font-family="Figtree">${shapes}${lines.join('')}</g></svg>`;
  return cellsOf(svg);
}

/** Draws an SVG: 0 black, 1 white. */
export async function cellsOf(svg: string): Promise<{ cells: Float32Array; width: number; height: number }> {
  const {
    pixels,
    width,
    height: rows,
  } = await renderAsync(svg, {
    font: {
      fontFiles: [typefaceFile(400), typefaceFile(650)],
      loadSystemFonts: false,
      defaultFontFamily: 'Figtree Light',
    },
    logLevel: 'off',
  });
  const cells = new Float32Array(width * rows);
  for (let at = 0; at < cells.length; at += 1) cells[at] = (pixels[at * 4] as number) / 255;
  return { cells, width, height: rows };
}

/** What printers and copiers do to the print: bands with little toner, dark streaks, specks, contrast. */
function wear(cells: Float32Array, width: number, height: number, isCopy: boolean, chance: Chance): void {
  const bands = chance.is(0.2)
    ? Array.from({ length: 8 }, () => [chance.in(0, width), chance.in(4, 30), chance.in(0.1, 0.45)])
    : [];
  for (const [from = 0, wide = 0, lost = 0] of bands)
    for (let y = 0; y < height; y += 1)
      for (let x = Math.floor(from); x < Math.min(width, from + wide); x += 1) {
        const at = y * width + x;
        cells[at] = 1 - (1 - (cells[at] as number)) * (1 - lost);
      }
  if (!isCopy) return;
  const [steep, middle, fog] = [chance.in(1, 2.2), chance.in(0.4, 0.6), chance.in(0, 0.12)];
  for (let at = 0; at < cells.length; at += 1)
    cells[at] = Math.min(1 - fog, Math.max(0, ((cells[at] as number) - middle) * steep + middle + (steep - 1) * 0.1));
  for (let streak = 0; streak < (chance.is(0.3) ? 2 : 0); streak += 1) {
    const [x, dark] = [Math.floor(chance.in(10, width - 10)), chance.in(0.1, 0.35)];
    for (let y = 0; y < height; y += 1)
      for (const step of [0, 1]) cells[y * width + x + step] = (cells[y * width + x + step] as number) * (1 - dark);
  }
  for (let speck = 0; speck < chance.in(0, 400); speck += 1) {
    const [x, y, size] = [
      Math.floor(chance.in(2, width - 3)),
      Math.floor(chance.in(2, height - 3)),
      chance.pick([1, 1, 2, 3]),
    ];
    for (let dy = 0; dy < size; dy += 1) for (let dx = 0; dx < size; dx += 1) cells[(y + dy) * width + x + dx] = 0.1;
  }
}
