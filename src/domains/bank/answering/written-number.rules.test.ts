import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NUMBER_CASES } from './written-cases.rules.ts';
import { LONGEST_WRITTEN, numberText, readNumber, shownNumber } from './written-number.rules.ts';

const verdictOf = (typed: string, unit: string | null) => {
  const reading = readNumber(typed, unit);
  if (reading.kind === 'refused') return '✗';
  return reading.kind === 'number' ? numberText(reading.number) : reading.readings.map(numberText).join(' | ');
};

it('has cases enough', () => {
  expect(NUMBER_CASES.length).toBeGreaterThanOrEqual(300);
});

it.each(NUMBER_CASES)('reads «$typed» with the unit $unit as $verdict', ({ unit, typed, verdict }) => {
  expect(verdictOf(typed, unit)).toBe(verdict);
});

it('reads what is stored, and what is shown of it, as the same number again', () => {
  for (const { verdict } of NUMBER_CASES)
    for (const text of verdict === '✗' ? [] : verdict.split(' | ')) {
      expect(verdictOf(text, null)).toBe(text);
      expect(verdictOf(shownNumber(text), null)).toBe(text);
    }
});

it('reads any text without an error, and stores at most what may be sent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0123456789,./⁄ -−–½¾Kz%'), maxLength: 20 }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(null, 'Kz', 'm', '%'), (typed, unit) => {
      const verdict = verdictOf(typed, unit);
      for (const one of verdict === '✗' ? [] : verdict.split(' | ')) {
        expect(one.length).toBeLessThanOrEqual(LONGEST_WRITTEN);
        expect(one).toMatch(/^-?(\d+(,\d+)?|(\d+ )?\d+\/\d+)$/);
      }
    }),
    { seed: 38, numRuns: 2000 },
  );
});
