import { expect, test } from 'vitest';
import { dateInFigures, statusOf, whoDid } from './words.rules.ts';

test('what an erased account did is not said to be the program’s', () => {
  expect([whoDid('Ana Neto', 4), whoDid(null, 4), whoDid(null, null)]).toEqual([
    'Ana Neto',
    'Conta apagada',
    'Sistema',
  ]);
});

test('a payment that was taken back does not read like a cancelled one', () => {
  expect(statusOf({ status: 'cancelled', reversedAt: '2026-11-20T09:00:00Z' })).toBe('Anulado');
  expect(statusOf({ status: 'cancelled', reversedAt: null })).toBe('Cancelado');
});

test('a date in a narrow column is the day in Luanda, in figures', () => {
  expect(dateInFigures('2026-04-05T12:00:00Z')).toBe('05.04.2026');
  expect(dateInFigures('2026-04-05T23:30:00Z')).toBe('06.04.2026');
});
