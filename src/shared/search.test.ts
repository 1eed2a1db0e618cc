import { expect, test } from 'vitest';
import { fractionPatterns, isSought, numberIn, patternsOf, soughtIn } from './search.ts';

test.each([
  ['words in any order', 'silva ana', 'Ana Maria da Silva', 1, true],
  ['accents and case', 'FRACÇÃO', 'Que é uma fraccao?', 1, true],
  ['all words', 'ana costa', 'Ana Maria da Silva', 1, false],
  ['half as text', '1/2', 'Quanto é $\\frac{1}{2}$ de 8?', 1, true],
  ['half as a sign', '½', 'Quanto é 1/2 de 8?', 1, true],
  ['half is no date', '1/2', 'Entre 1 e 2', 1, false],
  ['half is no part of another fraction', '1/2', 'Quanto é 11/2 ou 1/25?', 1, false],
  ['half in a formula without braces', '1/2', 'Quanto é $\\dfrac12$ de 8?', 1, true],
  ['half after a whole number', '1/2', 'Bebeu $3\\frac{1}{2}$ litros', 1, true],
  ['a number of a question', 'n.º 35', 'Quanto é 2 + 2?', 35, true],
  ['a number is not in a text', 'n.º 35', 'São 35 mangas?', 7, false],
  ['another way to write it', '#35', 'Quanto?', 35, true],
  ['a number alone, as number', '35', 'Quanto?', 35, true],
  ['a number alone, as text', '35', 'São 35 mangas?', 7, true],
  ['nothing', '  ', 'Quanto?', 1, true],
])('%s', (_, search, text, id, found) => expect(isSought(soughtIn(search), text, id)).toBe(found));

test('patterns for SQL are escaped, one for each word', () => {
  expect(patternsOf('50% Ana_')).toEqual(['%50\\%%', '%ana\\_%']);
  expect([patternsOf(null), patternsOf(' '), patternsOf('n.º 35')]).toEqual([null, null, null]);
});

test.each([
  ['n.º 35', 35],
  ['#35', 35],
  ['35', null],
  ['', null],
  [null, null],
])('the number named in %j is %j', (search, number) => expect(numberIn(search)).toBe(number));

test('each fraction of a search has a pattern', () => {
  expect(fractionPatterns('metade ½ 3/4 de 8')).toEqual(['(?<!\\d)1/2(?!\\d)', '(?<!\\d)3/4(?!\\d)']);
});
