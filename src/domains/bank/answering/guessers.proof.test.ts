import { expect, test } from 'vitest';
import { guessing } from '../../../../bench/knowing-writing.ts';

test('who writes random numbers gets nothing, over all written numbers of the bank', () => {
  const [blind, digits] = guessing(30);
  expect(blind?.questions).toBeGreaterThan(650);
  expect(blind?.rightOfTen).toBeLessThan(0.1);
  expect(blind?.passed).toBe(0);
  // Who knows how many digits the answer has guesses small numbers, one in ten.
  expect(digits?.rightOfTen).toBeLessThan(0.7);
  expect(digits?.passed).toBe(0);
});
