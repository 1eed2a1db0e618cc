import type { Point } from '../../../src/domains/sitting/paper/layout.rules.ts';
import type { Chance } from './chance.ts';
import type { Point3, Shape } from './surface.ts';

// A pinhole camera with a lens that distorts, over a sheet in space: which point of the page each pixel shows.

/** For each pixel: the point of the page in millimetres from the middle of the answer part (NaN for the table), height and light. */
export interface Seen {
  width: number;
  height: number;
  u: Float32Array;
  v: Float32Array;
  z: Float32Array;
  /** Light by the slope of the paper; 1 where it is flat. */
  lit: Float32Array;
  /** Pixels per millimetre. */
  scale: number;
  traits: Record<string, number>;
}

/** Step of the mesh in millimetres. */
const STEP = 2.5;

/**
 * Photographs a sheet.
 *
 * @param page edges of the page, in millimetres from the middle of the answer part.
 * @param part half the size of the answer part, which is in the picture.
 */
export function look(
  shape: Shape,
  page: { left: number; top: number; right: number; bottom: number },
  part: { x: number; y: number },
  megapixels: number,
  chance: Chance,
): Seen {
  const long = Math.sqrt((megapixels * 1e6 * 4) / 3);
  const [tilt, axis] = [(chance.in(0, 1) ** 0.7 * 33 * Math.PI) / 180, chance.in(0, 2 * Math.PI)];
  const roll = (chance.pick([0, 90, 180, 270]) + chance.normal() * 8) * (Math.PI / 180);
  const focal = long * chance.in(0.75, 1.1);
  const bend = chance.in(-0.07, 0.05);
  const rotated = turned(roll, axis, tilt);
  const corners = [-1, 1].flatMap((sx) => [-1, 1].map((sy) => rotated(shape.at(sx * part.x, sy * part.y))));
  const boxAt = (away: number) => {
    const seen = corners.map((p) => flat(p, away, focal, bend, long));
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const near = boxAt(400);
  const isTall = near.bottom - near.top > near.right - near.left;
  const [width, height] = isTall
    ? [Math.round(long * 0.75), Math.round(long)]
    : [Math.round(long), Math.round(long * 0.75)];
  const fill = chance.in(0.7, 0.95);
  let [low, high] = [120, 4_000];
  for (let tries = 0; tries < 40; tries += 1) {
    const away = (low + high) / 2;
    const box = boxAt(away);
    const isLarge = Math.max((box.right - box.left) / width, (box.bottom - box.top) / height) > fill;
    if (isLarge) low = away;
    else high = away;
  }
  const box = boxAt(high);
  const centre = {
    x: width / 2 - (box.left + box.right) / 2 + chance.in(-0.4, 0.4) * (width - (box.right - box.left)),
    y: height / 2 - (box.top + box.bottom) / 2 + chance.in(-0.4, 0.4) * (height - (box.bottom - box.top)),
  };
  const seen = meshed(
    shape,
    page,
    width,
    height,
    (p) => {
      const { x, y } = flat(rotated(p), high, focal, bend, long);
      return { x: x + centre.x, y: y + centre.y, away: high - rotated(p).z };
    },
    chance,
  );
  return {
    ...seen,
    scale: focal / high,
    traits: {
      megapixels,
      tilt: (tilt * 180) / Math.PI,
      roll: (roll * 180) / Math.PI,
      bend,
      fill,
      away: high,
      scale: focal / high,
    },
  };
}

/** Turns about the normal of the table, then tilts about an axis in it. */
function turned(roll: number, axis: number, tilt: number) {
  return ({ x, y, z }: Point3): Point3 => {
    const [rx, ry] = [x * Math.cos(roll) - y * Math.sin(roll), x * Math.sin(roll) + y * Math.cos(roll)];
    const [a, b] = [rx * Math.cos(axis) + ry * Math.sin(axis), ry * Math.cos(axis) - rx * Math.sin(axis)];
    const [c, up] = [b * Math.cos(tilt) - z * Math.sin(tilt), b * Math.sin(tilt) + z * Math.cos(tilt)];
    return { x: a * Math.cos(axis) - c * Math.sin(axis), y: a * Math.sin(axis) + c * Math.cos(axis), z: up };
  };
}

function flat({ x, y, z }: Point3, away: number, focal: number, bend: number, long: number): Point {
  const [px, py] = [(x * focal) / (away - z), (y * focal) / (away - z)];
  const far = 1 + (bend * (px * px + py * py)) / (long * long * 0.39);
  return { x: px * far, y: py * far };
}

/** Draws the sheet as a mesh of triangles; the one that is nearest to the camera is seen. */
function meshed(
  shape: Shape,
  page: { left: number; top: number; right: number; bottom: number },
  width: number,
  height: number,
  place: (p: Point3) => Point & { away: number },
  chance: Chance,
) {
  const size = width * height;
  const [u, v, z, lit] = [
    new Float32Array(size).fill(Number.NaN),
    new Float32Array(size),
    new Float32Array(size),
    new Float32Array(size),
  ];
  const nearest = new Float32Array(size).fill(Number.POSITIVE_INFINITY);
  const lamp = { x: chance.in(-0.5, 0.5), y: chance.in(-0.5, 0.5) };
  const [columns, rows] = [Math.ceil((page.right - page.left) / STEP), Math.ceil((page.bottom - page.top) / STEP)];
  const corner = (column: number, row: number) => {
    const [x, y] = [Math.min(page.right, page.left + column * STEP), Math.min(page.bottom, page.top + row * STEP)];
    const p = shape.at(x, y);
    const [dx, dy] = [shape.at(x + 0.5, y).z - p.z, shape.at(x, y + 0.5).z - p.z];
    const light = 1 - (lamp.x * dx + lamp.y * dy) * 2;
    return { ...place(p), u: x, v: y, z: p.z, lit: Math.max(0.4, light / Math.sqrt(1 + 4 * (dx * dx + dy * dy))) };
  };
  const grid = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => corner(column, row)),
  );
  type Vertex = ReturnType<typeof corner>;
  const triangle = (a: Vertex, b: Vertex, c: Vertex) => {
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (Math.abs(area) < 1e-9) return;
    for (
      let y = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y)));
      y <= Math.min(height - 1, Math.max(a.y, b.y, c.y));
      y += 1
    )
      for (
        let x = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x)));
        x <= Math.min(width - 1, Math.max(a.x, b.x, c.x));
        x += 1
      ) {
        const wb = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
        const wc = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
        const wa = 1 - wb - wc;
        if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
        const at = y * width + x;
        const away = wa * a.away + wb * b.away + wc * c.away;
        if (away >= (nearest[at] as number)) continue;
        nearest[at] = away;
        u[at] = wa * a.u + wb * b.u + wc * c.u;
        v[at] = wa * a.v + wb * b.v + wc * c.v;
        z[at] = wa * a.z + wb * b.z + wc * c.z;
        lit[at] = wa * a.lit + wb * b.lit + wc * c.lit;
      }
  };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [a, b] = [grid[row]?.[column] as Vertex, grid[row]?.[column + 1] as Vertex];
      const [c, d] = [grid[row + 1]?.[column] as Vertex, grid[row + 1]?.[column + 1] as Vertex];
      triangle(a, b, c);
      triangle(b, d, c);
    }
  return { width, height, u, v, z, lit };
}
