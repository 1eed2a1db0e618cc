import { describe, expect, test } from 'vitest';
import { averageOf } from '../../../shared/percent.ts';
import {
  bandOf,
  formBlocks,
  histogramOf,
  marginOf,
  othersIn,
  percentileRank,
  placeIn,
  type Waiting,
} from './norms.rules.ts';

let count = 0;
const waiting = (many: number, place: Partial<Waiting> = {}): Waiting[] =>
  Array.from({ length: many }, () => {
    count += 1;
    return {
      childId: count,
      userId: count,
      province: null,
      schoolKey: null,
      mark: 40 + (count % 30),
      days: 0,
      ...place,
    };
  });
const school = (key: string, province = 'Luanda') => ({ province, schoolKey: key });
const shape = (blocks: ReturnType<typeof formBlocks>) =>
  blocks.map(({ level, province, schoolKey, members }) => [level, province, schoolKey, members.length]);

describe('blocks', () => {
  test.each([
    ['nine children of a school are not enough', waiting(9, school('a')), true, []],
    ['ten children of a school form a block', waiting(10, school('a')), false, [['school', 'Luanda', 'a', 10]]],
    [
      'schools with one name in two provinces are different schools',
      [...waiting(6, school('a')), ...waiting(6, school('a', 'Huíla'))],
      false,
      [],
    ],
    [
      'in the first run two times five children form a block of the province at once',
      [...waiting(5, school('a')), ...waiting(5, school('b'))],
      true,
      [['province', 'Luanda', null, 10]],
    ],
    [
      'in later runs they wait for children of their schools',
      [...waiting(5, school('a')), ...waiting(5, school('b'))],
      false,
      [],
    ],
    [
      'after thirty days they form a block of the province',
      [...waiting(5, { ...school('a'), days: 30 }), ...waiting(5, { ...school('b'), days: 40 })],
      false,
      [['province', 'Luanda', null, 10]],
    ],
    [
      'after sixty days they form a national block',
      [...waiting(5, { ...school('a'), days: 60 }), ...waiting(5, { ...school('b', 'Huíla'), days: 60 })],
      false,
      [['national', null, null, 10]],
    ],
    ['children without a province form a national block at once', waiting(10), false, [['national', null, null, 10]]],
    [
      'a block of one school does not include children of others',
      [...waiting(12, school('a')), ...waiting(4, school('b'))],
      true,
      [['school', 'Luanda', 'a', 12]],
    ],
    [
      'ten children of nine families are not enough',
      waiting(10, school('a')).map((one, index) => ({ ...one, userId: index === 9 ? 0 : index })),
      true,
      [],
    ],
    ['ten children with the same mark form no block', waiting(10, { ...school('a'), mark: 60 }), true, []],
  ])('%s', (_, those, first, expected) => {
    expect(shape(formBlocks(those, first))).toEqual(expected);
  });

  test('contain each child at most once', () => {
    const those = [...waiting(25, school('a')), ...waiting(7, school('b')), ...waiting(8, school('c')), ...waiting(11)];
    const members = formBlocks(those, true).flatMap((block) => block.members.map(({ childId }) => childId));
    expect(new Set(members).size).toBe(members.length);
    expect(members.length).toBe(51);
  });
});

describe('the average shown to a family', () => {
  const marks = (many: number) => Array.from({ length: many }, (_, index) => 50 + index);
  const shown = (blocks: { marks: number[]; own: (number | null)[]; families?: number }[]) => {
    const histogram = histogramOf(blocks.flatMap((block) => block.marks));
    const own = blocks
      .filter((block) => block.own.length > 0)
      .map((block) => ({
        families: block.families ?? block.marks.length,
        histogram: histogramOf(block.marks),
        marks: block.own,
      }));
    return averageOf(othersIn({ histogram, own }));
  };
  test('excludes its own children', () => {
    expect(shown([{ marks: [...marks(10), 100], own: [100] }])).toEqual({ children: 10, mean: 55 });
  });
  test('is null where fewer than ten other children remain', () => {
    expect(shown([{ marks: marks(10), own: [50] }])).toBeNull();
  });
  test('excludes a whole block in which fewer than ten other children remain, and includes the other blocks', () => {
    expect(
      shown([
        { marks: marks(10), own: [50] },
        { marks: marks(12), own: [] },
      ]),
    ).toEqual({ children: 12, mean: 56 });
  });
  test('is null where fewer than ten other families remain, however many children they have', () => {
    expect(shown([{ marks: marks(30), own: [50], families: 10 }])).toBeNull();
    expect(shown([{ marks: marks(30), own: [50], families: 11 }])).toMatchObject({ children: 29 });
  });
  test('excludes a block from which one of its children was erased', () => {
    expect(shown([{ marks: marks(30), own: [50, null] }])).toBeNull();
  });
  test.each([
    ['all alike', Array.from({ length: 12 }, () => 60)],
    ['nearly all right', [...Array.from({ length: 29 }, () => 100), 20]],
    ['nearly all wrong', [...Array.from({ length: 29 }, () => 0), 60]],
  ])('is null for a group that is %s', (_, given) => {
    expect(averageOf(histogramOf(given))).toBeNull();
  });
});

test.each([
  [10, '10 a 19 crianças'],
  [19, '10 a 19 crianças'],
  [20, '20 a 49 crianças'],
  [199, '100 a 199 crianças'],
  [999, '500 a 999 crianças'],
  [1000, 'mais de 1.000 crianças'],
])('%i children are described as %s', (children, band) => {
  expect(bandOf(children)).toBe(band);
});

describe('a place among others', () => {
  // 200 children, two for each mark from 0 to 99.
  const even = histogramOf(Array.from({ length: 200 }, (_, index) => index % 100));
  test.each([
    [50, 50.5],
    [0, 1],
    [100, 99],
    [99, 99],
    [25.5, 26],
  ])('mark %d has the mid-rank %d', (mark, rank) => {
    expect(percentileRank(even, mark)).toBe(rank);
  });
  test.each([
    ['national', 200, '6º Ano', { standing: 'above', tenths: { from: 6, to: 9 } }],
    ['national', 200, '4º Ano', { standing: 'above', tenths: null }],
    ['national', 198, '6º Ano', null],
    ['province', 198, '6º Ano', null],
    ['school', 50, '6º Ano', { standing: 'above', tenths: { from: 6, to: 9 } }],
    ['school', 48, '6º Ano', null],
  ] as const)('%s of %i children, %s', (level, children, schoolClass, place) => {
    const those = histogramOf(Array.from({ length: children }, (_, index) => Math.floor((100 * index) / children)));
    expect(placeIn(level, those, { from: 61, to: 88 }, schoolClass)).toEqual(place);
  });
  test('is never the last tenth, as no rank is 100', () => {
    expect(placeIn('national', even, { from: 79, to: 100 }, '6º Ano')).toEqual({
      standing: 'above',
      tenths: { from: 7, to: 9 },
    });
  });
  test('is in the middle if the margin reaches to both sides of it, and unknown if it reaches far', () => {
    expect(placeIn('national', even, { from: 38, to: 68 }, '4º Ano')).toEqual({ standing: 'middle', tenths: null });
    expect(placeIn('national', even, { from: 38, to: 72 }, '4º Ano')).toEqual({ standing: 'unknown', tenths: null });
    expect(placeIn('national', even, { from: 20, to: 60 }, '4º Ano')).toEqual({ standing: 'unknown', tenths: null });
  });
});

// Compared with the published formula, (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n), with z = 1.645.
test.each([
  [8, 10, 54, 93],
  [5, 10, 27, 73],
  [10, 10, 79, 100],
  [0, 10, 0, 21],
  [0, 0, 0, 100],
  [16, 20, 62, 91],
])('the margin of %i right of %i is from %i to %i', (correct, total, from, to) => {
  expect(marginOf(correct, total)).toEqual({ from, to });
});
