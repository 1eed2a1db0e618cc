import sharp from 'sharp';
import { look, type Seen } from './camera.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { DrawnRow } from './hand.ts';
import { makePage, type PageMade } from './page.ts';
import { makeShape, type Shape, type Surface } from './surface.ts';

// A second generator of photographs of sheets. It shares with bench/paper-photos.ts nothing but the printed layout: the sheet is a surface in
// space, the lens distorts, light is linear and saturates, and marks are drawn as strokes on the paper.

export interface Photograph {
  jpeg: Buffer;
  layout: PageMade['layout'];
  code: string;
  rows: readonly DrawnRow[];
  surface: Surface;
  /** The random parameters of the photograph, for debugging one that was misread. */
  traits: Record<string, number>;
}

const SURFACES = { flat: 4, crumpled: 3, curled: 2, folded: 2 } as const;

/** Takes photograph `number` of a seed, of a sheet with this number of questions. */
export async function takePhotograph(
  seed: number,
  number: number,
  questions: number,
  wanted: { surface?: Surface } = {},
): Promise<Photograph> {
  const chance = chanceOf(seed * 7_919 + number * 104_729 + questions);
  const surface = wanted.surface ?? chance.weighted(SURFACES);
  const page = await makePage(questions, chance);
  const { layout, part } = page;
  const middle = { x: part.x + layout.width / 2, y: part.y + layout.height / 2 };
  const edges = {
    left: -middle.x,
    top: -middle.y,
    right: page.width / page.scale - middle.x,
    bottom: page.height / page.scale - middle.y,
  };
  const half = { x: layout.width / 2, y: layout.height / 2 };
  const shape = makeShape(surface, half, chance);
  const seen = look(shape, edges, { x: half.x + 2, y: half.y + 2 }, chance.in(0.7, 2), chance);
  const shades = await lightUp(page, seen, shape, middle, chance);
  const { jpeg, traits } = await develop(shades.light, seen.width, seen.height, chance);
  return {
    jpeg,
    layout,
    code: page.code,
    rows: page.rows,
    surface,
    traits: { ...page.traits, ...seen.traits, ...shades.traits, ...traits },
  };
}

/** The light that reaches the camera from each pixel, as displayed: 1 is white. */
async function lightUp(page: PageMade, seen: Seen, shape: Shape, middle: { x: number; y: number }, chance: Chance) {
  const { width, height, u, v, z, lit } = seen;
  const cells = await softened(page, seen.scale);
  const table = tableOf(chance);
  const light = lampOf(page, chance);
  const exposure = chance.in(0.45, 1.25);
  const made = new Float32Array(width * height);
  for (let at = 0; at < made.length; at += 1) {
    const [x, y] = [u[at] as number, v[at] as number];
    if (Number.isNaN(x)) {
      made[at] = Math.min(1, exposure * table(at % width, Math.floor(at / width))) ** (1 / 2.2);
      continue;
    }
    let reflected = sampled(cells, page, x + middle.x, y + middle.y);
    for (const { axis, place } of shape.creases) {
      const off = Math.abs((axis === 'x' ? x : y) - place);
      if (off < 0.6) reflected *= 1 - 0.14 * (1 - off / 0.6);
    }
    const { share, glare } = light.at(x, y, z[at] as number);
    const linear = exposure * (reflected ** 2.2 * share * (lit[at] as number) + glare);
    made[at] = Math.min(1, linear) ** (1 / 2.2);
  }
  return { light: made, traits: { exposure, ...light.traits } };
}

/** The page at the resolution of the picture, to avoid aliasing. */
async function softened(page: PageMade, scale: number): Promise<Buffer> {
  const bytes = Buffer.alloc(page.cells.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.round(255 * (page.cells[at] as number));
  return sharp(bytes, { raw: { width: page.width, height: page.height, channels: 1 } })
    .blur(Math.max(0.3, (page.scale / scale) * 0.4))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function sampled(cells: Buffer, { width, height, scale }: PageMade, x: number, y: number): number {
  const px = Math.min(width - 1.01, Math.max(0, x * scale));
  const py = Math.min(height - 1.01, Math.max(0, y * scale));
  const at = Math.floor(py) * width + Math.floor(px);
  const [fx, fy] = [px % 1, py % 1];
  const above = (cells[at] as number) * (1 - fx) + (cells[at + 1] as number) * fx;
  const below = (cells[at + width] as number) * (1 - fx) + (cells[at + width + 1] as number) * fx;
  return (above * (1 - fy) + below * fy) / 255;
}

/** Lamp, shadows with their edges, and glare, in linear light. */
function lampOf({ layout }: PageMade, chance: Chance) {
  const half = { x: layout.width / 2, y: layout.height / 2 };
  const lamp = { x: chance.in(-1.5, 1.5) * half.x, y: chance.in(-1.5, 1.5) * half.y, far: chance.in(150, 600) };
  const shadows = Array.from({ length: chance.pick([0, 1, 1, 2, 3]) }, () => shadowOf(half, chance));
  const spots = Array.from({ length: chance.is(0.25) ? chance.pick([1, 1, 2]) : 0 }, () => ({
    x: chance.in(-1, 1) * half.x,
    y: chance.in(-1, 1) * half.y,
    wide: chance.in(4, 25),
    long: chance.in(5, 50),
    turn: chance.in(0, Math.PI),
    strong: chance.in(0.05, 1),
  }));
  return {
    traits: { shadows: shadows.length, glare: Math.max(0, ...spots.map(({ strong }) => strong)) },
    at: (x: number, y: number, z: number) => {
      let share = 1.15 / (1 + ((x - lamp.x) ** 2 + (y - lamp.y) ** 2) / lamp.far ** 2 / 2);
      for (const shadow of shadows) share *= shadow(x, y, z);
      let glare = 0;
      for (const spot of spots) {
        const [dx, dy] = [x - spot.x, y - spot.y];
        const along = (dx * Math.cos(spot.turn) + dy * Math.sin(spot.turn)) / spot.long;
        const across = (dy * Math.cos(spot.turn) - dx * Math.sin(spot.turn)) / spot.wide;
        glare += spot.strong * Math.exp(-along * along - across * across);
      }
      return { share, glare };
    },
  };
}

/** One shadow: a half plane (a roof, a body), a strip (a window's bar, an arm) or a disc (a head, a phone), hard or soft. */
function shadowOf(half: { x: number; y: number }, chance: Chance) {
  const kind = chance.pick(['half', 'half', 'strip', 'disc'] as const);
  const [dark, edge] = [chance.in(0.2, 0.8), chance.is(0.6) ? chance.in(0.15, 1.5) : chance.in(1.5, 25)];
  const turn = chance.in(0, 2 * Math.PI);
  const at = { x: chance.in(-1, 1) * half.x, y: chance.in(-1, 1) * half.y };
  const size = kind === 'disc' ? chance.in(12, 80) : chance.in(6, 40);
  const [wave, long] = [chance.in(0, 3), chance.in(10, 60)];
  return (x: number, y: number, z: number) => {
    const [dx, dy] = [x - at.x, y - at.y];
    const across = dx * Math.cos(turn) + dy * Math.sin(turn) + z * 0.4;
    const along = dy * Math.cos(turn) - dx * Math.sin(turn);
    const inside =
      kind === 'disc'
        ? size - Math.hypot(dx, dy)
        : (kind === 'half' ? across : size - Math.abs(across)) + wave * Math.sin(along / long);
    return 1 - (1 - dark) / (1 + Math.exp((-inside / edge) * 3));
  };
}

/** What lies around the sheet: wood, a cloth with dots, a chessboard, newsprint, or one colour. */
function tableOf(chance: Chance): (x: number, y: number) => number {
  const [kind, base, size] = [
    chance.pick(['plain', 'wood', 'dots', 'squares', 'print']),
    chance.in(0.03, 0.6),
    chance.in(8, 60),
  ];
  return (x, y) => {
    if (kind === 'wood') return base * (1 + 0.3 * Math.sin(x / 7 + 2 * Math.sin(y / 90)) + 0.1 * Math.sin(x * 1.7));
    if (kind === 'dots') return Math.hypot((x % size) - size / 2, (y % size) - size / 2) < size / 4 ? 0.03 : 0.7;
    if (kind === 'squares') return (Math.floor(x / size) + Math.floor(y / size)) % 2 ? 0.02 : 0.65;
    if (kind === 'print') return y % 14 < 7 && Math.sin(x * 0.9) + Math.sin(x * 0.23 + y) > 0.3 ? 0.08 : 0.6;
    return base;
  };
}

/** What lens, sensor and the phone's program do: blur, movement, noise, sharpening, JPEG in colour. */
async function develop(light: Float32Array, width: number, height: number, chance: Chance) {
  const wide = Math.max(width, height) / 1_200;
  const traits = {
    blur: chance.in(0, 1.4) * wide,
    moved: chance.is(0.2) ? chance.in(1, 4) * wide : 0,
    noise: chance.in(0.5, 8),
    sharpened: Number(chance.is(0.35)),
    quality: Math.round(chance.in(35, 92)),
  };
  let bytes = Buffer.alloc(light.length);
  for (let at = 0; at < light.length; at += 1) bytes[at] = 255 * (light[at] as number);
  const raw = { raw: { width, height, channels: 1 as const } };
  if (traits.moved > 0) {
    const [angle, taps] = [chance.in(0, Math.PI), 7];
    const kernel = Array.from({ length: taps * taps }, () => 0);
    for (let step = -1; step <= 1; step += 0.1) {
      const [kx, ky] = [(step * traits.moved * Math.cos(angle)) / 2, (step * traits.moved * Math.sin(angle)) / 2];
      const place = (Math.round(ky) + 3) * taps + Math.round(kx) + 3;
      kernel[place] = (kernel[place] as number) + 1;
    }
    bytes = await sharp(bytes, raw)
      .convolve({ width: taps, height: taps, kernel })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
  }
  if (traits.blur > 0.3) bytes = await sharp(bytes, raw).blur(traits.blur).toColourspace('b-w').raw().toBuffer();
  const grains = Float32Array.from({ length: 65_521 }, () => chance.normal());
  const offset = Math.floor(chance.in(0, 60_000));
  for (let at = 0; at < bytes.length; at += 1) {
    const value = bytes[at] as number;
    // Shot noise: less in the dark parts of the scene, but the tone curve raises it there.
    const grain =
      (grains[(at * 31 + Math.floor(at / width) * 17 + offset) % 65_521] as number) *
      traits.noise *
      (1.1 - value / 500);
    bytes[at] = Math.min(255, Math.max(0, value + grain));
  }
  let picture = sharp(bytes, raw);
  if (traits.sharpened) picture = picture.sharpen({ sigma: 1.1, m1: 1, m2: 2.5 });
  const grey = await picture.toColourspace('b-w').raw().toBuffer();
  const warm = chance.in(0.82, 1);
  const colours = Buffer.alloc(grey.length * 3);
  for (let at = 0; at < grey.length; at += 1) {
    const value = grey[at] as number;
    colours[at * 3] = value;
    colours[at * 3 + 1] = value * (0.5 + warm / 2);
    colours[at * 3 + 2] = value * warm;
  }
  const jpeg = await sharp(colours, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: traits.quality })
    .toBuffer();
  return { jpeg, traits };
}
