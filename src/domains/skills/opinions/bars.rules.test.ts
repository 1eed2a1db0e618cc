import { expect, test } from 'vitest';
import { type Bar, barsOn, TOP_BAR } from './bars.rules.ts';

const bar = (fromX: number, fromY: number, toX: number, toY: number): Bar => ({
  fromX,
  fromY,
  toX,
  toY,
  thickness: 0.1,
});

test.each<[string, Bar, object]>([
  ['a drag to the right', bar(0.2, 0.2, 0.6, 0.2), { x: 150, y: 150, width: 500, height: 100 }],
  ['the same drag to the left', bar(0.6, 0.2, 0.2, 0.2), { x: 150, y: 150, width: 500, height: 100 }],
  ['a tap', bar(0.5, 0.5, 0.5, 0.5), { x: 450, y: 450, width: 100, height: 100 }],
  ['a drag that wanders', bar(0.2, 0.2, 0.6, 0.3), { x: 150, y: 150, width: 500, height: 200 }],
  ['a drag beyond the edges', bar(-0.3, 0, 1.4, 0), { x: 0, y: 0, width: 1000, height: 50 }],
  ['the top', TOP_BAR, { x: 0, y: 0, width: 1000, height: 120 }],
])('%s covers a rectangle within the picture', (_, one, covered) =>
  expect(barsOn([one], 1000, 1000)).toEqual([covered]),
);

test('a bar covers the same share of the small picture that is sent', () => {
  const [small] = barsOn([bar(0.1, 0.1, 0.4, 0.1)], 300, 400);
  const [large] = barsOn([bar(0.1, 0.1, 0.4, 0.1)], 1200, 1600);
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((small?.[side] ?? 0) * 4 - (large?.[side] ?? 0))).toBeLessThanOrEqual(8);
});
