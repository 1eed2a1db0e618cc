import { expect, test } from 'vitest';
import { homeAddress, homeQuery, threadWords } from './home-screens.rules.ts';

test.each([
  [[], 'vai crescer com o que já sabes.'],
  [['knows'], 'já passa por 1 ponto.'],
  [['knows', 'almost', 'knows'], 'já passa por 2 pontos.'],
])('the words beside the drawing: %j', (states, words) => expect(threadWords(states)).toBe(words));

test('the addresses of the screens, and what they read', () => {
  expect(homeAddress(7)).toBe('/child?quem=7');
  expect(homeAddress(7, 'tests')).toBe('/child?quem=7&ver=testes');
  expect(homeAddress(7, { rehearsals: true })).toBe('/child?quem=7&ver=simulados');
  expect(homeAddress(7, { discipline: 'Inglês' })).toBe('/child?quem=7&ver=testes&disciplina=Ingl%C3%AAs');
  expect([homeQuery('Inglês'), homeQuery(null), homeQuery(undefined)]).toEqual([{ discipline: 'Inglês' }, {}, {}]);
});
