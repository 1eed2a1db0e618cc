import sharp from 'sharp';
import { type Chance, chanceOf } from '../test/support/sheets/chance.ts';
import type { KnownPhoto } from './paper.ts';
import { meshOf, type SeenMesh } from './paper-phone-mesh.ts';
import { type PhonePage, phonePage } from './paper-phone-page.ts';

// Simulates photographs of a cheap phone that were sent with a messaging app. In this order: the page with the shadows of hand and phone, a
// tone curve, motion blur, noise reduction, sharpening, JPEG compression, a smaller size, and JPEG compression again.

export interface PhonePhoto extends KnownPhoto {
  /** The random parameters of this photograph, to examine one that could not be read. */
  drawn: Record<string, number>;
}

/** Makes photograph `number` of a seed. */
export async function phonePhoto(seed: number, number: number, questions: number): Promise<PhonePhoto> {
  const chance = chanceOf(seed * 1_000_003 + number * 31 + questions);
  const page = await phonePage(questions, chance);
  const megapixels = chance.in(0.8, 2);
  const long = Math.round(Math.sqrt(megapixels * 1e6 * (4 / 3)));
  const final = { width: long, height: Math.round((long * 3) / 4) };
  // A sheet of 30 questions is taller than wide.
  if (page.size.y > page.size.x) [final.width, final.height] = [final.height, final.width];
  const more = chance.in(1.1, 1.35);
  const frame = { width: Math.round(final.width * more), height: Math.round(final.height * more) };
  const { mesh, surface, drawn } = meshOf(page, frame, chance);
  const light = lightOf(frame, chance);
  const pixels = expose(page, mesh, light, frame, chance);
  const { jpeg, drawn: processed } = await develop(pixels, frame, final, chance);
  return {
    jpeg,
    layout: page.layout,
    code: page.code,
    rows: page.rows,
    surface,
    drawn: { megapixels, ...page.drawn, ...drawn, ...light.drawn, ...processed },
  };
}

interface Frame {
  width: number;
  height: number;
}

/** Light on the table: how much falls on a point of the frame, and how much is reflected as by a mirror. */
interface Light {
  falls(x: number, y: number): number;
  shines(x: number, y: number): number;
  drawn: Record<string, number>;
}

/** 1 outside a shape, 0 inside, by the distance from its edge. */
const edge = (distance: number, soft: number) => {
  const t = Math.min(1, Math.max(0, distance / soft + 0.5));
  return t * t * (3 - 2 * t);
};

function lightOf({ width, height }: Frame, chance: Chance): Light {
  const unit = Math.max(width, height);
  const [angle, gradient] = [chance.in(0, 6.3), chance.in(0, 0.45)];
  const shapes: ((x: number, y: number) => number)[] = [];
  if (chance.is(0.45)) shapes.push(phoneShadow(chance));
  if (chance.is(0.3)) shapes.push(handShadow(chance));
  const left = chance.in(0.45, 0.85);
  const lamp = chance.is(0.25)
    ? { x: chance.in(-0.1, 1.1), y: chance.in(-0.1, 1.1), size: chance.in(0.05, 0.22), power: chance.in(0.2, 1.4) }
    : null;
  const vignette = chance.in(0, 0.35);
  return {
    falls: (px, py) => {
      const [x, y] = [px / unit, py / unit];
      const [dx, dy] = [x - width / unit / 2, y - height / unit / 2];
      let all =
        (1 + gradient * (dx * Math.cos(angle) + dy * Math.sin(angle))) * (1 - vignette * (dx * dx + dy * dy) * 2);
      for (const shape of shapes) all *= left + (1 - left) * shape(x, y);
      return all;
    },
    shines: (px, py) =>
      lamp ? lamp.power * Math.exp(-((px / unit - lamp.x) ** 2 + (py / unit - lamp.y) ** 2) / lamp.size ** 2) : 0,
    drawn: { shadows: shapes.length, left, glare: lamp?.power ?? 0, gradient },
  };
}

/** The shadow of a phone: a rectangle with round corners. */
function phoneShadow(chance: Chance): (x: number, y: number) => number {
  const [cx, cy, turn] = [chance.in(-0.1, 1.1), chance.in(-0.1, 1.1), chance.in(0, 3.2)];
  const [halfX, halfY, soft] = [chance.in(0.12, 0.25), chance.in(0.25, 0.5), chance.in(0.003, 0.08)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const ax = Math.abs((x - cx) * cos + (y - cy) * sin) - halfX + 0.03;
    const ay = Math.abs((y - cy) * cos - (x - cx) * sin) - halfY + 0.03;
    return edge(Math.hypot(Math.max(ax, 0), Math.max(ay, 0)) + Math.min(Math.max(ax, ay), 0) - 0.03, soft);
  };
}

/** The shadow of a hand: four fingers and their palm. */
function handShadow(chance: Chance): (x: number, y: number) => number {
  const [cx, cy, turn, soft] = [chance.in(-0.1, 1.1), chance.in(-0.1, 1.1), chance.in(0, 6.3), chance.in(0.004, 0.05)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const fingers = [-0.09, -0.03, 0.03, 0.09].map((y) => ({ y, length: chance.in(0.2, 0.34) }));
  return (x, y) => {
    const [u, v] = [(x - cx) * cos + (y - cy) * sin, (y - cy) * cos - (x - cx) * sin];
    let distance = Math.hypot(u, v) - 0.14;
    for (const finger of fingers) {
      const along = Math.min(finger.length, Math.max(0, u));
      distance = Math.min(distance, Math.hypot(u - along, v - finger.y * (1 + along)) - 0.026);
    }
    return edge(distance, soft);
  };
}

/** The table under the paper: one colour with stripes or a weave. */
function tableOf(chance: Chance): (x: number, y: number) => number {
  const [tone, wave, deep] = [chance.in(0.05, 0.5), chance.in(0.02, 0.3), chance.in(0, 0.12)];
  const woven = chance.is(0.5);
  return (x, y) =>
    Math.max(0.01, tone + deep * (Math.sin(x * wave + Math.sin(y * 0.01) * 3) + (woven ? Math.sin(y * wave) : 0)));
}

const CURVE = 1 / 2.2;

/** The picture before the lens blurs it: red, green and blue of each pixel, 0 to 255. */
function expose(page: PhonePage, mesh: SeenMesh, light: Light, { width, height }: Frame, chance: Chance): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const exposure = chance.in(0.55, 1.15);
  const haze = chance.is(0.3) ? chance.in(0.01, 0.06) : 0;
  const cast = [chance.in(0.94, 1.06), 1, chance.in(0.88, 1.08)] as const;
  const table = tableOf(chance);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const lit = exposure * light.falls(x, y);
      const mirror = light.shines(x, y) + haze;
      const onPage = (mesh.shade[at] as number) > 0;
      const [paper, ink] = onPage ? sample(page, mesh.x[at] as number, mesh.y[at] as number) : [0, 0];
      for (const channel of [0, 1, 2] as const) {
        const shown = onPage ? paper * (1 - ink * page.pen.colour[channel]) : 0;
        const linear = onPage ? shown ** 2.2 * (mesh.shade[at] as number) : table(x, y);
        const seen = (linear * lit + mirror) * cast[channel];
        // The shoulder of a phone's tone curve.
        const soft = seen < 0.8 ? seen : 0.8 + 0.2 * (1 - Math.exp(-(seen - 0.8) / 0.2));
        pixels[at * 3 + channel] = 255 * soft ** CURVE;
      }
    }
  return pixels;
}

/** Print and ink at a point of the page in millimetres, interpolated. */
function sample(page: PhonePage, mmX: number, mmY: number): [number, number] {
  const x = Math.min(page.width - 2, Math.max(0, mmX * page.scale - 0.5));
  const y = Math.min(page.height - 2, Math.max(0, mmY * page.scale - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const at = top * page.width + left;
  const mix = (cells: Float32Array) =>
    ((cells[at] as number) * (1 - fx) + (cells[at + 1] as number) * fx) * (1 - fy) +
    ((cells[at + page.width] as number) * (1 - fx) + (cells[at + page.width + 1] as number) * fx) * fy;
  return [mix(page.print), mix(page.ink)];
}

/** What the phone and the messenger do to a picture. */
async function develop(
  pixels: Buffer,
  frame: Frame,
  final: Frame,
  chance: Chance,
): Promise<{ jpeg: Buffer; drawn: Record<string, number> }> {
  const raw = { width: frame.width, height: frame.height, channels: 3 } as const;
  const unit = Math.max(frame.width, frame.height) / 1_400;
  const defocus = chance.in(0.3, 1.3) * unit;
  const shake = chance.is(0.3) ? chance.in(1, 4) * unit : 0;
  let blurred = sharp(pixels, { raw }).blur(Math.max(0.31, defocus));
  if (shake > 0) blurred = sharp(await blurred.raw().toBuffer(), { raw }).convolve(shakeOf(shake, chance));
  const seen = await blurred.raw().toBuffer();
  const noise = chance.in(1, 8);
  addNoise(seen, noise, frame.width, chance);
  let picture = sharp(seen, { raw });
  const denoised = chance.is(0.25);
  if (denoised) picture = picture.median(3);
  const sharpened = chance.is(0.5);
  if (sharpened) picture = picture.sharpen({ sigma: 1.2, m1: 1, m2: chance.in(1, 3) });
  const first = await picture.jpeg({ quality: Math.round(chance.in(80, 95)) }).toBuffer();
  const quality = Math.round(chance.in(45, 80));
  // The picture's pixels may lie on their side, with a note that says which way is up.
  const orientation = chance.pick([1, 1, 6, 3, 8] as const);
  const turn = { 1: 0, 6: 270, 3: 180, 8: 90 }[orientation];
  const small = await sharp(first).resize(final.width, final.height, { fit: 'fill' }).toBuffer();
  const jpeg = await sharp(small).rotate(turn).withMetadata({ orientation }).jpeg({ quality }).toBuffer();
  return {
    jpeg,
    drawn: { defocus, shake, noise, denoised: Number(denoised), sharpened: Number(sharpened), quality, orientation },
  };
}

/** The kernel of a hand that shakes along an arc. */
function shakeOf(length: number, chance: Chance) {
  const size = 2 * Math.ceil(length / 2) + 3;
  const kernel = Array.from({ length: size * size }, () => 0);
  const [angle, bow] = [chance.in(0, 6.3), chance.in(-0.4, 0.4)];
  for (let step = -20; step <= 20; step += 1) {
    const along = (step / 40) * length;
    const across = bow * length * ((step / 20) ** 2 - 0.5);
    const x = Math.round(size / 2 - 0.5 + along * Math.cos(angle) - across * Math.sin(angle));
    const y = Math.round(size / 2 - 0.5 + along * Math.sin(angle) + across * Math.cos(angle));
    const at = y * size + x;
    if (x >= 0 && x < size && kernel[at] !== undefined) kernel[at] += 1;
  }
  return { width: size, height: size, kernel };
}

/** Noise that is stronger in the dark, and blotches of colour. */
function addNoise(pixels: Buffer, strength: number, width: number, chance: Chance): void {
  const table = Float32Array.from({ length: 4_096 }, () => chance.normal());
  const spread = Math.floor(chance.in(3, 4_000));
  for (let at = 0; at < pixels.length; at += 1) {
    const value = pixels[at] as number;
    const pixel = Math.floor(at / 3);
    const random = table[(pixel * 7_919 + Math.imul(pixel ^ (pixel >>> 7), 2_654_435) + spread + at) & 4_095] as number;
    const blotch = table[
      (((pixel % width) >> 3) + (Math.floor(pixel / width) >> 3) * 61 + (at % 3) * 977) & 4_095
    ] as number;
    const scale = strength * (1.25 - value / 400);
    pixels[at] = Math.min(255, Math.max(0, value + scale * random + 0.25 * scale * blotch));
  }
}
