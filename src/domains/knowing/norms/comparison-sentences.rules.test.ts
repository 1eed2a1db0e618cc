import { describe, expect, test } from 'vitest';
import {
  besideMark,
  firstMark,
  type Mark,
  marginSentence,
  placeSentence,
  sourceSentence,
} from './comparison-sentences.rules.ts';

const mark = (group: Mark['group'], value: number, more: Partial<Mark> = {}): Mark => ({
  group,
  value,
  real: false,
  children: null,
  asOf: null,
  place: null,
  ...more,
});
const real = (group: Mark['group'], value: number, more: Partial<Mark> = {}) =>
  mark(group, value, { real: true, children: '10 a 19 crianças', asOf: '2026-11-03T02:00:00Z', ...more });

test.each([
  [real('school', 68), 80, 'Acima da média da escola (68%).'],
  [real('school', 80), 80, 'Igual à média da escola (80%).'],
  [real('province', 81), 80, 'Abaixo da média da província (81%).'],
  [real('national', 81), 80, 'Abaixo da média do país (81%).'],
  [mark('national', 70), 80, 'Acima do valor de comparação do país (70%).'],
  [mark('national', 70), 70, 'Igual ao valor de comparação do país (70%).'],
  [mark('school', 65), 60, 'Abaixo do valor de comparação da escola (65%).'],
])('the sentence for %j beside %i: %s', (one, percentage, words) => {
  expect(besideMark(one, percentage)).toBe(words);
});

test('the sentence uses the nearest real average, or else the country’s reference value', () => {
  expect(firstMark([mark('school', 65), real('province', 60), real('national', 61)])?.group).toBe('province');
  expect(firstMark([mark('school', 65), mark('national', 70)])?.group).toBe('national');
});

describe('the place of a result among others', () => {
  const at = (standing: 'below' | 'middle' | 'above' | 'unknown', tenths: { from: number; to: number } | null) => [
    mark('school', 65),
    real('national', 60, { place: { standing, tenths } }),
  ];
  test.each([
    [at('above', null), 'Mais de metade das crianças do país tem resultado mais baixo nesta disciplina e classe.'],
    [at('above', { from: 6, to: 9 }), 'Acima de 6 a 9 em cada 10 crianças do país, nesta disciplina e classe.'],
    [at('above', { from: 7, to: 7 }), 'Acima de cerca de 7 em cada 10 crianças do país, nesta disciplina e classe.'],
    [
      at('middle', { from: 4, to: 7 }),
      'Em cada 10 crianças do país, nesta disciplina e classe, umas 5 têm resultado mais alto e 5 mais baixo.',
    ],
    [at('unknown', { from: 2, to: 8 }), 'São poucas perguntas para comparar com as outras crianças.'],
    [
      at('below', { from: 1, to: 3 }),
      'Mais de metade das crianças do país tem, por agora, resultado mais alto nesta disciplina e classe.',
    ],
    [[mark('school', 65), mark('national', 70)], null],
  ])('%j', (marks, words) => {
    expect(placeSentence(marks)).toBe(words);
  });
});

test.each([
  [[mark('school', 65), mark('national', 70)], 'Escola e país: valores de comparação.'],
  [
    [mark('school', 65), real('national', 61)],
    'Médias de outras famílias, Novembro de 2026: país (10 a 19 crianças). Escola: valor de comparação.',
  ],
  [
    [real('school', 65), real('province', 61), real('national', 61, { children: '200 a 499 crianças' })],
    'Médias de outras famílias, Novembro de 2026: escola (10 a 19 crianças), província 61% (10 a 19 crianças) e país (200 a 499 crianças).',
  ],
])('%j come from: %s', (marks, words) => {
  expect(sourceSentence(marks)).toBe(words);
});

test('the accuracy of a mark is stated', () => {
  expect(marginSentence(10, { from: 54, to: 93 })).toBe(
    'Com 10 perguntas ainda não há certeza: noutros testes assim teria em média entre 5 e 9 certas.',
  );
  expect(marginSentence(1, { from: 0, to: 73 })).toBe(
    'Com uma pergunta ainda não há certeza: noutros testes assim teria em média entre 0 e 1 certas.',
  );
});
