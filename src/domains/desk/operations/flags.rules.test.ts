import { expect, test } from 'vitest';
import { cameInWords, differenceInWords, flagMeaning, flagNews, flagTitle } from './flags.rules.ts';

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
  expect(flagNews(flag)).toBe('Montante recebido: 8.500\u00a0Kz');
  expect(flagNews({ ...flag, rawData: { amount: '9000.00' } })).toBe('Montante ou referência diferente');
  expect(flagNews({ ...flag, rawData: {} })).toBe('Montante ou referência diferente');
  for (const kind of ['paid_twice', 'late', 'mismatch', 'discount_used', 'unknown', 'outra_coisa']) {
    expect(flagTitle(kind)).not.toContain('_');
    expect(flagMeaning(kind)).toMatch(/\.$/);
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
