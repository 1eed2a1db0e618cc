import { expect, test } from 'vitest';
import { isSought, patternsOf, soughtIn } from './search.ts';

test.each([
  ['words in any order', 'silva ana', 'Ana Maria da Silva', 1, true],
  ['accents and case', 'FRACÇÃO', 'Que é uma fraccao?', 1, true],
  ['all words', 'ana costa', 'Ana Maria da Silva', 1, false],
  ['half as text', '1/2', 'Quanto é $\\frac{1}{2}$ de 8?', 1, true],
  ['half as a sign', '½', 'Quanto é 1/2 de 8?', 1, true],
  ['half is no date', '1/2', 'Entre 1 e 2', 1, false],
  ['a number of a question', 'n.º 35', 'Quanto é 2 + 2?', 35, true],
  ['a number is not in a text', 'n.º 35', 'São 35 mangas?', 7, false],
  ['another way to write it', '#35', 'Quanto?', 35, true],
  ['a number alone, as number', '35', 'Quanto?', 35, true],
  ['a number alone, as text', '35', 'São 35 mangas?', 7, true],
  ['nothing', '  ', 'Quanto?', 1, true],
])('%s', (_, search, text, id, found) => expect(isSought(soughtIn(search), text, id)).toBe(found));

test('patterns for SQL are escaped, one for each word', () => {
  expect(patternsOf('50% Ana_')).toEqual(['%50\\%%', '%ana\\_%']);
  expect([patternsOf(null), patternsOf(' '), patternsOf('n.º 35')]).toEqual([null, null, ['%35%']]);
});
