import { expect, test } from 'vitest';
import { clock, lengthOfTime, writtenNumber } from './writing.rules.ts';

test.each([
  [5n, 1n, '5'],
  [1250n, 1n, '1 250'],
  [1234567n, 1n, '1 234 567'],
  [5n, 2n, '2,5'],
  [7n, 100n, '0,07'],
  [-3n, 1n, '−3'],
  [1n, 3n, undefined],
])('%i / %i is written %s', (top, bottom, text) => expect(writtenNumber({ top, bottom })).toBe(text));

test('times of day and durations are written in words', () => {
  expect([450, 480, 1440].map(clock)).toEqual(['7h30', '8h00', '0h00']);
  expect([45, 60, 90, 0].map(lengthOfTime)).toEqual(['45 min', '1 h', '1 h 30 min', '0 min']);
});
