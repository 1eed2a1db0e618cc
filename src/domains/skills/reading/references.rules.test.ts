import { describe, expect, test } from 'vitest';
import { aimOf, bandOf, growthOf, type Measurable, measuresOf, zoneOf } from './references.rules.ts';

const read = (day: string, perMinute: number, formId = `text-${day}`): Measurable => ({ day, perMinute, formId });

describe('references', () => {
  test.each([
    [50.99, 'training'],
    [51, 'gaining'],
    [74.99, 'gaining'],
    [75, 'fluent'],
  ] as const)('%d words in the 2.ª classe: %s', (perMinute, zone) => {
    expect(zoneOf(perMinute)).toBe(zone);
  });

  test.each([
    [1, '2026-03-31', null],
    [1, '2026-04-01', 55],
    [2, '2026-05-01', null],
    [3, '2025-09-01', 90],
    [3, '2026-03-31', 90],
    [3, '2026-04-01', 110],
    [3, '2026-08-31', 110],
    [4, '2026-07-15', 125],
    [5, '2026-01-10', 125],
    [6, '2026-07-15', 150],
  ] as const)('class %d on %s aims at %s', (schoolClass, day, words) => {
    expect(aimOf(schoolClass, day)?.words ?? null).toBe(words);
  });

  test('a band is never below zero', () => {
    expect(bandOf(58, 7)).toEqual({ from: 51, to: 65 });
    expect(bandOf(4, 10)).toEqual({ from: 0, to: 14 });
  });
});

describe('measures', () => {
  test('the median of three different texts within 21 days, at the day of the middle one', () => {
    const three = [read('2026-04-01', 54), read('2026-04-09', 64), read('2026-04-22', 58)];
    expect(measuresOf(three)).toEqual([{ day: '2026-04-09', perMinute: 58, readings: three }]);
    expect(measuresOf([...three.slice(0, 2), read('2026-04-23', 58)])).toEqual([]);
  });

  test('the same text counts once', () => {
    expect(measuresOf([read('2026-04-01', 54, 'a'), read('2026-04-02', 60, 'a'), read('2026-04-03', 58, 'b')])).toEqual(
      [],
    );
  });

  test('no reading stands in two measures, and a later one changes none', () => {
    const readings = [1, 3, 5, 7, 9, 11, 13].map((day, index) =>
      read(`2026-04-${String(day).padStart(2, '0')}`, 50 + index),
    );
    expect(measuresOf(readings).map(({ perMinute }) => perMinute)).toEqual([51, 54]);
    expect(measuresOf(readings.slice(0, 3))).toEqual(measuresOf(readings).slice(0, 1));
  });

  test('an old reading that stands alone is passed over', () => {
    const readings = [read('2026-01-01', 10), read('2026-04-01', 50), read('2026-04-02', 51), read('2026-04-03', 52)];
    expect(measuresOf(readings).map(({ perMinute }) => perMinute)).toEqual([51]);
  });
});

describe('growth', () => {
  const measure = (day: string, ...speeds: [number, ...number[]]) => ({
    day,
    perMinute: speeds[Math.floor(speeds.length / 2)] as number,
    readings: speeds.map((perMinute, at) => ({ formId: String(at), day, perMinute })),
  });
  test.each([
    ['2025-11-01', '2025-12-27', 41, 53, 'grew'],
    ['2025-11-01', '2025-12-27', 41, 52.99, 'unknown'],
    ['2025-11-01', '2025-12-27', 53, 41, 'fell'],
    ['2025-11-01', '2025-12-27', 53, 41.01, 'unknown'],
    ['2025-11-01', '2025-12-26', 41, 60, undefined],
  ])('from %s to %s, %d to %d: %s', (from, to, before, after, kind) => {
    expect(growthOf([measure(from, before), measure('2025-11-20', 90), measure(to, after)])?.kind).toBe(kind);
  });

  // Means 51 and 58, or 58.33.
  test.each<[[number, number, number], [number, number, number], string]>([
    [[50, 50, 53], [50, 62, 62], 'unknown'],
    [[50, 50, 53], [51, 62, 62], 'grew'],
    [[50, 62, 62], [50, 50, 53], 'unknown'],
    [[51, 62, 62], [50, 50, 53], 'fell'],
  ])('of medians that the other readings do not bear out is not said: %j to %j: %s', (before, after, kind) => {
    expect(growthOf([measure('2025-11-01', ...before), measure('2025-12-27', ...after)])?.kind).toBe(kind);
  });

  test('one measure says nothing', () => {
    expect(growthOf([measure('2025-11-01', 41)])).toBeNull();
    expect(growthOf([])).toBeNull();
  });
});
