import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Copies, copiesInWords } from './RegradeDialog.tsx';

const copy = { testId: 1, questionId: 2, theme: 'Frações', form: 'B', schoolClass: '4º Ano' };

test('a correction names the other tests in which the same question has another key', () => {
  expect(copiesInWords({})).toBe('');
  expect(copiesInWords({ copies: [copy] })).toBe(
    'A mesma questão tem outra resposta certa em: Frações, prova B, 4.ª classe. Corrija-a também lá.',
  );
  const many = Array.from({ length: 6 }, (_, place) => ({ ...copy, theme: `Tema ${place + 1}` }));
  const words = copiesInWords({ copies: many });
  expect(words).toContain('Tema 4, prova B');
  expect(words).not.toContain('Tema 5');
  expect(words).toContain('; e mais 2. Corrija-a');
});

test('before a correction these tests are listed one below the other', () => {
  expect(renderToStaticMarkup(<Copies />)).toBe('');
  const listed = renderToStaticMarkup(<Copies copies={[copy, { ...copy, testId: 3, form: 'C' }]} />);
  expect(listed.match(/<li>.*?<\/li>/g)).toEqual([
    '<li>Frações, prova B, 4.ª classe</li>',
    '<li>Frações, prova C, 4.ª classe</li>',
  ]);
});
