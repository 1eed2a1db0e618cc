import { expect, test } from 'vitest';
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
