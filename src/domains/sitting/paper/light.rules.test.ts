import { expect, test } from 'vitest';
import { type Cell, whiteUnder } from './light.rules.ts';

/** Returns a ring of paper from 3 to 4.8 mm around a bubble, lit by `light`, with pen strokes given by `stroke`. */
function ringLit(light: (x: number, y: number) => number, stroke: (x: number, y: number) => boolean = () => false) {
  const cells: Cell[] = [];
  for (let x = -4.8; x <= 4.8; x += 0.2)
    for (let y = -4.8; y <= 4.8; y += 0.2) {
      const radius = Math.hypot(x, y);
      if (radius > 3 && radius < 4.8) cells.push({ x, y, shade: stroke(x, y) ? 20 : light(x, y) });
    }
  return cells;
}

const INSIDE = [
  { x: 0, y: 0 },
  { x: 1.5, y: 0.5 },
  { x: -1, y: -1.2 },
  { x: 0.4, y: 1.7 },
];

test.each<[string, (x: number, y: number) => number]>([
  ['even light', () => 210],
  ['light that goes down evenly', (x, y) => 180 + 9 * x - 4 * y],
  ['the edge of a shadow through the middle', (x, y) => (x + y < 0.1 ? 220 : 120)],
  ['the edge of a shadow at one side', (x) => (x < 1.1 ? 90 : 200)],
])('%s: the brightness of white paper is estimated inside the bubble', (_, light) => {
  const white = whiteUnder(ringLit(light));
  for (const place of INSIDE) expect(Math.abs(white(place) - light(place.x, place.y))).toBeLessThan(6);
});

test('a pen stroke beside the bubble is not taken for a shadow', () => {
  const white = whiteUnder(
    ringLit(
      () => 200,
      (x, y) => Math.abs(y - x) < 0.4,
    ),
  );
  for (const place of INSIDE) expect(white(place)).toBeCloseTo(200, 0);
});

test('for a bubble filled beyond its edge on one side, the other sides give the brightness', () => {
  const white = whiteUnder(
    ringLit(
      (x) => 200 + x,
      (x, y) => x > 0 && Math.hypot(x, y) < 3.6,
    ),
  );
  for (const place of INSIDE) expect(Math.abs(white(place) - 200)).toBeLessThan(8);
});
