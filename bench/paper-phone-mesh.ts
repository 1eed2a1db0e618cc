import type { Point } from '../src/domains/sitting/paper/layout.rules.ts';
import type { Chance } from '../test/support/sheets/chance.ts';
import type { PhonePage } from './paper-phone-page.ts';

// A page as a mesh of small triangles in space, seen by a phone whose lens bends straight lines.

/** For each pixel: the point of the page that it shows (x and y in millimetres) and the shading there; 0 where no page is seen. */
export interface SeenMesh {
  x: Float32Array;
  y: Float32Array;
  shade: Float32Array;
}

type Bend = (x: number, y: number) => [number, number, number];

/** Length of a cell's side in millimetres. */
const CELL = 5;

export function meshOf(
  page: PhonePage,
  frame: { width: number; height: number },
  chance: Chance,
): { mesh: SeenMesh; surface: string; drawn: Record<string, number> } {
  const surface = chance.weighted({ flat: 40, crumpled: 28, curled: 16, folded: 16 });
  const bend = bendOf(surface, page.size, chance);
  const camera = cameraOf(chance);
  const [columns, lines] = [Math.ceil(page.size.x / CELL), Math.ceil(page.size.y / CELL)];
  const see = (x: number, y: number) => camera.see(bend(x - page.size.x / 2, y - page.size.y / 2));
  const fit = fitOf(
    page.marks.map(({ x, y }) => see(x, y)),
    frame,
    chance,
  );
  const points = Array.from({ length: (columns + 1) * (lines + 1) }, (_, index) => {
    const x = Math.min(page.size.x, (index % (columns + 1)) * CELL);
    const y = Math.min(page.size.y, Math.floor(index / (columns + 1)) * CELL);
    const seen = see(x, y);
    return {
      x,
      y,
      px: fit.x + fit.scale * seen.x,
      py: fit.y + fit.scale * seen.y,
      shade: shadeAt(bend, x - page.size.x / 2, y - page.size.y / 2, camera.lamp),
    };
  });
  const mesh: SeenMesh = {
    x: new Float32Array(frame.width * frame.height),
    y: new Float32Array(frame.width * frame.height),
    shade: new Float32Array(frame.width * frame.height),
  };
  for (let line = 0; line < lines; line += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = line * (columns + 1) + column;
      const [a, b, c, d] = [at, at + 1, at + columns + 1, at + columns + 2].map((one) => points[one] as MeshPoint) as [
        MeshPoint,
        MeshPoint,
        MeshPoint,
        MeshPoint,
      ];
      triangle(mesh, frame, [a, b, c]);
      triangle(mesh, frame, [d, c, b]);
    }
  return { mesh, surface, drawn: { ...camera.drawn, scale: fit.scale, fill: fit.fill } };
}

interface MeshPoint extends Point {
  px: number;
  py: number;
  shade: number;
}

function triangle(
  mesh: SeenMesh,
  { width, height }: { width: number; height: number },
  [a, b, c]: [MeshPoint, MeshPoint, MeshPoint],
): void {
  const area = (b.px - a.px) * (c.py - a.py) - (c.px - a.px) * (b.py - a.py);
  if (area === 0) return;
  const [top, bottom] = [
    Math.max(0, Math.ceil(Math.min(a.py, b.py, c.py))),
    Math.min(height - 1, Math.max(a.py, b.py, c.py)),
  ];
  const [left, right] = [
    Math.max(0, Math.ceil(Math.min(a.px, b.px, c.px))),
    Math.min(width - 1, Math.max(a.px, b.px, c.px)),
  ];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const beside = ((x - a.px) * (c.py - a.py) - (c.px - a.px) * (y - a.py)) / area;
      const below = ((b.px - a.px) * (y - a.py) - (x - a.px) * (b.py - a.py)) / area;
      if (beside < -1e-6 || below < -1e-6 || beside + below > 1 + 1e-6) continue;
      const at = y * width + x;
      mesh.x[at] = a.x + beside * (b.x - a.x) + below * (c.x - a.x);
      mesh.y[at] = a.y + beside * (b.y - a.y) + below * (c.y - a.y);
      mesh.shade[at] = a.shade + beside * (b.shade - a.shade) + below * (c.shade - a.shade);
    }
}

/** Moves a point of the page, in millimetres from its middle, into space. */
function bendOf(surface: string, size: Point, chance: Chance): Bend {
  const turn = chance.is(0.7) ? chance.pick([0, Math.PI / 2]) + chance.in(-0.15, 0.15) : chance.in(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const along =
    (move: (u: number) => [number, number]): Bend =>
    (x, y) => {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin];
      const [moved, z] = move(u);
      return [moved * cos - v * sin, moved * sin + v * cos, z];
    };
  if (surface === 'curled') {
    // Either the whole sheet is curved, or it is flat up to a line and curves upwards beyond it.
    const start = chance.is(0.5) ? -Infinity : chance.in(-0.2, 0.4) * size.x;
    const radius = (0.5 * size.x) / ((chance.in(4, 24) * Math.PI) / 180);
    return along((u) => {
      const from = Number.isFinite(start) ? start : 0;
      if (u < start) return [u, 0];
      return [from + radius * Math.sin((u - from) / radius), -radius * (1 - Math.cos((u - from) / radius))];
    });
  }
  if (surface === 'folded') {
    const [crease, angle] = [chance.in(-0.2, 0.2) * size.x, (chance.in(3, 16) * Math.PI) / 180];
    const up = chance.pick([-1, 1]);
    return along((u) =>
      u < crease ? [u, 0] : [crease + (u - crease) * Math.cos(angle), up * (u - crease) * Math.sin(angle)],
    );
  }
  if (surface === 'flat') return (x, y) => [x, y, 0];
  const dents = Array.from({ length: 9 }, () => ({
    angle: chance.in(0, 6.3),
    phase: chance.in(0, 6.3),
    wave: chance.in(0.02, 0.09),
    high: chance.in(0.1, 0.5),
  }));
  return (x, y) => {
    let z = 0;
    for (const { angle, phase, wave, high } of dents)
      z += high * Math.asin(Math.sin((x * Math.cos(angle) + y * Math.sin(angle)) * wave + phase));
    return [x, y, z];
  };
}

/** How squarely light from the lamp strikes the page there, compared to a page that lies flat. */
function shadeAt(bend: Bend, x: number, y: number, lamp: readonly [number, number, number]): number {
  const [a, b, c] = [bend(x, y), bend(x + 1, y), bend(x, y + 1)];
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const length = Math.hypot(...normal) || 1;
  const strikes = (normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2]) / length / lamp[2];
  return Math.max(0.3, Math.min(1.3, strikes));
}

function cameraOf(chance: Chance) {
  const tilt = (chance.in(0, 28) * Math.PI) / 180;
  const [axis, roll] = [chance.in(0, 6.3), (chance.in(-14, 14) * Math.PI) / 180 + (chance.is(0.1) ? Math.PI : 0)];
  const away = chance.in(240, 450);
  const [k1, k2] = [chance.in(-0.14, 0.06), chance.in(-0.02, 0.02)];
  const [ax, ay] = [Math.cos(axis), Math.sin(axis)];
  const [ct, st, cr, sr] = [Math.cos(tilt), Math.sin(tilt), Math.cos(roll), Math.sin(roll)];
  const see = ([x, y, z]: [number, number, number]): Point => {
    // Turned about an axis in the table (Rodrigues), then about the line of sight.
    const dot = ax * x + ay * y;
    const tx = x * ct + ay * z * st + ax * dot * (1 - ct);
    const ty = y * ct - ax * z * st + ay * dot * (1 - ct);
    const tz = z * ct + (ax * y - ay * x) * st;
    const [nx, ny] = [(tx * cr - ty * sr) / (away + tz), (tx * sr + ty * cr) / (away + tz)];
    const far = nx * nx + ny * ny;
    const lens = 1 + k1 * far + k2 * far * far;
    return { x: nx * lens, y: ny * lens };
  };
  const side = chance.in(0, 0.8);
  const from = chance.in(0, 6.3);
  const lamp = [side * Math.cos(from), side * Math.sin(from), 1] as const;
  return { see, lamp, drawn: { tilt: (tilt * 180) / Math.PI, roll: (roll * 180) / Math.PI, away, k1 } };
}

/** Scale and place so that the corner marks take a share of the frame. */
function fitOf(seen: readonly Point[], frame: { width: number; height: number }, chance: Chance) {
  const fill = chance.is(0.15) ? chance.in(0.6, 0.75) : chance.in(0.75, 0.93);
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = fill * Math.min(frame.width / (right - left), frame.height / (bottom - top));
  const slack = (length: number, taken: number) => (length - taken * scale) * chance.in(0.35, 0.65);
  return {
    scale,
    fill,
    x: slack(frame.width, right - left) - left * scale,
    y: slack(frame.height, bottom - top) - top * scale,
  };
}
