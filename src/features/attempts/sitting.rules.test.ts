import { describe, expect, test } from 'vitest';
import {
  answeredText,
  clockOffset,
  confirmationText,
  extendedTimeText,
  hasDrifted,
  nextUnanswered,
  optionsOf,
  secondsLeft,
  spoken,
} from './sitting.rules.ts';

const DAY = 86_400_000;

describe('the clock', () => {
  test.each([
    ['a phone that is right, on a fast line', 0, 40],
    ['a phone that is a day ahead', DAY, 800],
    ['a phone that is a day behind', -DAY, 800],
  ])('%s shows the time that is left to within half a round trip', (_, error, roundTrip) => {
    const server = Date.parse('2026-04-15T09:00:00Z');
    const deadline = server + 900_000;
    const received = server + roundTrip / 2 + error;
    const offset = clockOffset(server, received, roundTrip);
    const sixMinutesLater = received + 360_000;
    expect(secondsLeft(deadline, sixMinutesLater + offset)).toBe(540);
  });

  test.each([
    [900_000, 900],
    [899_001, 900],
    [899_000, 899],
    [1, 1],
    [0, 0],
    [-5000, 0],
  ])('%i ms are %i seconds', (left, seconds) => {
    expect(secondsLeft(left, 0)).toBe(seconds);
  });

  test.each([
    ['as counted', 10_000, 10_400, 300, false],
    ['a whole second is not news', 10_900, 10_000, 300, false],
    ['the phone slept', 10_000, 70_000, 300, true],
    ['the clock was moved on', 90_000_000, 10_000, 300, true],
  ])('drift: %s', (_, believed, header, roundTrip, drifted) => {
    expect(hasDrifted(believed, header, roundTrip)).toBe(drifted);
  });
});

test.each([
  ['the first that is open', [true, false, false], -1, 1],
  ['after the present one', [false, true, false], 0, 2],
  ['going round', [false, true, true], 2, 0],
  ['the present one itself when it is the last', [true, false, true], 1, 1],
  ['none', [true, true], 0, null],
  ['none of none', [], 0, null],
] as const)('next question without an answer: %s', (_, answered, from, index) => {
  expect(nextUnanswered(answered, from)).toBe(index);
});

test.each([
  [1, 'Você não respondeu 1 questão. Deseja continuar e finalizar o teste?'],
  [2, 'Você não respondeu 2 questões. Deseja continuar e finalizar o teste?'],
  [10, 'Você não respondeu 10 questões. Deseja continuar e finalizar o teste?'],
])('finishing with %i open', (open, text) => {
  expect(confirmationText(open)).toBe(text);
});

test.each([
  [10, 'Respondeste a 10 questões.'],
  [1, 'Respondeste a 1 questão.'],
  [0, 'Não respondeste a nenhuma questão.'],
])('%i answers, said to the child', (answered, text) => {
  expect(answeredText(answered)).toBe(text);
});

test.each([
  [900, null],
  [1800, 'Tempo alargado: 30 minutos'],
  [3600, 'Tempo alargado: 60 minutos'],
])('%i seconds allowed: %o', (limit, text) => {
  expect(extendedTimeText(limit)).toBe(text);
});

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

  test('a word that begins with the letter stays whole', () => {
    expect(texts(['A casa', 'B) Bola'])).toEqual([
      ['A', 'A casa'],
      ['B', 'Bola'],
    ]);
  });

  test('markup loses its letter too', () => {
    expect(optionsOf('["A) $1$"]', ['A) <math>1</math>'])[0]?.html).toBe('<math>1</math>');
  });

  test.each(['', 'not json', '{"a":1}', 'null', '{"__proto__":[1]}'])('T45 %o has none', (alternatives) => {
    expect(optionsOf(alternatives)).toEqual([]);
  });
});

test.each([
  ['A Weza comeu $\\frac{3}{8}$ de um bolo.', 'A Weza comeu 3 sobre 8 de um bolo.'],
  ['$2 \\times 3$', '2 vezes 3'],
  ['$6 \\div 2$', '6 a dividir por 2'],
  ['$5^2$ cm', '5 ao quadrado cm'],
  ['$1\\,000$ Kz', '1000 Kz'],
  ['$2{,}5$ m', '2,5 m'],
  ['Custa \\$5', 'Custa $5'],
  ['Completa: a ____ é azul.', 'Completa: a espaço é azul.'],
])('%s is read "%s"', (text, read) => {
  expect(spoken(text)).toBe(read);
});
