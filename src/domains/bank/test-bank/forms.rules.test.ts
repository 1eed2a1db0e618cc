import { expect, test } from 'vitest';
import { testName, themeAndForm } from '../../../shared/questions/test-names.ts';
import { byForm, freeForm } from './forms.rules.ts';

test.each([
  [[], undefined, 'A'],
  [['A'], undefined, 'B'],
  [['A', 'C'], undefined, 'B'],
  [['A', 'C'], 'D', 'D'],
  [['A', 'C'], 'C', 'B'],
  [[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], 'A', 'AA'],
  [[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA'], undefined, 'AB'],
])('with %j taken, asking for %s gives %s', (taken, wanted, form) => {
  expect(freeForm(new Set(taken), wanted)).toBe(form);
});

test('letters are in alphabetical order', () => {
  expect(['AA', 'C', 'A', 'Z', 'C'].sort(byForm)).toEqual(['A', 'C', 'C', 'Z', 'AA']);
});

test('the forms of a theme have different names', () => {
  const forms = ['A', 'B'].map((form) => ({
    discipline: 'Matemática',
    theme: 'Fracções',
    schoolClass: '4º Ano',
    form,
  }));
  expect(forms.map(themeAndForm)).toEqual(['Fracções, prova A', 'Fracções, prova B']);
  expect(forms.map(testName)).toEqual([
    'Matemática - Fracções, 4º Ano, prova A',
    'Matemática - Fracções, 4º Ano, prova B',
  ]);
});
