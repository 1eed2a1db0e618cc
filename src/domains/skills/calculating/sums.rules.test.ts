import { describe, expect, test } from 'vitest';
import {
  CLASSES,
  classOfSet,
  copiesOf,
  factKey,
  resultOf,
  SETS_OF_CLASS,
  SUMS_OF_SET,
  type SumClass,
  setName,
  sumClassOf,
  sumOf,
  sumsOf,
  sumText,
} from './sums.rules.ts';

const all = CLASSES.flatMap((schoolClass) =>
  Array.from({ length: SETS_OF_CLASS }, (_, index) => ({ schoolClass, name: setName(schoolClass, index + 1) })),
);

describe('the sets of each class', () => {
  test.each(all)('$name has twenty sums, each fact once, whole results from 0', ({ name }) => {
    const sums = sumsOf(name) ?? [];
    expect(sums).toHaveLength(SUMS_OF_SET);
    expect(new Set(sums.map(factKey)).size).toBe(SUMS_OF_SET);
    for (const sum of sums) {
      expect(Number.isInteger(resultOf(sum)) && resultOf(sum) >= 0).toBe(true);
      expect(sumOf(sumText(sum))).toEqual(sum);
    }
    expect(sumsOf(name)).toEqual(sums);
    expect(copiesOf(name)).toHaveLength(SUMS_OF_SET);
  });

  test.each<[SumClass, string, number]>([
    [1, '+−', 10],
    [2, '+−', 20],
    [3, '×', 100],
    [4, '×', 100],
    [5, '÷', 10],
    [6, '+−×÷', 100],
  ])('the sums of the %i.ª have the operations %s, with results up to %i', (schoolClass, operations, most) => {
    const sums = all.filter((one) => one.schoolClass === schoolClass).flatMap(({ name }) => sumsOf(name) ?? []);
    expect([...new Set(sums.map(({ operation }) => operation))].sort()).toEqual([...operations].sort());
    expect(Math.max(...sums.map(resultOf))).toBeLessThanOrEqual(most);
  });

  test('a set asks each operation of its class equally often', () => {
    const operations = (sumsOf('head-6-3') ?? []).map(({ operation }) => operation);
    for (const one of '+−×÷') expect(operations.filter((other) => other === one)).toHaveLength(5);
  });
});

test.each([
  ['head-2-12', 2],
  ['head-2-13', undefined],
  ['head-0-1', undefined],
  ['head-7-1', undefined],
  ['head-2-01', undefined],
  ['numbers-1', undefined],
  ['', undefined],
])('the set %j is of class %s', (name, expected) => {
  expect(classOfSet(name)).toBe(expected);
  expect(sumsOf(name) === undefined).toBe(expected === undefined);
});

test.each([
  ['8 + 7', 15],
  ['13 − 8', 5],
  ['6 × 7', 42],
  ['42 ÷ 6', 7],
  ['8 - 7', undefined],
  ['08 + 7', undefined],
  ['8 + 700', undefined],
  ['7 ÷ 2', undefined],
  ['8+7', undefined],
])('the sum %j has the result %s', (text, expected) => {
  const sum = sumOf(text);
  expect(sum && resultOf(sum)).toBe(expected);
});

test('a fact is the same in both orders, a difference is not', () => {
  expect(factKey({ left: 7, operation: '+', right: 8 })).toBe(factKey({ left: 8, operation: '+', right: 7 }));
  expect(factKey({ left: 13, operation: '−', right: 5 })).not.toBe(factKey({ left: 13, operation: '−', right: 8 }));
});

test('classes beyond the sixth do its sums', () => {
  expect(['1º Ano', '6º Ano', '9º Ano'].map(sumClassOf)).toEqual([1, 6, 6]);
});
