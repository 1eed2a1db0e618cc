import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY_MS, possibleTime } from './time.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const EARLIEST = new Date('2026-10-01T08:00:00Z');
const LIMITS = { earliest: EARLIEST, now: NOW };

test.each([
  ['a clock that is right', '2026-11-28T10:00:00Z', '2026-11-28T10:00:00.000Z'],
  ['the first moment', '2026-10-01T08:00:00Z', '2026-10-01T08:00:00.000Z'],
  ['the present moment', '2026-11-29T12:00:00Z', '2026-11-29T12:00:00.000Z'],
  ['a clock a second ahead', '2026-11-29T12:00:01Z', '2026-11-29T12:00:00.000Z'],
  ['a clock days ahead', '2026-12-04T12:00:00Z', '2026-11-29T12:00:00.000Z'],
  ['a clock years ahead', '2071-01-01T00:00:00Z', '2026-11-29T12:00:00.000Z'],
  ['a clock an hour too early', '2026-10-01T07:00:00Z', '2026-10-01T08:00:00.000Z'],
  ['a clock after a flat battery', '1970-01-01T00:03:00Z', '2026-10-01T08:00:00.000Z'],
  ['a clock before the calendar', '0001-01-01T00:00:00Z', '2026-10-01T08:00:00.000Z'],
  ['the zone of Luanda', '2026-11-29T13:30:00+01:00', '2026-11-29T12:00:00.000Z'],
])('%s: %s is %s', (_what, hint, at) => {
  expect(possibleTime(new Date(hint), LIMITS).toISOString()).toBe(at);
});

test('what cannot have been done before now is done now', () => {
  const later = new Date(NOW.getTime() + DAY_MS);
  for (const hint of [EARLIEST, NOW, later]) expect(possibleTime(hint, { earliest: later, now: NOW })).toEqual(NOW);
});

test('any instant within fifty years lands in what is possible, in the same order, and is changed only if it must be', () => {
  const instant = fc.date({
    min: new Date(NOW.getTime() - 50 * 365 * DAY_MS),
    max: new Date(NOW.getTime() + 50 * 365 * DAY_MS),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.array(instant, { minLength: 1, maxLength: 20 }), (hints) => {
      const sorted = [...hints].sort((one, other) => one.getTime() - other.getTime());
      let last = EARLIEST;
      for (const hint of sorted) {
        const at = possibleTime(hint, LIMITS);
        expect(at >= last && at <= NOW).toBe(true);
        if (hint >= EARLIEST && hint <= NOW) expect(at).toEqual(hint);
        last = at;
      }
    }),
  );
});
