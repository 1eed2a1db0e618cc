import { expect, test } from 'vitest';
import { formsOf, instanceProblems, pluralProblems } from './instance.rules.ts';

const forms = formsOf(['manga|mangas', 'lápis|lápis', 'Sobram {n|moeda|moedas}.']);
const variant = (fields: object) => ({
  seed: 1,
  refused: 0,
  statement: 'A Weza tem 3 mangas. Quantas são?',
  alternatives: ['3 mangas', '4 mangas', '1 manga', '5 mangas'].map((text, place) => ({
    text,
    misconception: place === 0 ? null : 'um',
  })),
  right: 0,
  explanation: 'São 3.',
  ...fields,
});
const problemsOf = (fields: object, schoolClass = 1, negatives = false) =>
  instanceProblems(variant(fields), schoolClass, forms, negatives);

test.each([
  ['3 mangas e 1 manga', 0],
  ['1 mangas', 1],
  ['2 manga', 1],
  ['21 manga', 1],
  ['1 lápis e 2 lápis', 0],
  ['0 moeda', 1],
  ['1 000 manga', 1],
])('«%s» has %i plurals that do not agree in number', (text, count) =>
  expect(pluralProblems(text, forms)).toHaveLength(count),
);

test('a good instance has no problems', () => expect(problemsOf({})).toEqual([]));

test.each([
  [{ statement: 'São 150 mangas?' }, 'demasiado grande'],
  [{ statement: 'Há 1200 mangas?' }, 'espaço dos milhares'],
  [{ statement: 'Custa 12 Kz.' }, 'não se paga'],
  [{ statement: 'Custa 2,5 Kz.' }, 'não se paga'],
  [{ statement: 'Sobe para −3 graus.' }, 'negativo'],
  [{ statement: 'Tem {n} mangas.' }, 'resto de modelo'],
  [{ statement: 'Tem NaN mangas.' }, 'resto de modelo'],
  [
    {
      alternatives: ['1', '2', '3', '8,5 mangas'].map((text) => ({ text, misconception: text === '1' ? null : 'um' })),
    },
    'partes de uma coisa',
  ],
  [{ statement: 'O cesto de o João.' }, 'escreve-se junto'],
  [{ explanation: 'São 3 manga.' }, 'não concorda'],
  [
    { alternatives: ['1', '2', '2', '3'].map((text) => ({ text, misconception: text === '1' ? null : 'um' })) },
    'quatro diferentes',
  ],
  [{ alternatives: ['1', '2', '4', '3'].map((text) => ({ text, misconception: null })) }, 'uma só alternativa certa'],
])('%j is reported', (fields, message) => {
  expect(problemsOf(fields).join('; ')).toContain(message);
});

test('a subtraction is not a negative number, and negatives can be allowed', () => {
  expect(problemsOf({ statement: 'Quanto é 9 − 3?' })).toEqual([]);
  expect(problemsOf({ statement: 'Sobe para −3 graus.' }, 6, true)).toEqual([]);
});
