import { expect, test } from 'vitest';
import { hasTests, nextCover, provinceOf, schoolKey } from './children.rules.ts';

test.each([
  ['Viana, Luanda', 'Luanda'],
  ['luanda', 'Luanda'],
  ['Lobito - BENGUELA', 'Benguela'],
  ['Cazombo, Moxico Leste', 'Moxico Leste'],
  ['Luena, Moxico', 'Moxico'],
  ['Uige', 'Uíge'],
  ['Província do Cuanza Sul', 'Cuanza Sul'],
  ['Catete, Icolo e Bengo', 'Icolo e Bengo'],
  ['Lisboa', null],
  ['', null],
  [null, null],
])('the province in %j is %s', (location, province) => {
  expect(provinceOf(location)).toBe(province);
});

test('spellings of the same school are recognized as one', () => {
  expect(new Set(['Escola Nº 1107', 'escola nº  1107', 'ESCOLA Nº-1107'].map(schoolKey)).size).toBe(1);
  expect(schoolKey('  ')).toBeNull();
});

test('covers are assigned in turn, in order of creation', () => {
  expect([0, 1, 5, 6, 11].map(nextCover)).toEqual([1, 2, 6, 1, 6]);
});

test.each([
  ['1º Ano', true],
  ['6º Ano', true],
  ['7º Ano', false],
  ['12º Ano', false],
])('the class %s has tests: %s', (schoolClass, has) => expect(hasTests(schoolClass)).toBe(has));
