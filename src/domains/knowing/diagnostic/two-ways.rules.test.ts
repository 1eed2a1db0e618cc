import { expect, test } from 'vitest';
import { writingEffect } from './two-ways.rules.ts';

const pair = (chosen: number, written: number) => ({ chosen, written });

test('the mean difference and its standard error', () => {
  // Differences 0.2, 0.4 and 0.6: standard deviation 0.2, divided by the root of three.
  const found = writingEffect([pair(0, 0.2), pair(-1, -0.6), pair(1, 1.6)]);
  expect(found?.questions).toBe(3);
  expect(found?.harder).toBeCloseTo(0.4, 12);
  expect(found?.standardError).toBeCloseTo(0.2 / Math.sqrt(3), 12);
});

test('one question has no standard error, and none has no effect', () => {
  expect(writingEffect([pair(0, 0.5)])).toEqual({ questions: 1, harder: 0.5, standardError: null });
  expect(writingEffect([])).toBeUndefined();
});
