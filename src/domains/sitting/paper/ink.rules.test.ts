import { describe, expect, test } from 'vitest';
import type { Grey } from './grey.rules.ts';
import { depthAt, measureRow } from './ink.rules.ts';
import { layoutOf } from './layout.rules.ts';

const SCALE = 8;
const layout = layoutOf([4]);
const row = layout.rows[0] as (typeof layout.rows)[number];
/** Maps millimetres to pixels, without any perspective. */
const H = [SCALE, 0, 0, 0, SCALE, 0, 0, 0, 1];
const FLAT = { bar: { x: 0, y: 0 }, right: undefined };

type Paint = (shade: number, x: number, y: number) => number;

/** Draws the printed row in a picture, and then other things on it; places are in millimetres from the centre of bubble B. */
function pictured(...paints: Paint[]): Grey {
  const [width, height] = [90 * SCALE, 46 * SCALE];
  const pixels = new Uint8Array(width * height);
  const bubble = row.bubbles[1] as { x: number; y: number };
  for (let py = 0; py < height; py += 1)
    for (let px = 0; px < width; px += 1) {
      const [x, y] = [px / SCALE, py / SCALE];
      const onCircle = row.bubbles.some((at) => Math.abs(Math.hypot(x - at.x, y - at.y) - 2.5) < 0.15);
      const onBar = Math.abs(x - row.bar.x) < 2 && Math.abs(y - row.bar.y) < 1;
      let shade = onCircle || onBar ? 40 : 220;
      for (const paint of paints) shade = paint(shade, x - bubble.x, y - bubble.y);
      pixels[py * width + px] = Math.min(255, shade);
    }
  return { pixels, width, height };
}

function measuredB(...paints: Paint[]) {
  const grey = pictured(...paints);
  const { bubbles } = measureRow(grey, H, row, FLAT, depthAt(grey, H, row, FLAT));
  return bubbles[1] as (typeof bubbles)[number];
}

const shadowFrom =
  (edge: (x: number, y: number) => number): Paint =>
  (shade, x, y) =>
    edge(x, y) > 0 ? shade * 0.5 : shade;
const filled: Paint = (shade, x, y) => (Math.hypot(x, y) < 2.3 ? 60 : shade);
const line =
  (angle: number, reach: number, thick = 0.3): Paint =>
  (shade, x, y) => {
    const along = x * Math.cos(angle) + y * Math.sin(angle);
    const off = y * Math.cos(angle) - x * Math.sin(angle);
    return Math.abs(along) < reach && Math.abs(off) < thick ? 50 : shade;
  };
const cross = (reach: number): Paint[] => [line(0.8, reach), line(2.4, reach)];

describe('ink of an empty bubble', () => {
  test.each<[string, Paint[]]>([
    ['on plain paper', []],
    ['with the edge of a shadow through it', [shadowFrom((x) => x)]],
    ['with a slanting edge', [shadowFrom((x, y) => x + 0.6 * y - 1)]],
    ['with an edge that only touches it', [shadowFrom((x, y) => y - 2.2 + 0.1 * x)]],
    ['with a bent edge', [shadowFrom((x, y) => Math.hypot(x - 30, y) - 30)]],
  ])('%s is none by what is dark against both sides', (_, paints) => {
    expect(measuredB(...paints).narrow).toBeLessThan(0.045);
  });
});

describe('ink of a filled bubble', () => {
  test.each<[string, Paint[]]>([
    ['on plain paper', [filled]],
    ['with the edge of a shadow through it', [filled, shadowFrom((x) => x)]],
    ['in the shadow', [filled, shadowFrom(() => 1)]],
  ])('%s is seen by both measures', (_, paints) => {
    const { ink, narrow, paper } = measuredB(...paints);
    expect(Math.min(ink, narrow)).toBeGreaterThan(0.4);
    expect(paper).toBeLessThan(0.1);
  });
});

test('a cross leaves paper white, a crossed-out bubble does not, and both have lines beyond the circle', () => {
  const [drawn, struck] = [measuredB(...cross(4.5)), measuredB(filled, ...cross(4.5))];
  expect(drawn.paper).toBeGreaterThan(0.3);
  expect(struck.paper).toBeLessThan(0.1);
  for (const bubble of [drawn, struck]) expect([bubble.struck, bubble.arms, bubble.stubs]).toEqual([true, 4, 4]);
});

test('a small cross over a filled bubble has four ends just outside the circle', () => {
  expect(measuredB(filled, ...cross(3.3))).toMatchObject({ quarters: 0, stubs: 4 });
  expect(measuredB(filled).stubs).toBe(0);
});

test('in a reflection the circle is not visible', () => {
  const glare: Paint = (shade, x, y) => (Math.hypot(x, y) < 7 ? Math.max(shade, 235) : shade);
  expect(measuredB(filled, glare).circle).toBeLessThan(0.05);
  expect(measuredB().circle).toBeGreaterThan(0.5);
});

test('bubbles are found where the paper has moved them', () => {
  const moved: Grey = pictured();
  const shifted = new Uint8Array(moved.pixels.length).fill(220);
  const by = 2 * SCALE;
  for (let at = moved.pixels.length - 1; at >= by * moved.width; at -= 1)
    shifted[at] = moved.pixels[at - by * moved.width] as number;
  const grey = { ...moved, pixels: shifted };
  const offsets = { bar: { x: 0, y: 2 }, right: undefined };
  const { shifts, bubbles } = measureRow(grey, H, row, offsets, depthAt(grey, H, row, offsets));
  for (const { offset } of shifts) expect(Math.hypot(offset.x, offset.y - 2)).toBeLessThan(0.3);
  for (const { circle } of bubbles) expect(circle).toBeGreaterThan(0.4);
});
