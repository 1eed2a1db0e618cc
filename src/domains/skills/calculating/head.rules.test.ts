import { describe, expect, test } from 'vitest';
import { headPredicate, numbersPredicate } from './calculating-words.rules.ts';
import { type Answered, reasonsOf, scoreTyped, troublesOf, typingOf, wrongInARow } from './head.rules.ts';
import { beginWith, itemsOf, NUMBERS_ITEMS, numbersSet, numbersSets, partsOf } from './numbers.rules.ts';

const right = (sum: string, ms = 2_000): Answered => {
  const [left = 0, second = 0] = sum.split(/[^\d]+/).map(Number);
  return { sum, written: sum.includes('+') ? left + second : sum.includes('−') ? left - second : left * second, ms };
};
const wrong = (sum: string, written = 99): Answered => ({ sum, written, ms: 2_000 });

test.each([
  [[], null],
  [[900, 800], null],
  [[900, 800, 1000], 900],
  [[900, 800, 1000, 5000], 950],
])('the fingers that copied in %j ms take %s', (copying, expected) => {
  expect(typingOf(copying)).toBe(expected);
});

test.each([
  [
    'nine right of eleven in a minute',
    [...Array(9).fill(right('8 + 7')), wrong('9 + 6'), wrong('8 + 6')],
    60,
    { attempted: 11, right: 9, perMinute: 9 },
  ],
  ['all twenty in 40 seconds', Array(20).fill(right('8 + 7')), 40, { attempted: 20, right: 20, perMinute: 30 }],
  [
    'four wrong in a row after five right: the rest counts as not reached',
    [...Array(5).fill(right('8 + 7')), ...Array(4).fill(wrong('9 + 6'))],
    25,
    { attempted: 9, right: 5, perMinute: 5 },
  ],
  [
    'three that broke off after half a minute',
    Array(3).fill(right('8 + 7')),
    30,
    { attempted: 3, right: 3, perMinute: 6 },
  ],
  ['nothing', [], 60, { attempted: 0, right: 0, perMinute: 0 }],
])('%s', (_, answers, seconds, expected) => {
  expect(scoreTyped(answers, seconds, 20)).toEqual(expected);
});

test('wrong sums in a row are counted from the last', () => {
  expect(wrongInARow([wrong('8 + 7'), right('8 + 7'), wrong('9 + 6'), wrong('8 + 6')])).toBe(2);
  expect(wrongInARow([])).toBe(0);
});

const copying = [900, 900, 900];
test.each([
  ['a full minute', { answers: [right('8 + 7')], seconds: 60, copying }, []],
  ['all sums', { answers: Array(20).fill(right('8 + 7')), seconds: 31, copying }, []],
  ['four wrong', { answers: Array(4).fill(wrong('8 + 7')), seconds: 12, copying }, []],
  ['stopped', { answers: [right('8 + 7')], seconds: 12, copying }, ['broken-off']],
  ['nothing copied', { answers: [right('8 + 7')], seconds: 60, copying: [900] }, ['no-copying']],
])('a run of %s is a lápis because of %j', (_, { answers, ...rest }, expected) => {
  expect(reasonsOf(answers, { ...rest, items: 20 })).toEqual(expected);
});

describe('facts that are not known at once', () => {
  test('are slow by thinking, not by typing', () => {
    const run = { answers: [right('8 + 7', 3_800), right('9 + 6', 3_901), right('7 + 6', 6_900)], copying };
    expect(troublesOf([run])).toEqual([
      { sum: '7 + 6', kind: 'slow', ms: 6_000, written: null },
      { sum: '9 + 6', kind: 'slow', ms: 3_001, written: null },
    ]);
  });

  test('follow the last answer, in either order of the numbers', () => {
    const first = { answers: [wrong('8 + 7', 14), right('9 + 6', 9_000)], copying };
    expect(troublesOf([first]).map(({ sum, kind }) => [sum, kind])).toEqual([
      ['9 + 6', 'slow'],
      ['8 + 7', 'wrong'],
    ]);
    const training = { answers: [right('7 + 8'), right('9 + 6')], copying: [] };
    expect(troublesOf([first, training])).toEqual([]);
    expect(troublesOf([first, training, first])).toHaveLength(2);
  });

  test('a training takes the typing of the last run', () => {
    expect(
      troublesOf([
        { answers: [], copying: [2_000, 2_000, 2_000] },
        { answers: [right('8 + 7', 4_500)], copying: [] },
      ]),
    ).toEqual([]);
    expect(troublesOf([{ answers: [right('8 + 7', 4_500)], copying: [] }])).toHaveLength(1);
  });

  test('aloud, a fact is wrong or not; what was slow stays slow', () => {
    const typed = { answers: [right('9 + 6', 9_000)], copying };
    const aloud = { answers: [], copying: [], aloud: { right: ['9 + 6'], wrong: ['8 + 7'] } };
    expect(troublesOf([typed, aloud]).map(({ sum, kind, ms }) => [sum, kind, ms])).toEqual([
      ['9 + 6', 'slow', 8_100],
      ['8 + 7', 'wrong', null],
    ]);
  });
});

test.each([
  [0, 'ainda não faz estas contas de cabeça.'],
  [1, 'faz 1 conta certa por minuto, de cabeça.'],
  [8.6, 'faz 9 contas certas por minuto, de cabeça.'],
])('%s a minute: %s', (perMinute, expected) => {
  expect(headPredicate(perMinute)).toBe(expected);
});

describe('numbers aloud', () => {
  const items = itemsOf(numbersSet('numbers-1') as never);

  test('every set has six numbers, five pairs, five sums and five patterns with one step', () => {
    for (const set of numbersSets()) {
      expect(itemsOf(set)).toHaveLength(NUMBERS_ITEMS);
      expect([set.read.length, set.compare.length, set.add.length, set.patterns.length]).toEqual([6, 5, 5, 5]);
      for (const { right } of itemsOf(set)) expect(right).toMatch(/^\d{1,3}$/);
    }
    expect(items.filter(({ part }) => part === 'patterns').map(({ right }) => right)).toEqual([
      '8',
      '16',
      '30',
      '8',
      '14',
    ]);
    expect(items[6]).toEqual({ part: 'compare', shown: '7 ou 5', right: '7' });
  });

  test.each([
    [[], 'tem as bases dos números.', null],
    [[8, 18, 20], 'já lê números e soma. Falta comparar.', 'compare'],
    [[0, 6, 11, 16], 'está a começar com os números. Comecem por ler números.', 'read'],
    [[16], 'já lê números, compara e soma. Falta continuar filas de números.', 'patterns'],
  ])('wrong at %j: %s', (wrong, sentence, part) => {
    const parts = partsOf(items, wrong);
    expect([numbersPredicate(parts), beginWith(parts)]).toEqual([sentence, part]);
  });
});
