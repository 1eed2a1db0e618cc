import { expect, test } from 'vitest';
import { variantAnswering } from './written-variant.rules.ts';

const CASES: [alternatives: string[], right: number, unit: string | undefined, accepted: string][] = [
  [['12', '14', '9', '10'], 1, undefined, '14'],
  [['1 500 Kz', '500 Kz', '2 000 Kz', '150 Kz'], 0, 'Kz', '1500'],
  [['$\\frac{3}{8}$', '$\\frac{5}{8}$', '$\\frac{3}{4}$', '$1\\frac{1}{8}$'], 3, undefined, '1 1/8'],
  [['3,5 kg', '35 kg', '0,35 kg', '4 kg'], 0, 'kg', '3,5'],
  [['−3 °C', '3 °C', '13 °C', '−13 °C'], 0, '°C', '-3'],
  [['45°', '55°', '135°', '35°'], 0, '°', '45'],
  [['12 m²', '14 m²', '7 m²', '24 m²'], 0, 'm²', '12'],
  // The unit is that of the others: "manga" would tell that it is one.
  [['1 manga', '3 mangas', '5 mangas', '2 mangas'], 0, 'mangas', '1'],
];

test.each(CASES)('%j: the number is written', (alternatives, right, unit, accepted) => {
  expect(variantAnswering({}, alternatives, right)).toEqual({
    way: 'number',
    accepted: [accepted],
    ...(unit && { unit }),
  });
});

test.each([
  [['7h30', '8h30', '7h', '8h']],
  [['45 min', '1 h 15 min', '30 min', '15 min']],
  [['45 min', '1 h', '30 min', '15 min']],
  [['3 × 4', '4 + 4', '3 + 4', '12 + 3']],
  [['metro', 'litro', 'grama', 'hora']],
  [['12 palavras que são muito longas', '3 palavras que são muito longas', '4', '5']],
])('%j: one is chosen', (alternatives) => {
  expect(variantAnswering({}, alternatives, 0)).toBeUndefined();
});

test('a template may ask for a choice, or for lowest terms', () => {
  const numbers = ['12', '14', '9', '10'];
  expect(variantAnswering({ choose: true }, numbers, 0)).toBeUndefined();
  expect(variantAnswering({ simplify: true }, numbers, 0)).toEqual({ way: 'number', accepted: ['12'], simplify: true });
});
