import { describe, expect, test } from 'vitest';
import { spoken } from './heard.rules.ts';
import { asShown, optionsOf } from './presented.rules.ts';

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
  expect(asShown('27 300 + 31 275 = 58 575')).toBe('27\u00a0300 + 31\u00a0275 = 58\u00a0575');
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
