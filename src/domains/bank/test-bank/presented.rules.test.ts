import { describe, expect, test } from 'vitest';
import { spoken } from './heard.rules.ts';
import { asShown, earlierTexts, languagesOf, optionsOf } from './presented.rules.ts';

describe('options', () => {
  const texts = (alternatives: unknown) =>
    optionsOf(JSON.stringify(alternatives)).map(({ letter, text }) => [letter, text]);

  test('the letter is shown once', () => {
    expect(texts(['A) 5 laranjas', 'B. 10 laranjas', 'C - 15', '18'])).toEqual([
      ['A', '5 laranjas'],
      ['B', '10 laranjas'],
      ['C', '15'],
      ['D', '18'],
    ]);
  });

  test('a word that begins with the letter is not cut', () => {
    expect(texts(['A casa', 'B) Bola'])).toEqual([
      ['A', 'A casa'],
      ['B', 'Bola'],
    ]);
  });

  test('the letter is removed from markup too', () => {
    expect(optionsOf('["A) $1$"]', ['A) <math>1</math>'])[0]?.html).toBe('<math>1</math>');
  });

  test.each(['', 'not json', '{"a":1}', 'null', '{"__proto__":[1]}'])(
    'T45 the options of %o are empty',
    (alternatives) => {
      expect(optionsOf(alternatives)).toEqual([]);
    },
  );
});

test('a number stays on one line, and an escaped dollar sign is shown as one', () => {
  expect(asShown('27 300 + 31 275 = 58 575')).toBe('27\u00a0300\u00a0+\u00a031\u00a0275\u00a0=\u00a058\u00a0575');
  expect(asShown('Custa \\$5 em 2 lojas')).toBe('Custa $5 em 2 lojas');
});

test.each([
  ['A Weza comeu $\\frac{3}{8}$ de um bolo.', 'A Weza comeu 3 sobre 8 de um bolo.'],
  ['$2 \\times 3$', '2 vezes 3'],
  ['$6 \\div 2$', '6 a dividir por 2'],
  ['$5^2$ cm', '5 ao quadrado cm'],
  ['$1\\,000$ Kz', '1000 Kz'],
  ['$2{,}5$ m', '2,5 m'],
  ['Custa \\$5', 'Custa $5'],
  ['Comeu 3/5 do bolo.', 'Comeu 3 sobre 5 do bolo.'],
  ['A Lei 14/24', 'A Lei 14/24'],
  ['Completa: a ____ é azul.', 'Completa: a espaço é azul.'],
])('%s is read "%s"', (text, read) => {
  expect(spoken(text)).toBe(read);
});

describe('languages', () => {
  const inClass = (schoolClass: string, discipline = 'Inglês') => ({ discipline, schoolClass });
  const stored = (...alternatives: string[]) =>
    JSON.stringify(alternatives.map((text, at) => `${'ABCDE'[at]}) ${text}`));

  test.each([
    [
      'all texts of another discipline are in Portuguese',
      inClass('3º Ano', 'Ciências'),
      stored('the cat', 'a dog'),
      ['pt', 'pt', 'pt'],
    ],
    [
      'all texts from the 5th class on are in English',
      inClass('5º Ano'),
      stored('o gato', 'o cão'),
      ['en', 'en', 'en'],
    ],
    [
      'a young child chooses among English words',
      inClass('1º Ano'),
      stored('red', 'blue', 'green', 'white', 'black'),
      ['pt', 'en', 'en'],
    ],
    [
      'a young child chooses among Portuguese words',
      inClass('1º Ano'),
      stored('a avó', 'a irmã', 'a mãe'),
      ['pt', 'pt', 'en'],
    ],
    ['Portuguese words without accents', inClass('2º Ano'), stored('verde', 'azul', 'preta'), ['pt', 'pt', 'en']],
    ['Portuguese and English sentences', inClass('4º Ano'), stored('o gato', 'The cat is here.'), ['pt', 'en', 'en']],
    [
      'an English sentence with an accented name',
      inClass('3º Ano'),
      stored('Is she from Bié?', 'From Bié she is?'),
      ['pt', 'en', 'en'],
    ],
    [
      'an English genitive with an accented name',
      inClass('4º Ano'),
      stored('João’s sister', "João's mother"),
      ['pt', 'en', 'en'],
    ],
    [
      'letters of five alternatives are no words',
      inClass('4º Ano'),
      stored('1', '2', '3', '4', '5'),
      ['pt', 'en', 'en'],
    ],
    ['alternatives that cannot be read', inClass('4º Ano'), '', ['pt', 'en', 'en']],
  ])('%s', (_, asked, alternatives, languages) => {
    expect(languagesOf(asked, alternatives)).toEqual(languages);
  });
});

test('a text is shown once, at the first question about it', () => {
  const asked = (place: number, passage?: string | null) => ({ place, passage });
  expect(
    earlierTexts([asked(2, 'O rio.'), asked(3), asked(5, 'O rio.'), asked(6, 'A serra.'), asked(8, null)]),
  ).toEqual([undefined, undefined, 2, undefined, undefined]);
});
