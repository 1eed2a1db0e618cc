import type { Chance } from './chance.ts';

// The shape of a sheet that lies on a table: flat, crumpled, curled or folded.

export type Surface = 'flat' | 'crumpled' | 'curled' | 'folded';

export interface Point3 {
  x: number;
  y: number;
  z: number;
}

export interface Shape {
  /** Where a point of the sheet is in space, in millimetres from the middle of the answer part; z is the height above the table. */
  at(x: number, y: number): Point3;
  /** Lines along which the sheet was folded: `x` or `y`, and its place. */
  creases: readonly { axis: 'x' | 'y'; place: number }[];
}

/** Makes a shape of one kind; `half` is half the size of the page around the middle of the answer part. */
export function makeShape(kind: Surface, half: { x: number; y: number }, chance: Chance): Shape {
  const bumps = bumpsOf(kind, half, chance);
  if (kind === 'curled') return { at: rolled(half, bumps, chance), creases: [] };
  if (kind !== 'folded') return { at: (x, y) => ({ x, y, z: bumps(x, y) }), creases: [] };
  // A sheet carried home in a pocket: folded once or twice, and opened again.
  const creases = chance.weighted({ x: 3, y: 3, both: 2 });
  const made: { axis: 'x' | 'y'; place: number }[] = [];
  if (creases !== 'y') made.push({ axis: 'x', place: chance.in(-0.5, 0.5) * half.x });
  if (creases !== 'x') made.push({ axis: 'y', place: chance.in(-0.6, 0.6) * half.y });
  const profiles = made.map(({ axis, place }) => {
    const open = (chance.in(3, 14) * (chance.is(0.5) ? 1 : -1) * Math.PI) / 180;
    const lean = chance.in(0.2, 0.8);
    const angle = (s: number) => open * (1 / (1 + Math.exp(-(s - place) / 0.8)) - lean);
    return { axis, along: profileOf(angle, Math.max(half.x, half.y) * 1.5) };
  });
  return {
    creases: made,
    at: (x, y) => {
      const point = { x, y, z: bumps(x, y) };
      for (const { axis, along } of profiles) {
        const moved = along(point[axis]);
        point[axis] = moved.across;
        point.z += moved.up;
      }
      return point;
    },
  };
}

function bumpsOf(kind: Surface, half: { x: number; y: number }, chance: Chance) {
  const [count, high] = kind === 'crumpled' ? [9, chance.in(0.5, 2.5)] : [2, chance.in(0, 0.6)];
  const bumps = Array.from({ length: count }, () => ({
    x: chance.in(-half.x, half.x),
    y: chance.in(-half.y, half.y),
    wide: chance.in(10, 35),
    long: chance.in(10, 60),
    turn: chance.in(0, Math.PI),
    high: high * chance.normal(),
  }));
  return (x: number, y: number) => {
    let z = 0;
    for (const bump of bumps) {
      const [dx, dy] = [x - bump.x, y - bump.y];
      const u = (dx * Math.cos(bump.turn) + dy * Math.sin(bump.turn)) / bump.wide;
      const v = (dy * Math.cos(bump.turn) - dx * Math.sin(bump.turn)) / bump.long;
      z += bump.high * Math.exp(-u * u - v * v);
    }
    return z;
  };
}

/** Paper that bends in one direction: as a whole like a roof tile or a valley, or only towards an edge or a corner. */
function rolled(half: { x: number; y: number }, bumps: (x: number, y: number) => number, chance: Chance) {
  const turn = chance.pick([0, Math.PI / 2, Math.PI, -Math.PI / 2, chance.in(0, 2 * Math.PI)]);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.abs(half.x * cos) + Math.abs(half.y * sin);
  const isWhole = chance.is(0.5);
  const from = isWhole ? 0 : chance.in(0.1, 0.7) * reach;
  const steepest = (chance.in(5, 28) * Math.PI) / 180;
  const sign = isWhole && chance.is(0.5) ? -1 : 1;
  const angle = (s: number) =>
    isWhole ? (sign * steepest * s) / reach : s < from ? 0 : (steepest * (s - from)) / (reach - from);
  const along = profileOf(angle, reach * 1.3);
  return (x: number, y: number): Point3 => {
    const [s, t] = [x * cos + y * sin, y * cos - x * sin];
    const moved = along(s);
    return {
      x: moved.across * cos - t * sin,
      y: moved.across * sin + t * cos,
      z: moved.up + bumps(x, y),
    };
  };
}

/** Integrates a slope (radians, by length along the paper) to a curve whose length is that of the paper. */
function profileOf(angle: (s: number) => number, reach: number) {
  const step = 0.5;
  const steps = Math.ceil(reach / step);
  const [across, up] = [new Float64Array(2 * steps + 1), new Float64Array(2 * steps + 1)];
  for (let at = 1; at <= steps; at += 1)
    for (const side of [1, -1]) {
      const slope = angle(side * (at - 0.5) * step);
      const [now, before] = [steps + side * at, steps + side * (at - 1)];
      across[now] = (across[before] as number) + side * step * Math.cos(slope);
      up[now] = (up[before] as number) + side * step * Math.sin(slope);
    }
  return (s: number) => {
    const place = Math.min(2 * steps - 0.001, Math.max(0, s / step + steps));
    const [at, part] = [Math.floor(place), place % 1];
    const between = (values: Float64Array) =>
      (values[at] as number) + ((values[at + 1] as number) - (values[at] as number)) * part;
    return { across: between(across), up: between(up) };
  };
}
