import { expect, test } from 'vitest';
import { reformed } from './reformed.rules.ts';

test.each([
  ['acção', 'ação'],
  ['Actriz', 'atriz'],
  ['óptimo', 'ótimo'],
  ['jóia', 'joia'],
  ['lêem', 'leem'],
  ['Outubro', 'outubro'],
  ['pára', 'para'],
  ['fim-de-semana', 'fim de semana'],
  ['insecto', 'inseto'],
])('%s is written %s since 1990', (angolan, other) => {
  expect(reformed(angolan)?.toLowerCase()).toBe(other);
});

test('keeps a capital, except that of a month', () => {
  expect([reformed('Actriz'), reformed('Outubro')]).toEqual(['Atriz', 'outubro']);
});

test.each(['facto', 'económico', 'autocarro', 'casa', 'António', 'golo', 'húmido'])('%s stays', (word) =>
  expect(reformed(word)).toBeUndefined(),
);
