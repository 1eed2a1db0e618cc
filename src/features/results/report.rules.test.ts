import { describe, expect, test } from 'vitest';
import { TRIMESTER_STARTS } from '../../shared/calendar.ts';
import { besideMarks } from './comparison-sentences.rules.ts';
import {
  changeOf,
  masteryOf,
  meanOf,
  monthMarks,
  periodStart,
  schoolYearInWords,
  skillShares,
  strengthAndGap,
  themesByDiscipline,
  trendSentence,
  trimestersOf,
  weakestFirst,
} from './report.rules.ts';

test.each([
  ['month', '2026-11-21T12:00:00Z', '2026-10-22T12:00:00.000Z'],
  ['quarter', '2026-11-21T12:00:00Z', '2026-08-23T12:00:00.000Z'],
  ['year', '2026-11-21T12:00:00Z', '2026-08-31T23:00:00.000Z'],
  ['year', '2027-07-31T12:00:00Z', '2026-08-31T23:00:00.000Z'],
  // A minute before the first of September in Luanda, and a minute after.
  ['year', '2026-08-31T22:59:00Z', '2025-08-31T23:00:00.000Z'],
  ['year', '2026-08-31T23:01:00Z', '2026-08-31T23:00:00.000Z'],
] as const)('the %s before %s begins at %s', (period, now, start) => {
  expect(periodStart(period, new Date(now), TRIMESTER_STARTS).toISOString()).toBe(start);
});

test('another calendar moves the school year', () => {
  const starts = ['10-05', '02-01', '05-02'] as const;
  expect(periodStart('year', new Date('2026-10-04T12:00:00Z'), starts).toISOString()).toBe('2025-10-04T23:00:00.000Z');
  expect(trimestersOf([], new Date('2027-01-31T12:00:00Z'), starts)).toMatchObject({ schoolYear: 2026, current: 1 });
});

test.each([
  [0, 0, null],
  [1, 0, 0],
  [2, 125, 63],
  [3, 200, 67],
  [3, 199, 66],
  [2, 139, 70],
  [4, 400, 100],
])('%i tests that sum up to %i have the mean %s', (tests, scoreSum, mean) => {
  expect(meanOf({ tests, scoreSum })).toBe(mean);
});

test('the weakest comes first; in a draw the one with more tests; none without a test', () => {
  const rows = [
    { name: 'strong', tests: 1, scoreSum: 90 },
    { name: 'weak', tests: 1, scoreSum: 40 },
    { name: 'weak, better known', tests: 2, scoreSum: 80 },
    { name: 'unknown', tests: 0, scoreSum: 0 },
  ];
  expect(weakestFirst(rows).map(({ name, mean }) => [name, mean])).toEqual([
    ['weak, better known', 40],
    ['weak', 40],
    ['strong', 90],
  ]);
});

test.each([
  [[], null],
  [[80], null],
  [[55, 60], null],
  [[55, 60, 68], { from: 55, to: 68, of: 1 }],
  [[50, 60, 70, 80], { from: 55, to: 75, of: 2 }],
  [[50, 60, 99, 70, 80], { from: 55, to: 75, of: 2 }],
  [[55, 60, 68, 72, 86, 64, 90, 80], { from: 61, to: 78, of: 3 }],
])('%j changes by %j', (scores, change) => {
  expect(changeOf(scores)).toEqual(change);
});

test.each([
  [[80], null, 'A Maria fez um teste: 80%'],
  [[55, 60], null, 'A Maria fez dois testes: 55% e 60%'],
  [[1, 1, 1], { from: 61, to: 78 }, 'A Maria está a subir: de 61% para 78%'],
  [[1, 1, 1], { from: 70, to: 67 }, 'A Maria está a descer: de 70% para 67%'],
  [[1, 1, 1], { from: 70, to: 72 }, 'A Maria mantém-se perto dos 72%'],
  [[1, 1, 1], { from: 70, to: 68 }, 'A Maria mantém-se perto dos 68%'],
])('%j with %j reads "%s"', (scores, change, sentence) => {
  expect(trendSentence('A Maria', scores, change)).toBe(sentence);
});

test.each([
  [0, null, 'unknown'],
  [1, 0, 'practising'],
  [5, 69, 'practising'],
  [1, 70, 'consolidating'],
  [5, 84, 'consolidating'],
  [1, 85, 'consolidating'],
  [1, 100, 'consolidating'],
  [2, 85, 'mastered'],
] as const)('%i tests with a mean of %s: %s', (tests, mean, mastery) => {
  expect(masteryOf(tests, mean)).toBe(mastery);
});

describe('themes', () => {
  const themes = [
    { discipline: 'Ciências', theme: 'A água', tests: 0, scoreSum: 0 },
    { discipline: 'Ciências', theme: 'Sistema Solar', tests: 2, scoreSum: 176 },
    { discipline: 'Matemática', theme: 'Frações', tests: 1, scoreSum: 80 },
    { discipline: 'Matemática', theme: 'Multiplicação', tests: 3, scoreSum: 198 },
  ] as const;

  test('stand under their disciplines, the weakest first and those without data last', () => {
    expect(themesByDiscipline(themes)).toEqual([
      {
        discipline: 'Matemática',
        themes: [
          { theme: 'Multiplicação', tests: 3, mean: 66, mastery: 'practising' },
          { theme: 'Frações', tests: 1, mean: 80, mastery: 'consolidating' },
        ],
      },
      {
        discipline: 'Ciências',
        themes: [
          { theme: 'Sistema Solar', tests: 2, mean: 88, mastery: 'mastered' },
          { theme: 'A água', tests: 0, mean: null, mastery: 'unknown' },
        ],
      },
    ]);
  });

  test('give one strength and one gap', () => {
    const { strength, gap, weakest } = strengthAndGap(themes);
    expect([strength?.theme, gap?.theme, weakest?.theme]).toEqual(['Sistema Solar', 'Multiplicação', 'Multiplicação']);
  });

  test.each([
    [[], null, null, null],
    [[[1, 70]], 70, null, 70],
    [[[1, 69]], null, 69, 69],
    [
      [
        [1, 71],
        [1, 90],
      ],
      90,
      null,
      71,
    ],
    [
      [
        [1, 20],
        [1, 60],
      ],
      null,
      20,
      20,
    ],
  ] as const)('%j: strength %s, gap %s, weakest %s', (rows, strength, gap, weakest) => {
    const found = strengthAndGap(
      rows.map(([tests, scoreSum]) => ({ discipline: 'Artes' as const, theme: 'Cor', tests, scoreSum })),
    );
    expect([found.strength?.mean ?? null, found.gap?.mean ?? null, found.weakest?.mean ?? null]).toEqual([
      strength,
      gap,
      weakest,
    ]);
  });
});

test('skill categories stand in the specification’s order', () => {
  expect(
    skillShares([
      { skillCategory: 'Aplicação', correct: 5, total: 8 },
      { skillCategory: 'Conhecimento', correct: 2, total: 3 },
    ]),
  ).toEqual([
    { skillCategory: 'Conhecimento', correct: 2, total: 3, share: 67 },
    { skillCategory: 'Aplicação', correct: 5, total: 8, share: 63 },
  ]);
});

test('trimesters add sums up, never means', () => {
  const rows = [
    { discipline: 'Português', trimester: 1, tests: 1, scoreSum: 50 },
    { discipline: 'Matemática', trimester: 1, tests: 3, scoreSum: 270 },
    { discipline: 'Matemática', trimester: 2, tests: 1, scoreSum: 75 },
  ] as const;
  const none = { tests: 0, mean: null };
  expect(trimestersOf(rows, new Date('2027-02-01T12:00:00Z'), TRIMESTER_STARTS)).toEqual({
    schoolYear: 2026,
    current: 2,
    disciplines: [
      { discipline: 'Matemática', trimesters: [{ tests: 3, mean: 90 }, { tests: 1, mean: 75 }, none] },
      { discipline: 'Português', trimesters: [{ tests: 1, mean: 50 }, none, none] },
    ],
    all: [{ tests: 4, mean: 80 }, { tests: 1, mean: 75 }, none],
  });
});

const mark = (group: 'school' | 'province' | 'national', value: number, real = false) => ({
  group,
  value,
  real,
  children: real ? '10 a 19 crianças' : null,
  asOf: null,
  place: null,
});

test.each([
  [80, '10 pontos acima da referência.'],
  [71, '1 ponto acima da referência.'],
  [70, 'Ao nível da referência.'],
  [65, 'Ao nível da referência.'],
  [64, '1 ponto abaixo da referência.'],
  [0, '65 pontos abaixo da referência.'],
])('%i%% beside 65 and 70 reads "%s"', (mean, words) => {
  expect(besideMarks(mean, [mark('school', 65), mark('national', 70)])).toBe(words);
});

test('beside a real average it is named, the nearest group first', () => {
  const marks = [mark('school', 65), mark('province', 61, true), mark('national', 58, true)];
  expect(besideMarks(66, marks)).toBe('5 pontos acima da média da província.');
});

test.each([
  [2026, '2026/27'],
  [2099, '2099/00'],
])('the school year of %i is %s', (year, words) => {
  expect(schoolYearInWords(year)).toBe(words);
});

test('a month is named once, by Luanda’s calendar', () => {
  expect(
    monthMarks(['2026-09-30T22:59:00Z', '2026-09-30T23:01:00Z', '2026-10-20T10:00:00Z', '2027-01-05T10:00:00Z']),
  ).toEqual(['Set', 'Out', null, 'Jan']);
});
