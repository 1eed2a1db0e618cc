import { describe, expect, test } from 'vitest';
import { coverageOf, coverageWords, FEW, sumsOf, sumsSentence } from './coverage.rules.ts';
import { isSameSet, nextCode, oneLine, planCode } from './curriculum.rules.ts';

describe('codes', () => {
  test.each([
    ['Matemática', '4º Ano', 'MAT4'],
    ['Português', '1º Ano', 'LP1'],
    ['Educação Física', '9º Ano', 'EDF9'],
  ] as const)('%s, %s: %s', (discipline, schoolClass, code) => expect(planCode(discipline, schoolClass)).toBe(code));

  test.each([
    ['the first code ends in 1', 'MAT4', [], 'MAT4.1'],
    ['the next code follows the highest, and fills no gap', 'MAT4', ['MAT4.1', 'MAT4.12', 'MAT4.3'], 'MAT4.13'],
    ['codes of lower levels do not count', 'MAT4', ['MAT4.2', 'MAT4.2.9'], 'MAT4.3'],
    ['codes with another stem do not count', 'MAT4.1', ['MAT4.12', 'MAT4.1.2', 'MAT4.10.7'], 'MAT4.1.3'],
    ['endings that are not numbers do not count', 'ART1', ['ART1.x', 'ART1.', 'ART1.2b'], 'ART1.1'],
  ])('%s', (_, stem, given, code) => expect(nextCode(stem, given)).toBe(code));
});

test.each([
  [[1, 2, 3], [3, 1, 2], true],
  [[1, 2], [1, 2, 3], false],
  [[1, 1, 2], [1, 2, 3], false],
  [[1, 2, 4], [1, 2, 3], false],
  [[], [], true],
])('%j is %j in another order: %s', (wanted, known, same) => expect(isSameSet(wanted, known)).toBe(same));

test('text is reduced to one line', () =>
  expect(oneLine('  Ler\n\t números\u00a0grandes ')).toBe('Ler números grandes'));

describe('coverage', () => {
  test.each([
    [0, 'none', 'sem questões'],
    [1, 'few', 'só 1 questão'],
    [FEW - 1, 'few', 'só 2 questões'],
    [FEW, 'enough', '3 questões'],
    [40, 'enough', '40 questões'],
  ])('%i questions: %s', (questions, coverage, words) => {
    expect(coverageOf(questions)).toBe(coverage);
    expect(coverageWords(questions)).toBe(words);
  });

  test.each([
    [[], 'Ainda sem objectivos.'],
    [[0], '1 objectivo, nenhum com questões.'],
    [[0, 0], '2 objectivos, nenhum com questões.'],
    [[4], 'O objectivo tem questões: 4 questões activas.'],
    [[1], 'O objectivo tem questões: 1 questão activa.'],
    [[3, 5], 'Os 2 objectivos têm questões: 8 questões activas.'],
    [[3, 0, 5], '2 de 3 objectivos com questões; falta 1. Ao todo, 8 questões activas.'],
    [[3, 0, 0], '1 de 3 objectivos com questões; faltam 2. Ao todo, 3 questões activas.'],
  ])('%j', (counts, sentence) => expect(sumsSentence(sumsOf(counts))).toBe(sentence));

  test('sums count gaps separately from objectives with few questions', () => {
    expect(sumsOf([0, 1, 2, 3, 0])).toEqual({ objectives: 5, gaps: 2, few: 2, questions: 6 });
  });
});
