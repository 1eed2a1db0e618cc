import { expect, test } from 'vitest';
import {
  type Askable,
  type Checked,
  checkOf,
  choosePair,
  draw,
  dueLook,
  outcomeOf,
  TRIAL,
  type TrialTheme,
} from './trial.rules.ts';

const theme = (code: string, share: number, more: Partial<TrialTheme> = {}): TrialTheme => ({
  code,
  discipline: 'Matemática',
  state: 'almost',
  share,
  mistakes: 3,
  unseen: 10,
  ...more,
});

test.each<[string, TrialTheme[], string | undefined]>([
  ['two comparably weak themes', [theme('a', 0.5), theme('b', 0.6)], 'a b'],
  ['the weakest pair of several', [theme('a', 0.7), theme('b', 0.6), theme('c', 0.5)], 'b c'],
  [
    'the closest of equally weak ones',
    [
      theme('a', 0.5),
      theme('b', 0.6),
      theme('c', 0.55, { discipline: 'Ciências' }),
      theme('d', 0.55, { discipline: 'Ciências' }),
    ],
    'c d',
  ],
  ['a difference on the border', [theme('a', 0.5), theme('b', 0.65)], 'a b'],
  ['one theme only', [theme('a', 0.5)], undefined],
  ['too far apart', [theme('a', 0.4), theme('b', 0.56)], undefined],
  ['two disciplines', [theme('a', 0.5), theme('b', 0.5, { discipline: 'Ciências' })], undefined],
  ['one is known', [theme('a', 0.5), theme('b', 0.6, { state: 'knows' })], undefined],
  ['one has no data', [theme('a', 0.5), theme('b', 0.5, { state: 'no-data' })], undefined],
  ['one is not weak', [theme('a', 0.7), theme('b', 0.76)], undefined],
  ['nothing to practise', [theme('a', 0.5), theme('b', 0.5, { mistakes: 1 })], undefined],
  ['too few unseen questions', [theme('a', 0.5), theme('b', 0.5, { unseen: 7 })], undefined],
])('a pair: %s', (_, themes, expected) => {
  expect(choosePair(themes)?.pair.join(' ')).toBe(expected);
});

test('the draw depends on the seed alone and is even', () => {
  const drawn = Array.from({ length: 4000 }, (_, seed) => draw(seed));
  expect(draw(17)).toEqual(draw(17));
  for (const key of ['earlierFirst', 'asksFirst'] as const) {
    const share = drawn.filter((one) => one[key]).length / drawn.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.03);
  }
});

const pool = (first: number, second: number): Askable[] => [
  ...Array.from({ length: first }, (_, place) => ({ content: `f${place}`, isFirst: true })),
  ...Array.from({ length: second }, (_, place) => ({ content: `s${place}`, isFirst: false })),
];

test('a check has four questions of each theme that take turns, and is the same for the same seed', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const check = checkOf(pool(9, 12), seed) as Askable[];
    expect(checkOf(pool(9, 12), seed)).toEqual(check);
    expect(check.length).toBe(8);
    expect(new Set(check.map(({ content }) => content)).size).toBe(8);
    expect(check.map(({ isFirst }) => isFirst)).toEqual(
      check.map((_, place) => (place % 2 === 0) === draw(seed).asksFirst),
    );
  }
});

test.each([
  [3, 9],
  [9, 3],
  [0, 0],
])('no check with %i and %i unseen questions', (first, second) => {
  expect(checkOf(pool(first, second), 1)).toBeUndefined();
});

/** Capitals are of the theme treated first; + right, - wrong, . without an answer. */
const checked = (text: string): Checked[] =>
  text.split(' ').map((one) => ({ isFirst: one[0] === 'F', right: one[1] === '.' ? null : one[1] === '+' }));

test.each<[string, string, boolean, ReturnType<typeof outcomeOf>]>([
  ['all answered', 'F+ s+ F- s- F+ s- F+ s-', true, { first: { right: 3, asked: 4 }, second: { right: 1, asked: 4 } }],
  ['stopped early', 'F+ s+ F- s- F+ s- F. s.', true, { first: { right: 2, asked: 3 }, second: { right: 1, asked: 3 } }],
  ['stopped too early', 'F+ s+ F- s- F+ s. F. s.', true, undefined],
  ['without an answer', 'F. s. F. s. F. s. F. s.', true, undefined],
  ['without effort', 'F+ s+ F- s- F+ s- F+ s-', false, undefined],
])('the outcome of a check: %s', (_, answers, hasEffort, expected) => {
  expect(outcomeOf(checked(answers), hasEffort)).toEqual(expected);
});

test.each([
  [44, 30, 0, undefined],
  [45, 30, 0, 1],
  [60, 9, 0, undefined],
  [60, 30, 1, undefined],
  [90, 30, 1, 2],
  [134, 30, 2, undefined],
  [135, 30, 2, 3],
  [200, 30, 3, undefined],
])(
  'with %i weeks of %i families and %i looks taken, the look that is due is %s',
  (weeks, families, taken, expected) => {
    expect(dueLook(weeks, families, taken)).toBe(expected);
  },
);

test('every look has its weeks', () => {
  expect(TRIAL.LOOKS).toEqual([45, 90, 135]);
});
