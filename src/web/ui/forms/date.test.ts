import { expect, it } from 'vitest';
import { isRealDate, joinDate, splitDate } from './date.ts';

it('splits an ISO date day first and joins it again', () => {
  expect(splitDate('2015-03-07')).toEqual(['07', '03', '2015']);
  expect(joinDate(['7', '3', '2015'])).toBe('2015-03-07');
  expect(joinDate(['', '', ''])).toBe('');
});

it('distinguishes an unfinished date from an empty one', () => {
  expect(joinDate(['7', '', ''])).toBe('--07');
  expect(isRealDate('--07')).toBe(false);
});

it('refuses days that do not exist', () => {
  expect(isRealDate('2016-02-29')).toBe(true);
  expect(isRealDate('2015-02-29')).toBe(false);
  expect(isRealDate('2015-13-01')).toBe(false);
  expect(isRealDate('')).toBe(false);
});
