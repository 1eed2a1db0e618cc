import { expect, test } from 'vitest';
import { passSentence, resultsByTheme, studyOrder, studyText, valoresInWords, valoresText } from './rehearsal.rules.ts';

test.each([
  [0, '0', '0\u00a0valores', 'Com esta nota ainda não passaria: o mínimo é 5.'],
  [10, '1', '1\u00a0valor', 'Com esta nota ainda não passaria: o mínimo é 5.'],
  [49, '4,9', '4,9\u00a0valores', 'Com esta nota ainda não passaria: o mínimo é 5.'],
  [50, '5', '5\u00a0valores', 'Com esta nota passaria: o mínimo é 5.'],
  [63, '6,3', '6,3\u00a0valores', 'Com esta nota passaria: o mínimo é 5.'],
  [70, '7', '7\u00a0valores', 'Com esta nota passaria: o mínimo é 5.'],
  [100, '10', '10\u00a0valores', 'Com esta nota passaria: o mínimo é 5.'],
])('%i %% are %s valores', (percentage, text, words, sentence) => {
  expect([valoresText(percentage), valoresInWords(percentage), passSentence(percentage)]).toEqual([
    text,
    words,
    sentence,
  ]);
});

test('themes are in the order in which they first occur', () => {
  const asked = [
    { code: 'MAT6.1', name: 'Números', right: true },
    { code: 'MAT6.2', name: 'Fracções', right: false },
    { code: 'MAT6.1', name: 'Números', right: false },
  ];
  expect(resultsByTheme(asked)).toEqual([
    { code: 'MAT6.1', name: 'Números', right: 1, total: 2 },
    { code: 'MAT6.2', name: 'Fracções', right: 0, total: 1 },
  ]);
});

const theme = (code: string, right: number, total: number) => ({ code, name: code, right, total });
test.each([
  ['themes with most lost questions come first', [theme('HIS6.1', 3, 4), theme('HIS6.2', 1, 4)], ['HIS6.2', 'HIS6.1']],
  [
    'equal themes are in the order of the curriculum',
    [theme('HIS6.1', 3, 4), theme('HIS6.2', 2, 3)],
    ['HIS6.1', 'HIS6.2'],
  ],
  ['without lost questions there is nothing to study', [theme('HIS6.1', 4, 4)], []],
  [
    'a theme comes after those that it builds on',
    [theme('MAT6.2', 2, 4), theme('MAT6.3', 0, 3), theme('MAT6.4', 1, 3), theme('MAT6.10', 1, 2)],
    ['MAT6.2', 'MAT6.3', 'MAT6.4', 'MAT6.10'],
  ],
  [
    'also those that it builds on indirectly',
    [theme('MAT6.1', 3, 4), theme('MAT6.2', 3, 4), theme('MAT6.3', 0, 3)],
    ['MAT6.1', 'MAT6.2', 'MAT6.3'],
  ],
  ['a base without a mistake is left out', [theme('MAT6.2', 4, 4), theme('MAT6.3', 0, 3)], ['MAT6.3']],
])('what to study: %s', (_, themes, codes) => {
  expect(studyOrder(themes).map(({ code }) => code)).toEqual(codes);
});

test('a theme says which of the lost themes it helps with', () => {
  const [first] = studyOrder([theme('MAT6.2', 2, 4), theme('MAT6.3', 0, 3), theme('MAT6.4', 1, 3)]);
  expect(first && studyText(first)).toBe('acertou 2 de 4 · é preciso para aprender MAT6.3 e MAT6.4');
  expect(studyText({ right: 0, total: 3, serves: [] })).toBe('acertou 0 de 3');
});
