import { expect, test } from 'vitest';
import type { Grey } from './grey.rules.ts';
import { codeCorners, layoutOf, type Point } from './layout.rules.ts';
import { type BarsFound, findBars, isNumbered, offsetAt } from './places.rules.ts';

test.each([
  [0, 1],
  [10, 1],
  [15, 1.5],
  [20, 2],
  [40, 4],
  [90, 4],
])('at %f mm along a row the offset is %f mm', (x, wanted) => {
  const shifts = [10, 20, 40].map((place) => ({ x: place, offset: { x: 0, y: place / 10 } }));
  expect(offsetAt(shifts, x).y).toBeCloseTo(wanted, 9);
});

test('without shifts nothing moves', () => {
  expect(offsetAt([], 12)).toEqual({ x: 0, y: 0 });
});

const SCALE = 5;
const H = [SCALE, 0, 0, 0, SCALE, 0, 0, 0, 1];
const layout = layoutOf(Array.from({ length: 30 }, () => 4));

/** Draws the bars of a sheet, each moved by what a bend of the paper does at its height. */
function barsAt(bend: (bar: Point) => Point, without: readonly number[] = []): Grey {
  const [width, height] = [layout.width * SCALE, layout.height * SCALE];
  const pixels = new Uint8Array(width * height).fill(220);
  layout.rows.forEach(({ bar, number }) => {
    if (without.includes(number)) return;
    const { x, y } = bend(bar);
    for (let py = Math.round((bar.y + y - 1) * SCALE); py < (bar.y + y + 1) * SCALE; py += 1)
      for (let px = Math.round((bar.x + x - 2) * SCALE); px < (bar.x + x + 2) * SCALE; px += 1)
        pixels[py * width + px] = 40;
  });
  return { pixels, width, height };
}

const found = (grey: Grey) =>
  findBars(
    grey,
    H,
    layout,
    codeCorners(layout).map(({ x, y }) => ({ x: x * SCALE, y: y * SCALE })),
  );

test('the bars of a flat sheet are where they are printed', () => {
  const { share, filledIn } = found(barsAt(() => ({ x: 0, y: 0 })));
  expect(share).toBe(1);
  for (const { x, y } of filledIn) expect(Math.hypot(x, y)).toBeLessThan(0.3);
});

test('on a bent sheet each bar is found near the one above it', () => {
  const bend = ({ y }: Point) => ({ x: 1.5 * Math.sin(y / 40), y: 6 * Math.sin((y / layout.height) * Math.PI) });
  const { share, filledIn } = found(barsAt(bend));
  expect(share).toBe(1);
  layout.rows.forEach(({ bar }, index) => {
    const [seen, wanted] = [filledIn[index] as Point, bend(bar)];
    expect(Math.hypot(seen.x - wanted.x, seen.y - wanted.y)).toBeLessThan(1);
  });
});

test('a bar that is not visible gets the offset of its neighbours', () => {
  const { share, offsets, filledIn } = found(barsAt(() => ({ x: 0, y: 2 }), [5, 20]));
  expect(share).toBeCloseTo(28 / 30, 6);
  for (const number of [5, 20]) {
    expect(offsets[number - 1]).toBeNull();
    expect(filledIn[number - 1]?.y).toBeCloseTo(2, 0);
  }
});

const shifted = (y: (number: number) => number | null): BarsFound => {
  const offsets = layout.rows.map(({ number }) => {
    const off = y(number);
    return off === null ? null : { x: 0, y: off };
  });
  return {
    offsets,
    filledIn: offsets.map((offset) => offset ?? { x: 0, y: 0 }),
    share: offsets.filter(Boolean).length / offsets.length,
  };
};

test.each<[string, BarsFound, boolean]>([
  ['flat', shifted(() => 0), true],
  ['curled', shifted((number) => 4 * Math.sin(number / 5)), true],
  ['with a third of its bars bleached', shifted((number) => (number % 3 === 0 ? null : 0)), true],
  [
    'whose first bar of the right column is bleached, so that the next was taken for it',
    shifted((n) => (n > 15 ? 9 : 0)),
    false,
  ],
  ['whose left column is almost bleached', shifted((number) => (number < 12 ? null : 0)), false],
  ['with half of its bars bleached', shifted((number) => (number % 2 === 0 ? null : 0)), false],
])('on a sheet %s it is certain which row is which, or it is not', (_, bars, certain) => {
  expect(isNumbered(bars, layout)).toBe(certain);
});
