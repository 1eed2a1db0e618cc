import { expect, test } from 'vitest';
import { cameInWords, differenceInWords, flagMeaning, flagNews, flagTitle, moneyOf } from './flags.rules.ts';

test('the fields received with a payment are shown in words; unusable ones are left out', () => {
  expect(
    cameInWords({
      id: 5512,
      reference_id: 900000001,
      amount: '35000.00',
      datetime: '2026-11-20T09:14:00Z',
      terminal_location: ' Luanda ',
      custom_fields: { a: 1 },
      fee: null,
    }),
  ).toEqual([
    ['Montante recebido', '35.000\u00a0Kz'],
    ['Referência paga', '900000001'],
    ['Pago em', '20 de Novembro de 2026, 10:14'],
    ['Lugar do pagamento', 'Luanda'],
    ['Número no operador', '5512'],
  ]);
  expect(cameInWords({ bankReference: 'TRF 88', confirmedBy: 4 })).toEqual([['Transferência no extracto', 'TRF 88']]);
  expect(cameInWords({ amount: 8500.5 })).toEqual([['Montante recebido', '8.500,50\u00a0Kz']]);
  expect(cameInWords({ amount: '1e9', datetime: 'ontem' })).toEqual([['Montante recebido', '1e9']]);
  expect(cameInWords({ amount: {}, id: [] })).toEqual([]);
});

test('a wrong amount is named; every type of flag has a text, also an unknown one', () => {
  const flag = { notificationType: 'mismatch', amount: 9000, rawData: { amount: '8500.00' } };
  expect([moneyOf(flag), flagNews(flag)]).toEqual(['8.500\u00a0Kz', 'Pediram-se 9.000\u00a0Kz']);
  expect(moneyOf({ amount: null, rawData: { amount: '9000.00' } })).toBe('9.000\u00a0Kz');
  expect([moneyOf({ ...flag, rawData: {} }), moneyOf({ amount: null, rawData: {} })]).toEqual(['9.000\u00a0Kz', null]);
  expect(flagNews({ ...flag, rawData: { amount: '9000.00' } })).toBe('Montante ou referência diferente');
  expect(flagNews({ ...flag, rawData: {} })).toBe('Montante ou referência diferente');
  for (const kind of ['paid_twice', 'late', 'mismatch', 'discount_used', 'unknown', 'outra_coisa']) {
    expect(flagTitle(kind)).not.toContain('_');
    for (const acceptable of [true, false])
      expect(flagMeaning(kind, { paymentId: 1, userId: 2, acceptable })).toMatch(/\.$/);
  }
});

test('that money can be accepted is said only if it can', () => {
  const flag = { paymentId: 1, userId: 2, acceptable: true };
  for (const kind of ['late', 'discount_used']) {
    expect(flagMeaning(kind, flag)).toContain('Pode aceitá-lo na mesma');
    expect(flagMeaning(kind, { ...flag, acceptable: false })).not.toContain('aceitá-lo');
    expect(flagMeaning(kind, { paymentId: 1, userId: null, acceptable: false })).toContain('foi apagada');
  }
});

test('the difference between what was asked and what arrived is written out', () => {
  expect(differenceInWords(9_000, 8_000)).toBe('Faltam 1.000\u00a0Kz');
  expect(differenceInWords(9_000, 90_000)).toBe('São 81.000\u00a0Kz a mais');
  expect([differenceInWords(9_000, 9_000), differenceInWords(9_000, null), differenceInWords(null, 1)]).toEqual([
    null,
    null,
    null,
  ]);
});
