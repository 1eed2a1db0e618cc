import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from './decimal.ts';

test('a number is read back as the nearest one with so many digits, and only a negative one has a sign', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1_000, max: 1_000, noNaN: true }),
      fc.integer({ min: 0, max: 3 }),
      (value, digits) => {
        const shown = decimal(value, digits);
        expect(shown).toMatch(digits === 0 ? /^−?\d+$/ : /^−?\d+,\d+$/);
        const read = Number(shown.replace('−', '-').replace(',', '.'));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
        expect(shown.startsWith('−')).toBe(read < 0);
      },
    ),
  );
});

test.each([
  [-0.125, 2, '−0,13'],
  [4, 1, '4,0'],
  [-0.04, 1, '0,0'],
  [-0.4, 0, '0'],
  [-0.05, 2, '−0,05'],
])('%d with %i digits is %s', (value, digits, expected) => {
  expect(decimal(value, digits)).toBe(expected);
});
