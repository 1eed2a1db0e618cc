import { describe, expect, test } from 'vitest';
import { MEASURES } from '../../../shared/phones/phone-report.ts';
import { BOUNDS, bucketOf, GOALS, p75Of, valueText, withinGoal } from './phones.rules.ts';

const inRange = (measure: 'lcp' | 'inp' | 'cls', ...values: number[]) => {
  const counts: number[] = [];
  for (const value of values) {
    const at = bucketOf(measure, value);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

test('each goal is a bound, so that the share within it is exact', () => {
  for (const measure of MEASURES) expect(BOUNDS[measure]).toContain(GOALS[measure]);
});

describe('p75', () => {
  test.each([
    // Nine reports are too few.
    ['lcp', inRange('lcp', ...times(9, 1500)), null],
    // Ten between 1,300 and 1,600: three quarters of the way.
    ['lcp', inRange('lcp', ...times(10, 1500)), 1525],
    // Three quarters are exactly at the end of the first range.
    ['inp', inRange('inp', ...times(30, 20), ...times(10, 400)), 25],
    ['inp', inRange('inp', ...times(20, 20), ...times(20, 400)), 400],
    ['cls', inRange('cls', ...times(40, 0)), 1],
    // Above the last bound nothing more is known.
    ['lcp', inRange('lcp', ...times(10, 60_000)), 10_000],
  ] as const)('of %s in %j is %s', (measure, counts, expected) => {
    expect(p75Of(measure, counts)).toBe(expected);
  });
});

test('what is within the goal includes the goal itself', () => {
  expect(withinGoal('lcp', inRange('lcp', 2500, 2501, 100))).toBe(2);
  expect(withinGoal('cls', inRange('cls', 100, 101))).toBe(1);
});

test.each([
  ['lcp', 1430, '1,4 s'],
  ['inp', 96, '96 ms'],
  ['cls', 48, '0,05'],
  ['cls', null, '–'],
] as const)('%s of %s is shown as %s', (measure, value, text) => {
  expect(valueText(measure, value)).toBe(text);
});
