import { describe, expect, test } from 'vitest';
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
    // The published errors use the whole information matrix; those computed for each item separately are slightly smaller.
    close(found.standardErrors, [0.1287, 0.0821, 0.0766, 0.0865, 0.1048], 0.01);
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
  // Each round visits all rows, and the items before and after them; there is one more at the end for the errors.
  expect(steps).toBe(plain.rounds * (PATTERNS.length + 2 * 5) + PATTERNS.length + 5);
});

test('an item answered at random has a bad fit', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const difficulties = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];
  const rows = Array.from({ length: 800 }, () => {
    const ability = Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
    const answers = difficulties.map((b) => (random() < 1 / (1 + Math.exp(b - ability)) ? 1 : 0) as 0 | 1);
    return [...answers, (random() < 0.5 ? 1 : 0) as 0 | 1];
  });
  const { infit, outfit } = calibrateRasch(rows, { points: 61 });
  for (let item = 0; item < 7; item += 1) {
    expect(infit[item] as number).toBeGreaterThan(0.9);
    expect(infit[item] as number).toBeLessThan(1.1);
  }
  expect(infit[7] as number).toBeGreaterThan(1.1);
  expect(outfit[7] as number).toBeGreaterThan(1.1);
});

describe('with a chance of guessing', () => {
  test('difficulties are recovered that a model without guessing would underestimate', () => {
    const random = mulberry(7);
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

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
