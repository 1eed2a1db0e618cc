// Makes the product's typeface from the published Figtree (OFL). Run it again only when the font or a list of characters
// changes: the results are committed, so that a build needs no font tools.
//
//   src/web/ui/base/figtree-pt.woff2   for screens: weights 400 to 800, the letters and signs of everyday Portuguese
//   src/web/ui/base/figtree-signs.woff2 the other signs of ASCII and of school exercises, fetched by a page that shows one of them
//   src/server/pdf/fonts/figtree-*.ttf for files made on the server (PDF, preview images): one file a weight, all letters of
//                                  western Europe; the readers of those files know no variable fonts
//   src/server/pdf/fonts/signs.ttf     characters of school exercises that Figtree lacks, from DejaVu Sans, whose licence is free; npm has no
//                                  such font, so the system's is read (Debian: fonts-dejavu-core)
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';
import { SIGNS } from '../src/server/pdf/typeface.ts';

const LIMIT = 12 * 1024;
const SIGNS_LIMIT = 3.2 * 1024;
const SERVER_LIMIT = 36 * 1024;

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

/** Rarely used characters. They are also listed in the `unicode-range` of web/ui/base/type.css. */
const rare = '#$<>\\^_`{|}~' + '±²³¼½¾€←→≠≤≥✓';
/** The letters of Portuguese as it is written now. Those of other languages (è, ñ, ü) come from the phone’s own typeface. */
const common =
  [...between(0x20, 0x7e)].filter((sign) => !rare.includes(sign)).join('') + // ASCII
  '\u00a0©ªº°«»·×÷−' +
  'ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú' +
  '–—‘’“”•…';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const published = at('../node_modules/@fontsource-variable/figtree/');
const source = await readFile(`${published}files/figtree-latin-wght-normal.woff2`);

async function make(
  target: string,
  limit: number,
  of: string,
  options: object,
  finish = (font: Buffer) => font,
  from = source,
): Promise<void> {
  const subset = finish(await subsetFont(from, of, { noHinting: true, ...options }));
  if (subset.length > limit) throw new Error(`${target} has ${subset.length} bytes, more than ${limit}.`);
  await writeFile(at(target), subset);
  console.log(`${target}: ${subset.length} bytes`);
}

const forScreens = {
  targetFormat: 'woff2',
  // Kerning and tabular digits; alternates that no style sheet asks for are dropped.
  keepFeatures: ['kern', 'tnum', 'ccmp', 'mark'],
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
};
await make('../src/web/ui/base/figtree-pt.woff2', LIMIT, common, forScreens);
await make('../src/web/ui/base/figtree-signs.woff2', SIGNS_LIMIT, rare, forScreens);

await mkdir(at('../src/server/pdf/fonts'), { recursive: true });
for (const weight of [400, 650, 800]) {
  await make(
    `../src/server/pdf/fonts/figtree-${weight}.ttf`,
    SERVER_LIMIT,
    between(0x20, 0x17f) + between(0x2000, 0x22ff),
    {
      targetFormat: 'sfnt',
      keepFeatures: ['kern', 'tnum', 'ccmp', 'mark'],
      variationAxes: { wght: weight },
    },
    withBox,
  );
}
await copyFile(`${published}LICENSE`, at('../src/server/pdf/fonts/OFL.txt'));

await make(
  '../src/server/pdf/fonts/signs.ttf',
  SERVER_LIMIT,
  SIGNS,
  { targetFormat: 'sfnt' },
  undefined,
  await readFile('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'),
);
await copyFile('/usr/share/doc/fonts-dejavu-core/copyright', at('../src/server/pdf/fonts/LICENSE-signs.txt'));

/** Restores the outline of the first glyph, an empty box shown for characters that the font lacks, which subsetting removed. */
function withBox(font: Buffer): Buffer {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const at = 12 + 16 * i;
    const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    tables.set(font.toString('latin1', at, at + 4), Buffer.from(font.subarray(start, start + length)));
  }
  const [glyf, loca, head] = ['glyf', 'loca', 'head'].map((name) => tables.get(name)) as [Buffer, Buffer, Buffer];
  const long = head.readInt16BE(50) === 1;
  const offsets = Array.from({ length: loca.length / (long ? 4 : 2) }, (_, i) =>
    long ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i),
  );
  if (offsets[1] !== 0) throw new Error('The first glyph has an outline already.');
  const box = boxGlyph(94, 0, 614, 700, 62);
  tables.set('glyf', Buffer.concat([box, glyf]));
  const moved = Buffer.alloc(4 * offsets.length);
  offsets.forEach((offset, i) => {
    moved.writeUInt32BE(i === 0 ? 0 : offset + box.length, 4 * i);
  });
  tables.set('loca', moved);
  head.writeInt16BE(1, 50);
  return sfnt(font.subarray(0, 4), tables);
}

/** Returns a simple glyph of two rectangles; the inner one has the opposite direction. */
function boxGlyph(left: number, bottom: number, right: number, top: number, stroke: number): Buffer {
  const [l, b, r, t] = [left + stroke, bottom + stroke, right - stroke, top - stroke];
  const points = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [l, b],
    [r, b],
    [r, t],
    [l, t],
  ] as const;
  const numbers = [2, left, bottom, right, top, 3, 7, 0];
  const glyph = Buffer.alloc(2 * numbers.length + points.length * 5);
  numbers.forEach((number, i) => {
    glyph.writeInt16BE(number, 2 * i);
  });
  let at = 2 * numbers.length;
  for (const _ of points) at = glyph.writeUInt8(1, at);
  for (const axis of [0, 1] as const) {
    points.forEach((point, i) => {
      at = glyph.writeInt16BE(point[axis] - (points[i - 1]?.[axis] ?? 0), at);
    });
  }
  return glyph;
}

/** Assembles a font file from its tables, with the checksums that readers verify. */
function sfnt(version: Buffer, tables: Map<string, Buffer>): Buffer {
  const names = [...tables.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(names.length));
  const header = Buffer.alloc(12 + 16 * names.length);
  version.copy(header);
  [names.length, 16 * power, Math.log2(power), 16 * (names.length - power)].forEach((number, i) => {
    header.writeUInt16BE(number, 4 + 2 * i);
  });
  const head = tables.get('head') as Buffer;
  head.writeUInt32BE(0, 8);
  const parts = [header];
  let offset = header.length;
  names.forEach((name, i) => {
    const table = tables.get(name) as Buffer;
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const at = 12 + 16 * i;
    header.write(name, at, 'latin1');
    header.writeUInt32BE(sumOf(padded), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  });
  const whole = Buffer.concat(parts);
  whole.writeUInt32BE((0xb1b0afba - sumOf(whole)) >>> 0, header.readUInt32BE(12 + 16 * names.indexOf('head') + 8) + 8);
  return whole;
}

function sumOf(words: Buffer): number {
  let sum = 0;
  for (let i = 0; i < words.length; i += 4) sum = (sum + words.readUInt32BE(i)) >>> 0;
  return sum;
}
