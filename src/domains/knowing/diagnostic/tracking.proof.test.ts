import { expect, test } from 'vitest';
import { checkedChildren, figuresOf, lengthOf } from '../../../../bench/knowing-tracking.ts';

// 3,000 children, whose share right is exact within 1.4 points (two standard errors); bench/knowing.md gives the figures.
test('the short check names the right class, and seldom asks more than eight questions', () => {
  const checked = [1, 2, 3].flatMap((seed) => checkedChildren(1_000, seed));
  const { level, covered, error, bias } = figuresOf(checked);
  expect(level).toBeGreaterThanOrEqual(0.78 + 0.014);
  expect(lengthOf(checked).short).toBeGreaterThanOrEqual(0.8 + 0.014);
  expect(error).toBeLessThanOrEqual(0.33);
  expect(Math.abs(bias)).toBeLessThanOrEqual(0.1);
  expect(covered).toBeGreaterThanOrEqual(0.63);
  expect(covered).toBeLessThanOrEqual(0.73);
});
