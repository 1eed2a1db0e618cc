import sharp from 'sharp';
import { shade } from '../src/domains/sitting/paper/grey.rules.ts';
import { fitHomography, type Homography, project } from '../src/domains/sitting/paper/homography.rules.ts';
import type { Layout, Point } from '../src/domains/sitting/paper/layout.rules.ts';
import {
  type FilledSheet,
  MARGIN,
  madeUpSheet,
  type Picture,
  type Random,
  randomFrom,
  renderSheet,
  SHEET_SCALE,
} from './paper-sheets.ts';

// Makes photographs of filled-in sheets: a camera at an angle over a table, paper that is not flat, light, blur, noise and
// JPEG. Each is fixed by a seed and its number.

/** The range of each parameter: values are uniform over `[low, high]`; single numbers are shares of the photographs. */
const PARAMETERS = {
  megapixels: [0.6, 2],
  /** Degrees between the camera's axis and the paper's normal, about an axis in any direction. */
  tilt: [0, 35],
  /** Degrees off upright, after a quarter turn in any direction. */
  rotation: [-20, 20],
  /** Share of the frame's width or height that the answer part takes, whichever is closer to its limit. */
  fill: [0.72, 0.94],
  /** Share of the photographs that were taken from farther away, and their `fill`. These have 1.3 megapixels or more. */
  far: 0.2,
  fillFar: [0.5, 0.72],
  /** Largest displacement of a point of the paper by crumpling, in millimetres. */
  crumple: [0, 0.9],
  /** Share of light that remains in a shadow, and the width in millimetres of the shadow's edge. */
  shadow: [0.5, 0.9],
  shadowEdge: [0.5, 40],
  /** How much brighter the middle of a lamp's light is than its far corner. */
  lamp: [0, 0.45],
  exposure: [0.55, 1.05],
  /** Share of light that the lens loses in the corners, in half of the photographs. */
  vignette: [0, 0.5],
  /** Standard deviation in pixels of a picture 1,200 pixels wide. */
  blur: [0, 1.5],
  /** Length of motion blur in the same pixels, in one photograph of four. */
  movement: [1, 4],
  /** Standard deviation in shades of grey. */
  noise: [1, 9],
  /** Amplitude of moiré, in shades of grey; one photograph in five has it. */
  moire: [2, 7],
  /** Share of the photographs that the camera sharpened too much. */
  sharpened: 0.3,
  jpeg: [40, 90],
} as const satisfies Record<string, readonly [number, number] | number>;

export interface MadePhoto extends FilledSheet {
  jpeg: Buffer;
  /** The random parameters of this photograph, to examine one that could not be read. */
  drawn: Record<string, number>;
}

/** Makes photograph `number` of a seed, of the given sheet or of a random one with this number of questions. */
export async function makePhoto(seed: number, number: number, sheet: FilledSheet | number = 10): Promise<MadePhoto> {
  const random = randomFrom(seed * 100_003 + number);
  const filled = typeof sheet === 'number' ? madeUpSheet(random, sheet) : sheet;
  const pencil = random() < 0.45;
  const paper = await renderSheet(filled, pencil, random);
  const { jpeg, drawn } = await photograph(paper, filled.layout, random);
  return { ...filled, jpeg, drawn: { ...drawn, pencil: Number(pencil) } };
}

/** Returns a camera over the sheet: where each pixel of the picture is on the answer part, in millimetres. */
function cameraOver(layout: Layout, random: Random) {
  const pixels = random.between(PARAMETERS.megapixels) * 1e6;
  const [width, height] = [Math.round(Math.sqrt((pixels * 4) / 3)), Math.round(Math.sqrt((pixels * 3) / 4))];
  const tilt = (random.between(PARAMETERS.tilt) * Math.PI) / 180;
  const axis = random() * 2 * Math.PI;
  const quarter = Math.floor(random() * 4);
  const turn = (quarter * Math.PI) / 2 + (random.between(PARAMETERS.rotation) * Math.PI) / 180;
  const far = pixels > 1.3e6 && random() < PARAMETERS.far;
  const fill = random.between(far ? PARAMETERS.fillFar : PARAMETERS.fill);
  // Rotation about the normal, then tilt about an axis in the paper's plane; the camera stands 300 mm away.
  const away = 300;
  const place = ({ x, y }: Point): Point => {
    const [px, py] = [x - layout.width / 2, y - layout.height / 2];
    const [rx, ry] = [px * Math.cos(turn) - py * Math.sin(turn), px * Math.sin(turn) + py * Math.cos(turn)];
    const along = rx * Math.cos(axis) + ry * Math.sin(axis);
    const across = -rx * Math.sin(axis) + ry * Math.cos(axis);
    const depth = away + across * Math.sin(tilt);
    const [u, v] = [(along * away) / depth, (across * Math.cos(tilt) * away) / depth];
    return { x: u * Math.cos(axis) - v * Math.sin(axis), y: u * Math.sin(axis) + v * Math.cos(axis) };
  };
  const edges = [
    { x: 0, y: 0 },
    { x: layout.width, y: 0 },
    { x: layout.width, y: layout.height },
    { x: 0, y: layout.height },
  ];
  const seen = edges.map(place);
  const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
  // The parent turns the phone to match the sheet.
  const tall = bottom - top > right - left;
  const [w, h] = tall ? [height, width] : [width, height];
  const scale = fill * Math.min(w / (right - left), h / (bottom - top));
  const [freeX, freeY] = [w - scale * (right - left), h - scale * (bottom - top)];
  const [ox, oy] = [
    freeX * random.between([0.3, 0.7]) - scale * left,
    freeY * random.between([0.3, 0.7]) - scale * top,
  ];
  const inPicture = seen.map(({ x, y }) => ({ x: ox + scale * x, y: oy + scale * y }));
  const toSheet = fitHomography(inPicture, edges) as Homography;
  return {
    width: w,
    height: h,
    toSheet,
    scale,
    drawn: { megapixels: pixels / 1e6, tilt: (tilt * 180) / Math.PI, turn: (turn * 180) / Math.PI, scale },
  };
}

async function photograph(sheet: Picture, layout: Layout, random: Random) {
  const { width, height, toSheet, scale, drawn } = cameraOver(layout, random);
  const crumple = random.between(PARAMETERS.crumple);
  const waves = Array.from({ length: 4 }, () => ({
    u: random.normal() / 28,
    v: random.normal() / 28,
    phase: random() * 6.283,
    dx: (random.normal() * crumple) / 4,
    dy: (random.normal() * crumple) / 4,
  }));
  const light = lightOver(layout, random);
  const surface = surfaceUnder(random);
  const corners = random() < 0.5 ? random.between(PARAMETERS.vignette) : 0;
  // The sheet is first reduced to the picture's resolution, to avoid aliasing.
  const coarse = await sharp(sheet.pixels, { raw: { width: sheet.width, height: sheet.height, channels: 1 } })
    .blur(Math.max(0.3, (SHEET_SCALE / scale) * 0.45))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const paper = { pixels: coarse, width: sheet.width, height: sheet.height };
  const pixels = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const p = project(toSheet, { x, y });
      let mx = p.x;
      let my = p.y;
      let slope = 0;
      for (const wave of waves) {
        const angle = p.x * wave.u + p.y * wave.v + wave.phase;
        const sine = Math.sin(angle);
        mx += wave.dx * sine;
        my += wave.dy * sine;
        slope += (wave.dx + wave.dy) * Math.cos(angle);
      }
      const sx = (mx + MARGIN.left) * SHEET_SCALE - 0.5;
      const sy = (my + MARGIN.top) * SHEET_SCALE - 0.5;
      const on = sx >= 0 && sy >= 0 && sx < sheet.width - 1 && sy < sheet.height - 1;
      const base = on ? shade(paper, { x: sx, y: sy }) : surface(p);
      const out = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      pixels[y * width + x] = base * light(p) * (1 + slope * 0.06) * (1 - corners * out);
    }
  const taken = await lensAndSensor(pixels, width, height, random);
  return { jpeg: taken.jpeg, drawn: { ...drawn, crumple, corners, ...taken.drawn } };
}

/** Returns the effects of a camera: blur, movement, moiré, noise, sharpening, JPEG. */
async function lensAndSensor(pixels: Float32Array, width: number, height: number, random: Random) {
  const wide = Math.max(width, height) / 1_200;
  const [blur, noise, quality] = [
    random.between(PARAMETERS.blur) * wide,
    random.between(PARAMETERS.noise),
    Math.round(random.between(PARAMETERS.jpeg)),
  ];
  const moved = random() < 0.25 ? random.between(PARAMETERS.movement) * wide : 0;
  const blurred = moved > 0 ? smear(pixels, width, height, moved, random() * Math.PI) : pixels;
  const bytes = Buffer.alloc(width * height);
  blurred.forEach((value, at) => {
    bytes[at] = Math.min(255, Math.max(0, value));
  });
  let soft = sharp(bytes, { raw: { width, height, channels: 1 } });
  if (blur > 0.3) soft = soft.blur(blur);
  const grainy = await soft.toColourspace('b-w').raw().toBuffer();
  const grains = Float32Array.from({ length: 8_191 }, () => random.normal() * noise);
  const moire = random() < 0.2 ? random.between(PARAMETERS.moire) : 0;
  const [u, v] = [random.between([0.2, 1.4]), random.between([0.2, 1.4])];
  for (let at = 0; at < grainy.length; at += 1) {
    const wave = moire > 0 ? moire * Math.sin((at % width) * u + Math.floor(at / width) * v) : 0;
    const grain = grains[(Math.imul(at, 2_654_435_761) >>> 0) % 8_191] as number;
    grainy[at] = Math.min(255, Math.max(0, (grainy[at] as number) + grain + wave));
  }
  const sharpened = random() < PARAMETERS.sharpened;
  let developed = sharp(grainy, { raw: { width, height, channels: 1 } });
  if (sharpened) developed = developed.sharpen({ sigma: 1.2, m1: 0.8, m2: 2 });
  const jpeg = await developed.jpeg({ quality }).toBuffer();
  return { jpeg, drawn: { blur, moved, noise, quality, moire, sharpened: Number(sharpened) } };
}

/** Returns the shade of the surface under the sheet: plain, wood, cloth, tiles or ruled paper. */
function surfaceUnder(random: Random): (p: Point) => number {
  const kind = Math.floor(random() * 5);
  const table = random.between([40, 190]);
  const turn = random() * Math.PI;
  const size = random.between([4, 60]);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ({ x, y }) => {
    const [u, v] = [x * cos - y * sin, x * sin + y * cos];
    if (kind === 0) return table;
    if (kind === 1) return table + 18 * Math.sin(u * 0.9 + 3 * Math.sin(v * 0.05)) + 10 * Math.sin(u * 0.13);
    if (kind === 2)
      return table + 25 * Math.sign(Math.sin((u * 6) / size) * Math.sin((v * 6) / size)) + 8 * Math.sin(u * 5);
    if (kind === 3) return ((Math.floor(u / size) + Math.floor(v / size)) & 1) === 0 ? 25 : 205;
    return Math.abs((v / 8) % 1) < 0.06 ? 120 : 225;
  };
}

/** Returns the light at a point: exposure, a lamp to one side, and in two photographs of three the shadow of a hand or a phone. */
function lightOver(layout: Layout, random: Random): (p: Point) => number {
  const exposure = random.between(PARAMETERS.exposure);
  const lamp = random.between(PARAMETERS.lamp);
  const at = { x: random.between([0, layout.width]), y: random.between([0, layout.height]) };
  const shaded = random() < 0.66 ? random.between(PARAMETERS.shadow) : 1;
  const edge = random.between(PARAMETERS.shadowEdge);
  const angle = random() * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const border = random.between([-60, 60]);
  return ({ x, y }) => {
    const far = Math.hypot(x - at.x, y - at.y) / layout.width;
    const across =
      (x - layout.width / 2) * cos + (y - layout.height / 2) * sin - border + 4 * Math.sin((y * cos - x * sin) / 25);
    const inShadow = 1 / (1 + Math.exp((-across / edge) * 4));
    return exposure * (1 + lamp * (1 - far) - lamp / 2) * (1 - (1 - shaded) * inShadow);
  };
}

/** Motion blur: the mean along a line of this number of pixels. */
function smear(pixels: Float32Array, width: number, height: number, length: number, angle: number): Float32Array {
  const steps = Array.from({ length: 5 }, (_, index) => {
    const along = (index / 4 - 0.5) * length;
    return { dx: Math.round(along * Math.cos(angle)), dy: Math.round(along * Math.sin(angle)) };
  });
  const made = new Float32Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const { dx, dy } of steps)
        sum += pixels[
          Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))
        ] as number;
      made[y * width + x] = sum / steps.length;
    }
  return made;
}
