import { describe, expect, test } from 'vitest';
import { chanceOfRight, type Item, itemInformation, nextItem, type Response, scoreEap } from './ability.rules.ts';

const rasch = (difficulty: number): Item => ({ difficulty });

describe('the model', () => {
  test.each([
    [0, { difficulty: 0 }, 0.5, 0.25],
    [1, { difficulty: 0 }, 0.731_058_578_6, 0.196_611_933_2],
    [0, { difficulty: 0, discrimination: 2 }, 0.5, 1],
    [0, { difficulty: 0, guessing: 0.2 }, 0.6, 0.166_666_666_7],
    [1, { difficulty: 0.5, discrimination: 1.5, guessing: 0.2 }, 0.743_342_959_3, 0.3583559],
  ] as const)('at %d, %o: chance %d, information %d', (ability, item, chance, information) => {
    expect(chanceOfRight(ability, item)).toBeCloseTo(chance, 9);
    expect(itemInformation(ability, item)).toBeCloseTo(information, 6);
  });
});

/** Returns the posterior by Simpson's rule on a much finer grid, as an independent computation. */
function fine(responses: Response[], items: Item[], mean = 0, sd = 1) {
  const sums = [0, 0, 0];
  const steps = 40_000;
  for (let index = 0; index <= steps; index += 1) {
    const point = -10 + (20 * index) / steps;
    const simpson = index === 0 || index === steps ? 1 : index % 2 ? 4 : 2;
    const chances = responses.map((response, place) => {
      const right = chanceOfRight(point, items[place] as Item);
      return response === null ? 1 : response ? right : 1 - right;
    });
    const weight = simpson * Math.exp(-((point - mean) ** 2) / 2 / sd ** 2) * chances.reduce((a, b) => a * b, 1);
    for (const power of [0, 1, 2]) sums[power] = (sums[power] as number) + weight * point ** power;
  }
  const [total, first, second] = sums as [number, number, number];
  return [first / total, Math.sqrt(second / total - (first / total) ** 2)] as const;
}

describe('expected a posteriori', () => {
  const items = [
    rasch(-1),
    { difficulty: 0.3, discrimination: 1.4 },
    { difficulty: 1, discrimination: 0.8, guessing: 0.2 },
  ];
  test.each([[[1, 1, 1]], [[0, 0, 0]], [[1, 0, 1]], [[null, 1, 0]]] as Response[][][])(
    'agrees with the integral: %o',
    (responses) => {
      const found = scoreEap(responses as Response[], items);
      const [mean, sd] = fine(responses as Response[], items);
      expect(Math.abs(found.ability - mean)).toBeLessThan(1e-6);
      expect(Math.abs(found.standardError - sd)).toBeLessThan(1e-6);
    },
  );

  test('without a response the estimate is the prior', () => {
    const found = scoreEap([], [], { mean: 0.5, sd: 0.8 });
    expect(found.ability).toBeCloseTo(0.5, 8);
    expect(found.standardError).toBeCloseTo(0.8, 8);
  });
});

test('an unlikely answer to a very easy or very hard item leaves finite figures', () => {
  for (const difficulty of [-900, -45, 45, 900])
    for (const [response, guessing] of [
      [0, 0],
      [1, 0],
      [0, 0.2],
      [1, 0.2],
    ] as const) {
      const item = { difficulty, guessing };
      const { ability, standardError } = scoreEap([response], [item]);
      expect([ability, standardError, itemInformation(0, item)].every(Number.isFinite)).toBe(true);
    }
});

test('a missing response counts as a question that was not asked', () => {
  expect(scoreEap([undefined, 1] as unknown as Response[], [rasch(0), rasch(1)])).toEqual(scoreEap([1], [rasch(1)]));
});

describe('the next item', () => {
  const bank = [-2, -1, -0.4, 0.3, 0.9, 2].map(rasch);

  test('has the most information at the estimate, and was not asked before', () => {
    expect(nextItem({ asked: [], responses: [] }, bank)?.item).toBe(3);
    const after = nextItem({ asked: [3], responses: [1] }, bank);
    expect(after?.ability).toBeCloseTo(scoreEap([1], [rasch(0.3)]).ability, 12);
    expect(after?.item).toBe(4);
    expect(nextItem({ asked: [3], responses: [0] }, bank)?.item).toBe(2);
    expect(nextItem({ asked: [0, 1, 2, 3, 4, 5], responses: [1, 1, 1, 1, 1, 1] }, bank)).toBeNull();
  });

  test('is chosen by its slope too; of equal items the first is chosen', () => {
    const items = [rasch(0), { difficulty: 0.4, discrimination: 1.6 }, rasch(0)];
    expect(nextItem({ asked: [], responses: [] }, items)?.item).toBe(1);
    expect(nextItem({ asked: [1], responses: [1] }, [rasch(5), rasch(0), rasch(5)])?.item).toBe(0);
  });

  test('is the first of two items at equal distance on both sides of the ability', () => {
    for (const distance of [0.1, 0.3, 0.7, 1, 1.9, 2.3]) {
      expect(nextItem({ asked: [], responses: [] }, [rasch(distance), rasch(-distance)])?.item).toBe(0);
      expect(nextItem({ asked: [], responses: [] }, [rasch(-distance), rasch(distance)])?.item).toBe(0);
    }
  });

  test('is easier with a negative shift, so that more answers are right', () => {
    expect(nextItem({ asked: [], responses: [] }, bank, { shift: -0.85 })?.item).toBe(1);
  });

  test('is one of the best few, chosen by the random number', () => {
    const at = (value: number) => nextItem({ asked: [], responses: [] }, bank, { among: 3, random: () => value })?.item;
    expect([at(0), at(0.34), at(0.99), at(1)]).toEqual([3, 2, 4, 4]);
  });

  test('is the best one if the number of candidates is zero, and null without items', () => {
    expect(nextItem({ asked: [], responses: [] }, bank, { among: 0 })?.item).toBe(3);
    expect(nextItem({ asked: [], responses: [] }, [])).toBeNull();
  });

  test('is never an excluded item', () => {
    expect(nextItem({ asked: [], responses: [] }, bank, { excluded: new Set([3]) })?.item).toBe(2);
  });

  test('is of the content area that has fewest questions compared to its share', () => {
    const areas = ['x', 'x', 'x', 'y', 'y', 'y'];
    expect(nextItem({ asked: [3], responses: [1] }, bank, { areas })?.item).toBe(2);
    expect(nextItem({ asked: [3], responses: [1] }, bank, { areas, shares: { x: 0, y: 1 } })?.item).toBe(2);
    expect(nextItem({ asked: [3, 2], responses: [1, 1] }, bank, { areas, shares: { x: 0.25, y: 0.75 } })?.item).toBe(4);
    // When an area has no items left, the other one continues.
    expect(nextItem({ asked: [0, 1, 2], responses: [1, 1, 1] }, bank, { areas, shares: { x: 1 } })?.item).toBe(3);
  });
});
