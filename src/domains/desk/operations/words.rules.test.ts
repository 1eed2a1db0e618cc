import { expect, test } from 'vitest';
import { statusOf, whoDid } from './words.rules.ts';

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
