import { expect, test } from 'vitest';
import { createFilter, hasPicture } from './filter.rules.ts';

const QUESTIONS = [
  { id: 7, statement: 'Quanto é 12 + 1?', alternatives: '["A) 13","B) 14"]', skillCategory: 'Aplicação' },
  { id: 12, statement: 'Que é uma fracção?', alternatives: '["A) Uma parte","B) Um todo"]', skillCategory: null },
];

test.each([
  ['nothing', null, null, [7, 12]],
  ['empty texts', ' ', '', [7, 12]],
  ['a number that is an id and part of a statement', '12', null, [7, 12]],
  ['an id', '7', null, [7]],
  ['a statement without accents and capitals', 'UMA FRACCAO', null, [12]],
  ['an alternative', 'um todo', null, [12]],
  ['words in any order', 'parte fraccao', null, [12]],
  ['its number', 'n.º 12', null, [12]],
  ['a category', null, 'Aplicação', [7]],
  ['a category and a search that another question matches', 'todo', 'Aplicação', []],
])('questions are filtered by %s', (_, search, category, ids) => {
  expect(QUESTIONS.filter(createFilter({ search, category })).map(({ id }) => id)).toEqual(ids);
});

test('a picture within a text counts as one of the question', () => {
  const plain = { statement: 'Qual?', alternatives: '["A) um","B) dois"]' };
  const mark = '![um gato](/api/images/7871a3488bd56932cf0833fc58ef80b6)';
  expect(hasPicture({ ...plain, figure: null, image: null })).toBe(false);
  expect(hasPicture({ ...plain, figure: { alt: 'x' } })).toBe(true);
  expect(hasPicture({ ...plain, alternatives: JSON.stringify([`A) ${mark}`, 'B) dois']) })).toBe(true);
  expect(hasPicture({ ...plain, explanation: `Vê: ${mark}` })).toBe(true);
});
