import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { loadSharp } from '../../../server/pdf/sharp.ts';
import { kindOf } from '../../bank/test-bank/images.rules.ts';
import { type Grey, shade } from './grey.rules.ts';
import { type Homography, project } from './homography.rules.ts';
import { cropOf, type Layout, type LayoutRow, type Point } from './layout.rules.ts';
import { offsetAt, type Shift } from './places.rules.ts';
import { isBlank } from './reading.rules.ts';
import { looksOurs } from './ticket.server.ts';

// Converts the bytes of a photograph to shades of grey, finds its codes, and cuts strips out of it. It runs in the thread of
// photo-work.server.ts, because its input is untrusted.

const sharp = await loadSharp();

/** Maximum pixels: those of a good phone's camera. Checked by the file's header, before anything is decoded. */
const MAX_PHOTO_PIXELS = 26_000_000;
/** Minimum pixels of the shorter side; below this, bubbles cannot be distinguished. */
const LEAST_SIDE = 480;
/** Maximum pixels of the longer side for reading. More takes longer and reveals nothing more. */
const LONGEST_SIDE = 1_800;
/** The same if the code was not found: the sheet may be far away in a large photograph. */
const CLOSER_SIDE = 3_000;
/** Maximum seconds that libvips may take. */
const LONGEST_DECODING_SECONDS = 4;

/** Why a file is not a photograph that can be read. */
export type PhotoFault = 'not-a-picture' | 'heic' | 'animated' | 'too-many-pixels' | 'too-small' | 'broken';

export class PhotoRefused extends Error {
  readonly fault: PhotoFault;
  constructor(fault: PhotoFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Decodes a photograph into shades of grey, without rotating it: reading works in any orientation.
 *
 * @param longestSide maximum pixels of its longer side.
 * @throws PhotoRefused when it is not a JPEG, PNG or WebP picture of a size that can be read.
 */
export async function openPhoto(bytes: Uint8Array, longestSide = LONGEST_SIDE): Promise<Grey> {
  await checkFile(bytes);
  const { data, info } = await decoded(bytes, true)
    .flatten({ background: '#ffffff' })
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: LONGEST_DECODING_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PhotoRefused('broken');
    });
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), width: info.width, height: info.height };
}

/** Checks a file by its header, before anything is decoded. @throws PhotoRefused */
async function checkFile(bytes: Uint8Array): Promise<void> {
  const kind = kindOf(bytes);
  if (!kind) throw new PhotoRefused(isHeic(bytes) ? 'heic' : 'not-a-picture');
  const told = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!told?.width || !told.height || told.format !== kind) throw new PhotoRefused('broken');
  if ((told.pages ?? 1) > 1 || isAnimatedPng(bytes)) throw new PhotoRefused('animated');
  if (told.width * told.height > MAX_PHOTO_PIXELS) throw new PhotoRefused('too-many-pixels');
  if (Math.min(told.width, told.height) < LEAST_SIDE) throw new PhotoRefused('too-small');
}

/** A picture to decode under limits. @param inOneGo rows are read from top to bottom only, which takes less memory but allows no turning. */
const decoded = (bytes: Uint8Array, inOneGo: boolean): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'truncated', pages: 1, sequentialRead: inOneGo });

/** Longer side in pixels, and JPEG quality, tried in order until a photograph is small enough to be kept. */
const KEPT_TRIES = [
  [1_600, 80],
  [1_600, 65],
  [1_400, 55],
  [1_200, 45],
  [1_000, 35],
] as const;

/**
 * Returns a photograph drawn again as a JPEG: upright, of at most so many bytes, and with nothing of the file but its pixels. Place, time,
 * device and thumbnail, which is not covered where the picture is, are not in it.
 *
 * @throws PhotoRefused as `openPhoto`.
 */
export async function redrawPhoto(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  await checkFile(bytes);
  for (const [side, quality] of KEPT_TRIES) {
    const jpeg = await decoded(bytes, false)
      .rotate()
      .flatten({ background: '#ffffff' })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality })
      .timeout({ seconds: LONGEST_DECODING_SECONDS })
      .toBuffer()
      .catch(() => {
        throw new PhotoRefused('broken');
      });
    if (jpeg.length <= maxBytes) return jpeg;
  }
  throw new PhotoRefused('broken');
}

/** Returns whether a PNG is animated: it has a chunk `acTL` before its first picture. Decoders would show only that picture. */
const isAnimatedPng = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536));
  const at = head.indexOf('acTL', 0, 'latin1');
  return kindOf(bytes) === 'png' && at > 0 && at < (head.indexOf('IDAT', 0, 'latin1') + 1 || head.length);
};

/** HEIC and AVIF: a box `ftyp` of one of their brands. */
function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(4, 12)).toString('latin1');
  return /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1|avif|avis)$/.test(head);
}

export interface Code {
  text: string;
  /** Upper left first, clockwise as printed. */
  corners: [Point, Point, Point, Point];
}

let prepared = false;

/** By default the library would fetch its WebAssembly file from the network; here it is loaded from the package. */
function prepare(): void {
  if (prepared) return;
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const program = readFileSync(file);
  prepareZXingModule({
    overrides: {
      wasmBinary: program.buffer.slice(program.byteOffset, program.byteOffset + program.length) as ArrayBuffer,
    },
  });
  prepared = true;
}

/**
 * Returns a photograph with at most three codes found on it. If none of ours is found, the search is repeated more thoroughly, and in a
 * large photograph once more at a higher resolution.
 *
 * @throws PhotoRefused as `openPhoto`.
 */
export async function lookForCodes(photo: Uint8Array): Promise<{ grey: Grey; codes: Code[] }> {
  const grey = await openPhoto(photo);
  const codes = await codesIn(grey, false);
  if (codes.some(({ text }) => looksOurs(text)) || isBlank(grey)) return { grey, codes };
  const hidden = await findHiddenCodes(grey);
  if (hidden.length > 0) return { grey, codes: hidden };
  const larger = await openPhoto(photo, CLOSER_SIDE);
  if (larger.width === grey.width) return { grey, codes };
  const closer = await codesIn(larger, false);
  return closer.length > 0 ? { grey: larger, codes: closer } : { grey, codes };
}

/**
 * How a picture is searched again: blurred against noise, enlarged, sharpened. In order of processor time, from 0.1 to 0.7 seconds; half of
 * the codes that are not found at once are found by the first.
 */
const SHARPENED = [
  { blur: 0.8, enlarge: 1, sharpen: { sigma: 1.5, m1: 2, m2: 4 } },
  { blur: 0.8, enlarge: 1.5, sharpen: { sigma: 2, m1: 2, m2: 4 } },
  { blur: 0.8, enlarge: 2, sharpen: { sigma: 2.5, m1: 2, m2: 4 } },
  { blur: 1.2, enlarge: 2, sharpen: { sigma: 3.5, m1: 3, m2: 6 } },
] as const;
/** Maximum pixels of the longer side of an enlarged picture. */
const ENLARGED_SIDE = 3_200;

/**
 * Searches codes that were not found at once: with noise removed, then sharper and larger, then with specks removed. It takes several times
 * as long.
 */
async function findHiddenCodes(grey: Grey): Promise<Code[]> {
  const smooth = await codesIn(await redrawn(grey, (picture) => picture.blur(1.2)), false);
  if (smooth.length > 0) return smooth;
  const longest = Math.max(grey.width, grey.height);
  for (const { blur, enlarge, sharpen } of SHARPENED) {
    if (longest * enlarge > ENLARGED_SIDE) continue;
    const calm = await redrawn(grey, (picture) => picture.blur(blur));
    const width = Math.round(grey.width * enlarge);
    const sharper = await redrawn(calm, (picture) =>
      picture.resize(width, undefined, { kernel: 'cubic' }).sharpen(sharpen),
    );
    const found = await codesIn(sharper, false);
    if (found.length > 0)
      return found.map(({ text, corners }) => ({
        text,
        corners: corners.map(({ x, y }) => ({ x: x / enlarge, y: y / enlarge })) as Code['corners'],
      }));
  }
  return codesIn(grey, true);
}

async function redrawn({ pixels, width, height }: Grey, draw: (picture: Sharp) => Sharp): Promise<Grey> {
  const { data, info } = await draw(sharp(pixels, { raw: { width, height, channels: 1 } }))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), width: info.width, height: info.height };
}

async function codesIn({ pixels, width, height }: Grey, tryDenoise: boolean): Promise<Code[]> {
  prepare();
  // A PGM file, whose shades the reader uses directly. With four bytes per pixel it would take ten times as long and four times the memory.
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  const found = await readBarcodes(file, {
    formats: ['QRCode'],
    tryHarder: true,
    tryInvert: false,
    tryDenoise,
    maxNumberOfSymbols: 3,
  });
  return found.map(({ text, position }) => ({
    text,
    corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft],
  }));
}

/** Pixels per millimetre of a strip. */
const STRIP_SCALE = 5;

/**
 * Cuts each row out of a photograph, rectified, as small WebP pictures.
 *
 * @param shifts where the bar and the bubbles of each row were found.
 */
export async function cutRows(
  grey: Grey,
  h: Homography,
  layout: Layout,
  shifts: readonly (readonly Shift[])[],
): Promise<Buffer[]> {
  const strips: Buffer[] = [];
  for (const [index, row] of layout.rows.entries()) strips.push(await cutRow(grey, h, row, shifts[index] ?? []));
  return strips;
}

function cutRow(grey: Grey, h: Homography, row: LayoutRow, shifts: readonly Shift[]): Promise<Buffer> {
  const crop = cropOf(row);
  const [width, height] = [Math.round(crop.width * STRIP_SCALE), Math.round(crop.height * STRIP_SCALE)];
  const pixels = Buffer.alloc(width * height);
  for (let x = 0; x < width; x += 1) {
    const at = crop.x + x / STRIP_SCALE;
    const offset = offsetAt(shifts, at);
    for (let y = 0; y < height; y += 1)
      pixels[y * width + x] = shade(grey, project(h, { x: at + offset.x, y: crop.y + y / STRIP_SCALE + offset.y }));
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .webp({ quality: 55, effort: 2 })
    .toBuffer();
}
