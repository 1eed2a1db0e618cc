import { describe, expect, test } from 'vitest';
import { TRIMESTER_STARTS } from '../../../shared/calendar.ts';
import { besideMarks } from '../norms/comparison-sentences.rules.ts';
import { meanOf, periodStart, weakestFirst } from '../progress/progress.rules.ts';
import {
  earlierYears,
  figuresOf,
  meansIn,
  monthMarks,
  schoolYearInWords,
  skillShares,
  testsIn,
  themesByDiscipline,
  trimesterMonths,
  trimestersOf,
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

test('another calendar changes the school year', () => {
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
  [2, 139, 69],
  [2, 140, 70],
  [4, 400, 100],
])('%i tests that sum up to %i have the mean %s', (tests, scoreSum, mean) => {
  expect(meanOf({ tests, scoreSum })).toBe(mean);
});

test('the weakest comes first; of equal ones that with more tests; none without a test', () => {
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

describe('themes', () => {
  const themes = [
    { discipline: 'Ciências', theme: 'A água', tests: 0, scoreSum: 0, foundIn: '4º Ano' },
    { discipline: 'Ciências', theme: 'Sistema Solar', tests: 2, scoreSum: 176, foundIn: '4º Ano' },
    { discipline: 'Matemática', theme: 'Frações', tests: 1, scoreSum: 80, foundIn: '4º Ano' },
    { discipline: 'Matemática', theme: 'Multiplicação', tests: 3, scoreSum: 198, foundIn: '4º Ano' },
  ] as const;

  test('are grouped by discipline, the weakest first and those without data last', () => {
    expect(themesByDiscipline(themes)).toEqual([
      {
        discipline: 'Matemática',
        themes: [
          { theme: 'Multiplicação', tests: 3, mean: 66, foundIn: '4º Ano' },
          { theme: 'Frações', tests: 1, mean: 80, foundIn: '4º Ano' },
        ],
      },
      {
        discipline: 'Ciências',
        themes: [
          { theme: 'Sistema Solar', tests: 2, mean: 88, foundIn: '4º Ano' },
          { theme: 'A água', tests: 0, mean: null, foundIn: '4º Ano' },
        ],
      },
    ]);
  });
});

test('skill categories are in the specification’s order', () => {
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

test('trimesters are combined by their sums, not their means', () => {
  const rows = [
    { schoolYear: 2026, discipline: 'Português', trimester: 1, tests: 1, scoreSum: 50 },
    { schoolYear: 2026, discipline: 'Matemática', trimester: 1, tests: 3, scoreSum: 270 },
    { schoolYear: 2026, discipline: 'Matemática', trimester: 2, tests: 1, scoreSum: 75 },
    { schoolYear: 2025, discipline: 'Matemática', trimester: 3, tests: 2, scoreSum: 120 },
    { schoolYear: 2023, discipline: 'Artes', trimester: 2, tests: 1, scoreSum: 40 },
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
  const inThird = [none, none, { tests: 2, mean: 60 }];
  const inSecond = [none, { tests: 1, mean: 40 }, none];
  expect(earlierYears(rows, 2026)).toEqual([
    { schoolYear: 2025, disciplines: [{ discipline: 'Matemática', trimesters: inThird }], all: inThird },
    { schoolYear: 2023, disciplines: [{ discipline: 'Artes', trimesters: inSecond }], all: inSecond },
  ]);
});

test.each([
  [TRIMESTER_STARTS, ['Set–Dez', 'Jan–Abr', 'Abr–Jul']],
  [
    ['09-15', '01-08', '04-20'],
    ['Set–Jan', 'Jan–Abr', 'Abr–Ago'],
  ],
  [
    ['10-01', '01-01', '05-01'],
    ['Out–Dez', 'Jan–Abr', 'Mai–Ago'],
  ],
  [
    ['02-01', '03-01', '07-01'],
    ['Fev', 'Mar–Jun', 'Jul–Dez'],
  ],
] as const)('trimesters that begin at %j are called %j', (starts, months) =>
  expect(trimesterMonths(starts)).toEqual(months),
);

test('a discipline has the mean of right answers a test, its time and its last day', () => {
  const last = new Date('2026-11-12T10:00:00Z');
  const rows = [
    { discipline: 'Matemática', tests: 2, correctSum: 15, timeSpent: 900, last: new Date('2026-03-01T10:00:00Z') },
    { discipline: 'Matemática', tests: 1, correctSum: 8, timeSpent: 300, last },
  ] as const;
  expect(figuresOf(rows)).toEqual([
    {
      discipline: 'Matemática',
      averageCorrectAnswers: 7.7,
      totalTimeSpent: 1200,
      lastEvaluationDate: last.toISOString(),
    },
  ]);
  expect(figuresOf([])).toEqual([]);
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
  [80, 'Acima do valor de comparação do país (70%).'],
  [71, 'Acima do valor de comparação do país (70%).'],
  [70, 'Igual ao valor de comparação do país (70%).'],
  [65, 'Abaixo do valor de comparação do país (70%).'],
])('%i%% beside 65 and 70 reads "%s"', (mean, words) => {
  expect(besideMarks(mean, [mark('school', 65), mark('national', 70)])).toBe(words);
});

test('a comparison names the nearest group with a real average first', () => {
  const marks = [mark('school', 65), mark('province', 61, true), mark('national', 58, true)];
  expect(besideMarks(66, marks)).toBe('Acima da média da província (61%).');
});

test.each([
  [2026, '2026/27'],
  [2099, '2099/00'],
])('the school year of %i is %s', (year, words) => {
  expect(schoolYearInWords(year)).toBe(words);
});

test('a month is named once, by the date in Luanda', () => {
  expect(
    monthMarks(['2026-09-30T22:59:00Z', '2026-09-30T23:01:00Z', '2026-10-20T10:00:00Z', '2027-01-05T10:00:00Z']),
  ).toEqual(['Set', 'Out', null, 'Jan']);
});

describe('the trend of a period', () => {
  const now = (percentage: number | null, before: number | null, tests = 3) => ({
    tests: Array.from({ length: tests }, () => ({ date: '2026-05-01T10:00:00Z' })),
    right: 0,
    asked: 0,
    percentage,
    before,
    direction: null,
    hurried: 0,
    otherClass: false,
  });

  test.each([
    ['nothing yet', 2, now(50, null, 2), []],
    ['three tests', 3, now(53, null), [[0, 2, 53, 'now']]],
    ['the three before are not shown', 5, now(53, 80), [[2, 4, 53, 'now']]],
    [
      'both means',
      8,
      now(53, 80),
      [
        [2, 4, 80, 'before'],
        [5, 7, 53, 'now'],
      ],
    ],
    ['a period with two of the three', 2, now(53, 80), []],
  ] as const)('draws the means that the sentence compares: %s', (_, shown, figure, expected) => {
    expect(meansIn(shown, figure).map(({ from, to, percentage, which }) => [from, to, percentage, which])).toEqual(
      expected,
    );
  });

  const since = { month: '2026-05-01T00:00:00Z', quarter: '2026-03-01T00:00:00Z', year: '2025-09-02T00:00:00Z' };
  const on = (...days: string[]) => days.map((date) => ({ date: `${date}T10:00:00Z` }));
  test.each([
    [
      'the trimester, if it has the three tests of the figure',
      on('2026-03-02', '2026-04-01', '2026-05-02'),
      null,
      'quarter',
      3,
    ],
    ['the year, if the trimester has fewer', on('2025-10-01', '2026-03-02', '2026-05-02'), null, 'year', 3],
    ['one test', on('2026-05-02'), null, 'quarter', 1],
    ['all of last year', on('2025-03-01', '2025-04-01', '2025-05-01'), null, null, 3],
    ['what is chosen', on('2026-03-02', '2026-04-01', '2026-05-02'), 'month', 'month', 1],
    ['nothing in what is chosen', on('2025-10-01', '2025-10-02', '2025-10-03'), 'month', 'month', 0],
  ] as const)('shows %s', (_, trend, chosen, period, shown) => {
    const found = testsIn(trend, since, chosen);
    expect([found.period, found.tests.length]).toEqual([period, shown]);
  });
});
