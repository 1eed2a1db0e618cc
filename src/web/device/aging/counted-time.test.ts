import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { countedNow, type Look, lookAgain } from './counted-time.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const YEAR_MS = 365 * DAY_MS;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the time counted between two looks, each with its clock and, if the page knew it, the server's. */
function counted(one: [here: number, sure?: number], other: [here: number, sure?: number]): number {
  const before = lookAgain(null, ...one);
  const after = lookAgain(before, ...other);
  return after.here - after.skipped - (before.here - before.skipped);
}

test.each<[what: string, passed: number, expected: number]>([
  ['nothing', 0, 0],
  ['a moment', 1, 1],
  ['an hour', HOUR_MS, HOUR_MS],
  ['a day', DAY_MS, DAY_MS],
  ['more than a day', DAY_MS + 1, 6 * HOUR_MS],
  ['a week of absence, or a clock set right', 7 * DAY_MS, 6 * HOUR_MS],
  ['a clock set right by years', 11 * YEAR_MS, 6 * HOUR_MS],
  ['a clock set back by minutes', -5 * MINUTE_MS, 0],
  ['a clock that begins again in 2015', -11 * YEAR_MS, 0],
])('by the device’s clock alone: %s', (_what, passed, expected) => {
  expect(counted([START], [START + passed])).toBe(expected);
  expect(counted([START, START], [START + passed])).toBe(expected);
  expect(counted([START], [START + passed, START + passed])).toBe(expected);
});

test.each<[what: string, here: number, sure: number, expected: number]>([
  ['a week of absence', 7 * DAY_MS, 7 * DAY_MS, 7 * DAY_MS],
  ['a clock set right by years within a minute', 11 * YEAR_MS, MINUTE_MS, MINUTE_MS],
  ['a clock set back meanwhile', -YEAR_MS, 2 * DAY_MS, 2 * DAY_MS],
  ['a copy that was renewed, of an earlier visit', MINUTE_MS, -DAY_MS, 0],
])('between two pages of the server its clock counts: %s', (_what, here, sure, expected) => {
  expect(counted([START, START], [START + here, START + sure])).toBe(expected);
});

test('a renewed copy does not make the next page count the time before it again', () => {
  const copy = lookAgain(lookAgain(null, START, START), START, START - DAY_MS);
  expect(copy.sure).toBe(START);
});

test('counted time never goes back, and no absence counts for more than the clock and a day', () => {
  const step = fc.integer({ min: -12 * YEAR_MS, max: 12 * YEAR_MS });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let look: Look = lookAgain(null, START);
      for (const passed of steps) {
        const next = lookAgain(look, look.here + passed);
        const more = next.here - next.skipped - (look.here - look.skipped);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(Math.max(0, Math.min(passed, DAY_MS)));
        look = next;
      }
    }),
  );
});

test('the device keeps its last look; without storage its clock is all there is', () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
  expect(countedNow()).toBe(START);
  vi.setSystemTime(START + HOUR_MS);
  expect(countedNow()).toBe(START + HOUR_MS);
  vi.setSystemTime(START - YEAR_MS);
  expect(countedNow()).toBe(START + HOUR_MS);
  vi.setSystemTime(START + 5 * DAY_MS);
  expect(countedNow()).toBe(START + 7 * HOUR_MS);
  vi.stubGlobal('localStorage', undefined);
  expect(countedNow()).toBe(START + 5 * DAY_MS);
});
