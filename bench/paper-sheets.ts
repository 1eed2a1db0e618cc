import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { type Layout, LETTERS, type Letter, layoutOf, type Point } from '../src/domains/sitting/paper/layout.rules.ts';
import { answerPart, type Shape } from '../src/domains/sitting/paper/sheet-drawing.rules.ts';
import { modulesOf } from '../src/domains/sitting/paper/sheet-pdf.server.ts';
import { signsFile, typefaceFile, WEIGHTS } from '../src/server/pdf/typeface.ts';

// Makes sheets of paper: printed well or badly, photocopied or not, and filled in by hand. Nothing here
// knows how sheets are read, other than their layout.

/** The range of each parameter, with a uniform distribution. Those of `copy` apply only to photocopies. */
const SHEET_PARAMETERS = {
  /** Shades of grey of white paper and black print before any light effect. */
  paper: [205, 245],
  print: [18, 60],
  /** Share of the sheets that come from a bad printer: pale stripes, and specks of toner. */
  badPrinter: 0.2,
  /** Share of the sheets that are photocopies, and what a photocopier does to them. */
  copied: 0.25,
  copy: {
    /** Factor of contrast around mid-grey, and the number of shades by which the paper is darkened. */
    contrast: [1, 1.5],
    greyed: [0, 35],
    /** Degrees off straight. */
    skew: [-1.2, 1.2],
    /** Standard deviation in millimetres. */
    blur: [0.02, 0.12],
    specks: [0, 250],
  },
  /** Shades of the ink of a pen (blue and black are dark, red is pale in shades of grey), and of a pencil. */
  pen: [15, 120],
  pencil: [60, 120],
} as const;

/** Shares of the rows that are not simply filled. The rest have one filled bubble. */
export const ROW_KINDS = {
  blank: 0.04,
  light: 0.04,
  crossed: 0.04,
  double: 0.02,
  stray: 0.04,
  tick: 0.02,
  cross: 0.02,
  overflow: 0.03,
  ring: 0.01,
} as const;

export type RowKind = keyof typeof ROW_KINDS | 'filled';

export interface TrueRow {
  kind: RowKind;
  /** The letter that was meant; null when none was, or when it cannot be known. */
  letter: Letter | null;
  /** Letters of the bubbles with a mark that fills them, crossed out or not. */
  marked: readonly Letter[];
}

export interface Random {
  (): number;
  between(range: readonly [number, number]): number;
  normal(): number;
}

/** Mulberry32, a pseudo-random generator with 32 bits of state; its output is uniform enough for this simulation. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return Object.assign(next, {
    between: ([low, high]: readonly [number, number]) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  });
}

/** The parts of a sheet that are given instead of chosen at random. */
export interface FilledSheet {
  layout: Layout;
  code: string;
  rows: readonly TrueRow[];
}

export function madeUpSheet(random: Random, questions: number): FilledSheet {
  const layout = layoutOf(Array.from({ length: questions }, () => (random() < 0.12 ? 3 : 4)));
  const ticket = Array.from({ length: 23 }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Math.floor(random() * 32)]).join(
    '',
  );
  const rows = layout.rows.map(({ bubbles }) => trueRow(random, bubbles.length));
  return { layout, code: `HTTPS://CADERNETA.AO/P/${ticket}`, rows };
}

function trueRow(random: Random, alternatives: number): TrueRow {
  const pick = () => LETTERS[Math.floor(random() * alternatives)] as Letter;
  let draw = random();
  let kind: RowKind = 'filled';
  for (const [name, share] of Object.entries(ROW_KINDS) as [RowKind, number][]) {
    if (draw < share) {
      kind = name;
      break;
    }
    draw -= share;
  }
  const letter = pick();
  let other = pick();
  while (other === letter) other = pick();
  if (kind === 'blank') return { kind, letter: null, marked: [] };
  if (kind === 'double') return { kind, letter: null, marked: [letter, other] };
  // The row is crossed out: `other` was filled first.
  if (kind === 'crossed') return { kind, letter, marked: [letter, other] };
  return { kind, letter, marked: [letter] };
}

/** Pixels a millimetre of a sheet before it is photographed. */
export const SHEET_SCALE = 7;
/** Margin of paper drawn around the answer part: left, top, right, bottom, in millimetres. */
export const MARGIN = { left: 12, top: 45, right: 12, bottom: 10 } as const;

export interface Picture {
  pixels: Buffer;
  width: number;
  height: number;
}

/** Renders the answer part as it is printed and filled in, with the end of the questions above it. */
export async function renderSheet(sheet: FilledSheet, pencil: boolean, random: Random): Promise<Picture> {
  const { layout, rows } = sheet;
  const { badPrinter, copied, copy } = SHEET_PARAMETERS;
  const shades = { paper: random.between(SHEET_PARAMETERS.paper), print: random.between(SHEET_PARAMETERS.print) };
  const bad = random() < badPrinter;
  const isCopy = random() < copied;
  const skew = isCopy ? random.between(copy.skew) : 0;
  const width = layout.width + MARGIN.left + MARGIN.right;
  const height = layout.height + MARGIN.top + MARGIN.bottom;
  const onPaper = (body: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SHEET_SCALE}" height="${height * SHEET_SCALE}" viewBox="${-MARGIN.left} ${-MARGIN.top} ${width} ${height}">${body}</svg>`;
  const turned = (body: string) =>
    `<g transform="rotate(${skew} ${layout.width / 2} ${layout.height / 2})">${body}</g>`;
  const specks = Array.from(
    { length: Math.round(isCopy ? random.between(copy.specks) : bad ? 40 : 0) },
    () =>
      `<circle cx="${random() * width - MARGIN.left}" cy="${random() * height - MARGIN.top}" r="${random.between([0.05, 0.28])}" fill="${grey(shades.print)}"/>`,
  ).join('');
  const printed = await rendered(
    onPaper(
      `<rect x="${-MARGIN.left}" y="${-MARGIN.top}" width="${width}" height="${height}" fill="${grey(shades.paper)}"/>${turned(printOf(sheet, shades))}${bad ? stripes(layout.height, shades.paper, random) : ''}${specks}`,
    ),
  );
  let paper = sharp(printed.pixels, {
    raw: { width: printed.width, height: printed.height, channels: 4 },
  }).removeAlpha();
  if (isCopy) {
    const contrast = random.between(copy.contrast);
    const middle = 128;
    paper = paper
      .blur(Math.max(0.3, random.between(copy.blur) * SHEET_SCALE))
      .linear(contrast, middle * (1 - contrast) - random.between(copy.greyed));
  }
  const marks = rows.map((row, index) => marksOf(row, layout.rows[index]?.bubbles ?? [], pencil, random)).join('');
  const hand = await rendered(onPaper(turned(marks)));
  const flat = await paper.raw().toBuffer();
  const { data, info } = await sharp(flat, { raw: { width: printed.width, height: printed.height, channels: 3 } })
    .composite([{ input: hand.pixels, raw: { width: hand.width, height: hand.height, channels: 4 } }])
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

const rendered = (svg: string) =>
  renderAsync(svg, {
    font: {
      fontFiles: [...WEIGHTS.map(typefaceFile), signsFile()],
      loadSystemFonts: false,
      defaultFontFamily: 'Figtree Light',
    },
    logLevel: 'off',
  });

const grey = (shade: number) => `rgb(${Math.round(shade)},${Math.round(shade)},${Math.round(shade)})`;

function printOf({ layout, code }: FilledSheet, { print, paper }: { print: number; paper: number }): string {
  const shapes = answerPart(layout, {
    modules: modulesOf(code),
    name: 'K7Q2 M9F4',
    validUntil: 'Vale até 14 de Junho de 2027',
  });
  const questions = Array.from(
    { length: 7 },
    (_, line) =>
      `<text x="${line % 2 ? 6 : 0}" y="${-38 + line * 5.4}" font-size="3.6">${line % 2 ? 'A  24 laranjas      B  32 laranjas      C  14 laranjas' : `${line + 3}  Um quarto de 28 laranjas são quantas laranjas? Conta bem e responde.`}</text>`,
  ).join('');
  const drawn = shapes.map((shape) => svgOf(shape, print, paper)).join('');
  return `<g fill="${grey(print)}" font-family="Figtree Light">${questions}${drawn}</g>`;
}

/** Draws pale stripes down the page, as a printer makes them whose drum or nozzle gives too little toner or ink. */
function stripes(height: number, paper: number, random: Random): string {
  return Array.from({ length: 12 }, () => {
    const [x, width] = [random.between([-10, 196]), random.between([0.3, 3])];
    return `<rect x="${x}" y="${-MARGIN.top}" width="${width}" height="${MARGIN.top + height + MARGIN.bottom}" fill="${grey(paper)}" fill-opacity="${random.between([0.15, 0.5])}"/>`;
  }).join('');
}

function svgOf(shape: Shape, print: number, paper: number): string {
  if (shape.kind === 'rect')
    return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"/>`;
  if (shape.kind === 'circle')
    return shape.line === null
      ? `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}"/>`
      : `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="none" stroke="${grey(print)}" stroke-width="${shape.line}"/>`;
  const anchor = { left: 'start', center: 'middle', right: 'end' }[shape.align];
  const shade = shape.grey ? grey(print + (paper - print) * 0.45) : undefined;
  return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" font-weight="${shape.weight}" text-anchor="${anchor}"${shade === undefined ? '' : ` fill="${shade}"`}>${shape.text}</text>`;
}

/** Returns the strokes of one row as SVG. In a crossed-out row the letters after the first of `marked` are the crossed-out ones. */
function marksOf(row: TrueRow, bubbles: readonly Point[], pencil: boolean, random: Random): string {
  const centre = (letter: Letter) => bubbles[LETTERS.indexOf(letter)] as Point;
  const ink = grey(random.between(pencil ? SHEET_PARAMETERS.pencil : SHEET_PARAMETERS.pen));
  const opaque = () => (pencil ? random.between([0.7, 0.95]) : random.between([0.85, 1]));
  const stroke = (path: string, opacity: number, width: number) =>
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const scribble = (at: Point, opacity: number, turns: readonly [number, number], size: readonly [number, number]) => {
    const [dx, dy] = [random.normal() * 0.2, random.normal() * 0.2];
    const count = Math.round(random.between(turns));
    const angle = random() * Math.PI;
    const reach = random.between(size);
    const points = Array.from({ length: count + 1 }, (_, step) => {
      const across = (step / count) * 2 - 1;
      const half = Math.sqrt(Math.max(0.08, 1 - across * across)) * (step % 2 ? 1 : -1) * random.between([0.85, 1.08]);
      const [u, v] = [half * reach, across * reach * 0.95];
      return `${(at.x + dx + u * Math.cos(angle) - v * Math.sin(angle)).toFixed(2)} ${(at.y + dy + u * Math.sin(angle) + v * Math.cos(angle)).toFixed(2)}`;
    });
    return stroke(`M${points.join('L')}`, opacity, random.between([0.45, 0.8]));
  };
  const full = (at: Point) => scribble(at, opaque(), [9, 15], [1.9, 2.5]);
  const cross = (at: Point, reach: readonly [number, number], width: number) => {
    const [one, two] = [random.between(reach), random.between(reach)];
    const turn = random.normal() * 0.12;
    const line = (angle: number, far: number) =>
      `M${at.x - far * Math.cos(angle)} ${at.y - far * Math.sin(angle)}L${at.x + far * Math.cos(angle)} ${at.y + far * Math.sin(angle)}`;
    return (
      stroke(line(Math.PI / 4 + turn, one), 0.95, width) + stroke(line((Math.PI * 3) / 4 + turn, two), 0.95, width)
    );
  };
  const [first, second] = row.marked;
  const [one, two] = [first && centre(first), second && centre(second)];
  if (!one) return '';
  switch (row.kind) {
    case 'light':
      return scribble(one, random.between([0.3, 0.6]), [5, 8], [1.9, 2.5]);
    case 'crossed':
      return full(one) + (two ? full(two) + cross(two, [3.7, 5], 0.6) : '');
    case 'double':
      return full(one) + (two ? full(two) : '');
    case 'stray': {
      const [from, to] = [bubbles[0] as Point, bubbles[bubbles.length - 1] as Point];
      const [x, y] = [random.between([from.x - 5, to.x + 5]), from.y + random.between([-5.5, 5.5])];
      const [length, angle] = [random.between([3, 14]), random() * 2 * Math.PI];
      const bow = `M${x} ${y}q${length / 3} ${random.normal()} ${length * Math.cos(angle)} ${length * 0.4 * Math.sin(angle)}`;
      return full(one) + stroke(bow, 0.9, 0.45);
    }
    case 'tick': {
      // A tick: down to the lower part of the bubble, then up to the right, past its edge.
      const [x, y] = [one.x + random.normal() * 0.4, one.y + random.normal() * 0.4];
      const far = random.between([1, 1.7]);
      return stroke(
        `M${x - 1.8 * far} ${y - 0.2}L${x - 0.4} ${y + 1.6}L${x + 2.2 * far} ${y - 2.4 * far}`,
        opaque(),
        0.6,
      );
    }
    case 'cross':
      return cross(one, [1.6, 2.8], random.between([0.4, 0.7]));
    case 'overflow':
      return scribble(one, opaque(), [10, 16], [2.7, 3.8]);
    case 'ring': {
      const [rx, ry] = [random.between([2.9, 4]), random.between([2.9, 4])];
      return `<ellipse cx="${one.x + random.normal() * 0.3}" cy="${one.y + random.normal() * 0.3}" rx="${rx}" ry="${ry}" fill="none" stroke="${ink}" stroke-width="${random.between([0.4, 0.7])}"/>`;
    }
    case 'filled':
      return full(one);
    default:
      return '';
  }
}
