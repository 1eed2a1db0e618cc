import { expect, test } from 'vitest';
import { testName, themeAndForm } from './test-names.rules.ts';

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
