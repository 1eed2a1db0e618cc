import { describe, expect, test } from 'vitest';
import { groupedReference } from '../../../shared/money.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { beginsWhen, missing, nextLook, referenceText, startOf, timeLeft } from './payment-words.rules.ts';

describe('texts of the payment page', () => {
  test.each([
    ['123456789', '123 456 789'],
    ['1234567890', '123 456 789 0'],
    ['12', '12'],
  ])('%s reads as %s', (digits, read) => expect(groupedReference(digits)).toBe(read));

  test.each([
    [7_200_000, '2 h'],
    [6_690_000, '1 h 52 min'],
    [3_600_000, '1 h'],
    [240_000, '4 min'],
    [60_001, '2 min'],
    [35_000, '35 s'],
    [1, '1 s'],
    [0, ''],
    [-5, ''],
    [20 * DAY_MS, '20 dias'],
  ])('%i ms left are shown as "%s"', (left, words) => expect(timeLeft(left)).toBe(words));

  test.each([
    ['1 min', 'Falta 1 min'],
    ['1 h 5 min', 'Faltam 1 h 5 min'],
    ['12 min', 'Faltam 12 min'],
  ])('%s left: %s', (time, words) => expect(missing(time)).toBe(words));

  test.each([
    [undefined, 'O plano começa logo que recebermos o pagamento.'],
    [{ effect: 'now', startsAt: '2027-05-03T09:00:00Z' }, 'O plano começa logo que recebermos o pagamento.'],
    [
      { effect: 'after', startsAt: '2027-05-03T09:00:00Z' },
      'O plano começa a 3 de Maio de 2027, quando acabar o actual.',
    ],
  ])('an offer of %j: %s', (offer, words) => expect(beginsWhen(offer)).toBe(words));

  test('a paid plan is active, or begins after the more expensive one that the family has', () => {
    const until = '2027-04-15T10:00:00.000Z';
    expect(startOf('family', { planId: 'family', until, next: [] })).toBe('O plano já está activo.');
    expect(startOf('individual', { planId: 'family', until, next: [{ planId: 'individual' }] })).toBe(
      'Começa a 15 de Abril de 2027, quando acabar o plano Família, que tem agora.',
    );
    const next = [{ planId: 'family' }, { planId: 'individual' }] as const;
    expect(startOf('individual', { planId: 'family-plus', until, next })).toBe(
      'Começa quando acabarem os planos que já pagou.',
    );
    expect(startOf('individual', { planId: 'free', until: null, next: [] })).toBe('');
  });

  test('the status is requested at growing intervals', () =>
    expect([0, 119_999, 120_000, 900_000].map(nextLook)).toEqual([5_000, 5_000, 15_000, 60_000]));
});

test.each([
  [null, '123456789', 'Pagamento Caderneta|Referência: 123 456 789|Montante: 9.000 Kz|Pagar até às 15:40 de amanhã.'],
  [
    '00348',
    '123456789',
    'Pagamento Caderneta|Entidade: 00348|Referência: 123 456 789|Montante: 9.000 Kz|Pagar até às 15:40 de amanhã.',
  ],
  ['00348', null, undefined],
])('with entity %s the text shared for the reference %s is complete', (entity, reference, text) => {
  const what = { entity, reference, amount: 9000, until: '15:40 de amanhã', productName: 'Caderneta' };
  expect(referenceText(what)?.replaceAll('\n', '|').replaceAll('\u00a0', ' ')).toBe(text);
});
