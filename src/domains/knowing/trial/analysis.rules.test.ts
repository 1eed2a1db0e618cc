import { expect, test } from 'vitest';
import { chances } from '../../../shared/chances.ts';
import { analyse, effectOf, LOOK_LEVELS, type MeasuredWeek, studentQuantile } from './analysis.rules.ts';

const week = (family: string, first: number, second: number, more: Partial<MeasuredWeek> = {}): MeasuredWeek => ({
  family,
  discipline: 'Matemática',
  schoolClass: '4º Ano',
  first: { right: first, asked: 4 },
  second: { right: second, asked: 4 },
  ...more,
});

// Quantiles of published tables of Student's distribution.
test.each([
  [0.05, 1, 12.706],
  [0.05, 9, 2.262],
  [0.01, 9, 3.25],
  [0.05, 30, 2.042],
  [0.001, 20, 3.85],
])('Student, level %f, %i degrees of freedom: %f', (level, degrees, expected) => {
  expect(studentQuantile(level, degrees)).toBeCloseTo(expected, 2);
});

/** The probability that a sum of standard normal steps is beyond c × √3 after one, two or three of them, by the trapezoidal rule. */
function totalLevel(c: number): number {
  const bound = c * Math.sqrt(3);
  const places = Array.from({ length: 401 }, (_, index) => -bound + (index * bound) / 200);
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const sumOf = (values: readonly number[]) =>
    (values.reduce((sum, value) => sum + value, 0) - ((values[0] as number) + (values.at(-1) as number)) / 2) *
    (bound / 200);
  let inside = places.map(density);
  for (let look = 2; look <= 3; look += 1)
    inside = places.map((x) => sumOf(places.map((y, index) => (inside[index] as number) * density(x - y))));
  return 1 - sumOf(inside);
}

test('the levels of the looks have the form of O’Brien and Fleming and a total of 0.045', () => {
  for (const [index, level] of LOOK_LEVELS.entries())
    expect(studentQuantile(level, 1e6)).toBeCloseTo(2.0463 * Math.sqrt(3 / (index + 1)), 3);
  expect(totalLevel(2.0463)).toBeCloseTo(0.045, 4);
  // The published value.
  expect(totalLevel(2.004)).toBeCloseTo(0.05, 4);
});

test('the effect is the mean difference, with the variance between families', () => {
  // Differences of 50, 0, 25 and −25 points; the first two of one family.
  const effect = effectOf([week('a', 3, 1), week('a', 2, 2), week('b', 3, 2), week('c', 1, 2)], 0.05);
  expect(effect?.points).toBeCloseTo(12.5, 9);
  // Sums of deviations by family: 25, 12.5 and −37.5; without it there are 2, 3 and 3 weeks.
  const error = Math.sqrt((2 / 3) * ((25 / 2) ** 2 + (12.5 / 3) ** 2 + (37.5 / 3) ** 2));
  expect((effect?.high ?? 0) - 12.5).toBeCloseTo(studentQuantile(0.05, 2) * error, 6);
  expect(effect).toMatchObject({ weeks: 4, families: 3 });
  expect(effectOf([week('a', 3, 1), week('a', 1, 3)], 0.05)).toBeUndefined();
});

test('a look reads no week beyond its number, and shows only parts with enough weeks and families', () => {
  const weeks = Array.from({ length: 60 }, (_, place) =>
    week(`f${place % 12}`, place < 45 ? (place % 5 === 0 ? 2 : 3) : 0, 2, {
      discipline: place % 3 === 0 ? 'Ciências' : 'Matemática',
    }),
  );
  const look = analyse(weeks, 1);
  expect(look).toEqual(analyse(weeks.slice(0, 45), 1));
  expect(look).toMatchObject({ look: 1, weeks: 45, families: 12, points: 20, isDecided: true });
  // 30 weeks of Matemática but of eight families, and 15 of Ciências.
  expect(look?.parts).toEqual([]);
  const spread = weeks.map((one, place) => ({ ...one, family: `g${place % 30}` }));
  expect(analyse(spread, 1)?.parts).toMatchObject([{ discipline: 'Matemática', schoolClass: '4º Ano', weeks: 30 }]);
});

test('a look whose weeks are of fewer than ten families reads on to the first week of the tenth', () => {
  const weeks = Array.from({ length: 60 }, (_, place) => week(place < 50 ? `f${place % 9}` : `g${place}`, 3, 2));
  expect(analyse(weeks, 1)).toMatchObject({ weeks: 51, families: 10 });
});

test('without an effect an interval of the last look leaves 0 out in about 4 of 100 trials', () => {
  const chance = chances(40);
  let claims = 0;
  for (let run = 0; run < 2000; run += 1) {
    const right = () => [1, 2, 3, 4].filter(() => chance() < 0.6).length;
    const weeks = Array.from({ length: 135 }, (_, place) => week(`f${place % 34}`, right(), right()));
    if (analyse(weeks, 3)?.isDecided) claims += 1;
  }
  expect(claims / 2000).toBeGreaterThan(0.025);
  expect(claims / 2000).toBeLessThan(0.06);
});
