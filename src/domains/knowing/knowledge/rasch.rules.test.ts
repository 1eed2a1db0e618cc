import { describe, expect, test } from 'vitest';
import { chances } from '../../../shared/chances.ts';
import type { Response } from './ability.rules.ts';
import { calibrateRasch } from './rasch.rules.ts';

/** The 32 patterns of five items, 00000 first. */
const PATTERNS = Array.from({ length: 32 }, (_, pattern) =>
  [16, 8, 4, 2, 1].map((bit) => (pattern & bit ? 1 : 0) as 0 | 1),
);
/** Sections 6 and 7 of the Law School Admission Test, 1,000 people each (Bock & Lieberman 1970). */
const LSAT_6 = [
  3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298,
];
const LSAT_7 = [
  12, 19, 1, 7, 3, 19, 3, 17, 10, 5, 3, 7, 7, 23, 8, 28, 7, 39, 11, 34, 14, 51, 15, 90, 6, 25, 7, 35, 18, 136, 32, 308,
];
const rightOf = (frequencies: number[]) =>
  [0, 1, 2, 3, 4].map((item) =>
    frequencies.reduce((sum, count, pattern) => sum + count * (PATTERNS[pattern]?.[item] as number), 0),
  );
const close = (found: readonly (number | null)[], expected: number[], within: number) => {
  for (const [index, value] of expected.entries())
    expect(Math.abs((found[index] as number) - value)).toBeLessThan(within);
};

describe('against published tables', () => {
  test('the data are the published ones', () => {
    expect(rightOf(LSAT_6)).toEqual([924, 709, 553, 763, 870]);
    expect(rightOf(LSAT_7)).toEqual([828, 658, 772, 606, 843]);
  });

  test('LSAT-6, slope 1 and standard normal abilities (Rizopoulos 2006, table of the constrained model)', () => {
    const found = calibrateRasch(PATTERNS, { frequencies: LSAT_6 });
    close(found.difficulties, [-2.872, -1.063, -0.2576, -1.3881, -2.2188], 1e-3);
    expect(found.logLikelihood).toBeCloseTo(-2473.054, 2);
    close(found.standardErrors, [0.1287, 0.0821, 0.0766, 0.0865, 0.1048], 1e-4);
  });

  test('LSAT-6, one common slope (Bock & Lieberman 1970; Thissen 1982)', () => {
    const found = calibrateRasch(PATTERNS, { frequencies: LSAT_6, abilitySd: 'estimate' });
    expect(found.abilitySd).toBeCloseTo(0.7551, 3);
    expect(found.logLikelihood).toBeCloseTo(-2466.938, 2);
    close(
      found.difficulties.map((difficulty) => (difficulty as number) / found.abilitySd),
      [-3.6153, -1.3224, -0.3176, -1.7301, -2.7802],
      1e-3,
    );
    // By numerical second derivatives of the marginal likelihood in difficulties and spread, on a grid of 0.02.
    close(found.standardErrors, [0.130441, 0.079177, 0.071775, 0.084638, 0.105445], 1e-5);
  });

  test('LSAT-7, estimated spread of abilities', () => {
    const found = calibrateRasch(PATTERNS, { frequencies: LSAT_7, abilitySd: 'estimate' });
    close(found.difficulties, [-1.868, -0.791, -1.461, -0.521, -1.993], 1e-3);
    expect(found.abilitySd ** 2).toBeCloseTo(1.022, 2);
  });
});

describe('with little data', () => {
  test('an item that nobody answered has the estimate of the prior, which answers move', () => {
    const priors = [
      { mean: 1, sd: 0.5 },
      { mean: 1, sd: 0.5 },
      { mean: 1, sd: 0.5 },
    ];
    const few = calibrateRasch([[1, 1, null]], { priors });
    expect(few.difficulties[2]).toBe(1);
    expect(few.standardErrors[2]).toBe(0.5);
    expect(few.counts).toEqual([1, 1, 0]);
    expect(few.difficulties[0] as number).toBeLessThan(1);
    const many = calibrateRasch(
      Array.from({ length: 200 }, () => [1, 0, null]),
      { priors },
    );
    expect(many.difficulties[0] as number).toBeLessThan(few.difficulties[0] as number);
    expect(many.difficulties[1] as number).toBeGreaterThan(2);
    expect(many.standardErrors[0] as number).toBeLessThan(few.standardErrors[0] as number);
  });

  test('without a prior, an item that nobody answered has no estimate, and one that everybody had right stays finite', () => {
    const found = calibrateRasch([
      [1, null],
      [1, null],
    ]);
    expect(found.difficulties[1]).toBeNull();
    expect(found.standardErrors[1]).toBeNull();
    expect(found.infit[1]).toBeNull();
    expect(Number.isFinite(found.difficulties[0])).toBe(true);
    expect(calibrateRasch([]).difficulties).toEqual([]);
  });

  test('all right, all wrong, one item, missing answers: every figure is finite or null', () => {
    const undefinedAsMissing = [[1, undefined], [0]] as unknown as Response[][];
    const mixed = [
      [1, 1, 0],
      [1, 0, 1],
      [1, 0, 1],
      [1, 1, 1],
    ] as const;
    const inputs: (readonly (readonly Response[])[])[] = [
      [],
      [[], []],
      [[null]],
      [[1], [0], [1]],
      [[1, 1]],
      [[0, 0]],
      mixed,
      undefinedAsMissing,
    ];
    for (const rows of inputs)
      for (const abilitySd of [1, 'estimate'] as const) {
        const { difficulties, standardErrors, infit, outfit, ...rest } = calibrateRasch(rows, {
          abilitySd,
          rounds: 1_000,
        });
        const figures = [...difficulties, ...standardErrors, ...infit, ...outfit, rest.abilitySd, rest.logLikelihood];
        expect(figures.filter((figure) => figure !== null && !Number.isFinite(figure))).toEqual([]);
        expect(rest.abilitySd).toBeGreaterThan(0);
      }
    expect(calibrateRasch(undefinedAsMissing).counts).toEqual([2, 0]);
    expect(calibrateRasch(mixed)).toMatchObject({
      difficulties: [-15, expect.any(Number), expect.any(Number)],
      standardErrors: [null, expect.any(Number), expect.any(Number)],
    });
    // A single item says nothing about the spread of abilities.
    expect(calibrateRasch([[1], [0], [1]], { abilitySd: 'estimate' }).abilitySd).toBe(1);
  });

  test('children of two classes share one scale: the means of the classes differ, not the items', () => {
    const row = (right: number): (0 | 1)[] => [right as 0 | 1];
    const rows = [
      ...Array(50).fill(row(1)),
      ...Array(50).fill(row(0)),
      ...Array(50).fill(row(1)),
      ...Array(50).fill(row(0)),
    ];
    const apart = calibrateRasch(rows, { abilityMeans: rows.map((_, index) => (index < 100 ? 0 : 1)) });
    expect(apart.difficulties[0] as number).toBeCloseTo(0.5, 2);
  });
});

test('a calculation with pauses gives the same result, and a step is at most one row or one item', () => {
  let steps = 0;
  const plain = calibrateRasch(PATTERNS, { frequencies: LSAT_6 });
  const resting = calibrateRasch(PATTERNS, {
    frequencies: LSAT_6,
    betweenSteps: () => {
      steps += 1;
    },
  });
  expect(resting).toEqual(plain);
  // Each round visits all rows, and the items before and after them. At the end there is one more, and the matrix is inverted: twice its rows.
  expect(steps).toBe(plain.rounds * (PATTERNS.length + 2 * 5) + PATTERNS.length + 5 + 2 * 5);
});

test('an item answered at random, or the wrong way round, has a bad fit', () => {
  const random = chances(7);
  const difficulties = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];
  const right = (chance: number) => (random() < chance ? 1 : 0) as 0 | 1;
  const rows = Array.from({ length: 800 }, () => {
    const ability = normal(random);
    const answers = difficulties.map((b) => right(1 / (1 + Math.exp(b - ability))));
    return [...answers, right(0.5), right(1 / (1 + Math.exp(ability)))];
  });
  const { infit, outfit, slopes, slopeErrors } = calibrateRasch(rows, { points: 61 });
  const [slope, error] = [slopes, slopeErrors].map((all) => (item: number) => all[item] as number) as [
    (item: number) => number,
    (item: number) => number,
  ];
  for (let item = 0; item < 7; item += 1) {
    expect(infit[item] as number).toBeGreaterThan(0.9);
    expect(infit[item] as number).toBeLessThan(1.1);
    expect(Math.abs(slope(item) - 1)).toBeLessThan(4 * error(item));
  }
  for (const item of [7, 8]) {
    expect(infit[item] as number).toBeGreaterThan(1.1);
    expect(outfit[item] as number).toBeGreaterThan(1.1);
    expect(slope(item) + 3 * error(item)).toBeLessThan(1);
  }
  expect([slope(7) < 0.5, slope(8) < -0.5]).toEqual([true, true]);
});

describe('with a chance of guessing', () => {
  test('difficulties are recovered that a model without guessing would underestimate', () => {
    const random = chances(7);
    const difficulties = [-1, 0, 1, 2];
    const rows = Array.from({ length: 6_000 }, () => {
      const ability = normal(random);
      return difficulties.map((difficulty) => {
        const chance = 0.2 + 0.8 / (1 + Math.exp(difficulty - ability));
        return (random() < chance ? 1 : 0) as 0 | 1;
      });
    });
    const fitted = calibrateRasch(rows, { guessing: [0.2, 0.2, 0.2, 0.2] });
    for (const [index, difficulty] of difficulties.entries()) {
      const found = fitted.difficulties[index] as number;
      const error = fitted.standardErrors[index] as number;
      expect(Math.abs(found - difficulty)).toBeLessThan(4 * error);
      expect(error).toBeLessThan(0.15);
      expect(fitted.infit[index]).toBeCloseTo(1, 1);
    }
    const without = calibrateRasch(rows);
    expect(without.difficulties[3]).toBeLessThan(1.4);
  });
});

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
