import { expect, test } from 'vitest';
import { wordsOf } from './HandInCard.tsx';

const refused = [{ words: 'o teste Fracções (Maria)', why: 'O tempo deste teste acabou.' }];
const NOT_TAKEN = 'Não foi aceite: o teste Fracções (Maria). O tempo deste teste acabou.';

test.each([
  [3, [], 'Cópia entregue. As respostas chegaram.'],
  // The server refused some of the answers.
  [3, refused, `Cópia entregue. Só uma parte foi aceite. ${NOT_TAKEN}`],
  [0, refused, NOT_TAKEN],
  [0, [], 'Esta cópia está vazia.'],
])('of a copy of which %i calls were taken and %j were not, it is said', (taken, others, words) => {
  expect(wordsOf({ taken, refused: others })).toBe(words);
});
