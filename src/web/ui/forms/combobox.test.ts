import { expect, test } from 'vitest';
import { suggestionsFor } from './Combobox.tsx';

const options = ['Todos os temas', 'Fracções', 'Números até 1 000', 'Adição e subtracção'].map((label) => ({
  value: label,
  label,
}));

test.each([
  ['', 4],
  ['  ', 4],
  ['FRACCOES', 1],
  ['ate num', 1],
  ['adição', 1],
  ['xyz', 0],
])('what is typed narrows the options, by words in any order without accents: «%s»', (typed, found) => {
  expect(suggestionsFor(typed, options)).toHaveLength(found);
});
