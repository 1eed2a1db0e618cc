import { describe, expect, test } from 'vitest';
import { fitHomography, project, scaleAt } from './homography.rules.ts';
import type { Point } from './layout.rules.ts';

const square: Point[] = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
];
const shift = (p: Point): Point => ({ x: p.x + 3, y: p.y - 2 });
/** Returns a perspective view, known in closed form. */
const view = ({ x, y }: Point): Point => {
  const w = 1 + 0.02 * x - 0.01 * y;
  return { x: (4 * x - y + 100) / w, y: (0.5 * x + 3 * y + 50) / w };
};

describe('fitHomography', () => {
  test.each([
    ['no change', (p: Point) => p],
    ['a shift', shift],
    ['half a turn', ({ x, y }: Point) => ({ x: -x, y: -y })],
    ['a view from an angle', view],
  ])('finds %s from four points, and maps other points by it', (_, map) => {
    const h = fitHomography(square, square.map(map));
    for (const p of [...square, { x: 3, y: 7 }, { x: 25, y: -4 }]) {
      const mapped = h && project(h, p);
      expect(mapped?.x).toBeCloseTo(map(p).x, 6);
      expect(mapped?.y).toBeCloseTo(map(p).y, 6);
    }
  });

  test('distributes small errors over more than four points', () => {
    const grid = square.flatMap((p) => [p, { x: p.x / 2 + 1, y: p.y / 2 + 2 }]);
    const noisy = grid
      .map(view)
      .map(({ x, y }, index) => ({ x: x + (index % 2 ? 0.2 : -0.2), y: y + (index % 3 ? 0.1 : -0.2) }));
    const h = fitHomography(grid, noisy);
    for (const p of grid)
      expect(Math.hypot((h ? project(h, p).x : 0) - view(p).x, (h ? project(h, p).y : 0) - view(p).y)).toBeLessThan(1);
  });

  test.each([
    ['three points', square.slice(0, 3), square.slice(0, 3)],
    ['points on a line', square.map(({ x }) => ({ x, y: x })), square],
    ['one point four times', square.map(() => ({ x: 1, y: 1 })), square],
    ['lists of different length', square, square.slice(0, 3)],
  ])('returns nothing for %s', (_, from, to) => {
    expect(fitHomography(from, to)).toBeUndefined();
  });

  test('returns the scale at a point', () => {
    const h = fitHomography(
      square,
      square.map(({ x, y }) => ({ x: 5 * x, y: 5 * y })),
    );
    expect(h && scaleAt(h, { x: 2, y: 2 })).toBeCloseTo(5, 6);
  });
});
