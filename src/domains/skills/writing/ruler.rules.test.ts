import { describe, expect, test } from 'vitest';
import { exchangeableTable, levelTable, weightedKappa } from './kappa.rules.ts';
import {
  areAsked,
  type Comparison,
  levelProbabilities,
  MAX_COMPARISONS,
  nextAnchor,
  placeInWords,
  placeOf,
} from './ruler.rules.ts';

const said = (text: string): Comparison[] =>
  text.split(' ').map((one) => ({
    anchor: Number(one[0]),
    outcome: ({ '-': 'less', '=': 'alike', '+': 'more' } as const)[one[1] as '-'],
  }));

describe('a text on the ruler', () => {
  test.each([
    ['3= 2+ 4-', 'nível 3 de 5, talvez 2 ou 4'],
    ['3= 2= 4=', 'nível 3 de 5'],
    ['3- 1- 2-', 'nível 0 de 5, talvez 1'],
    ['3- 1= 2+', 'nível 2 de 5, talvez 1'],
    ['3+ 4+', 'nível 5 de 5, talvez 4'],
    ['3+ 4= 5-', 'nível 4 de 5, talvez 3 ou 5'],
    ['3+ 4= 5+', 'nível 5 de 5'],
  ])('%s: %s', (comparisons, words) => {
    expect(areAsked(said(comparisons))).toBe(true);
    expect(placeInWords(placeOf(said(comparisons)))).toBe(words);
  });

  test('asks for two or three different anchors, whatever is answered', () => {
    const walk = (comparisons: Comparison[]): number => {
      const anchor = nextAnchor(comparisons);
      if (anchor === null) {
        expect(comparisons.length).toBeGreaterThanOrEqual(2);
        expect(comparisons.length).toBeLessThanOrEqual(MAX_COMPARISONS);
        expect(levelProbabilities(comparisons).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
        return 1;
      }
      expect(comparisons.some((one) => one.anchor === anchor)).toBe(false);
      return (['less', 'alike', 'more'] as const).reduce(
        (sum, outcome) => sum + walk([...comparisons, { anchor, outcome }]),
        0,
      );
    };
    expect(walk([])).toBe(25);
  });

  test.each(['3=', '2= 3= 4=', '3= 4= 2=', '3= 2= 4= 5-', '3= 3= 4='])('%s is not what the ruler asks', (comparisons) =>
    expect(areAsked(said(comparisons))).toBe(false),
  );

  // Judges see a text where it is, with a spread of 0.7 level; some are half a level generous or strict.
  test.each([0, 0.5, -0.5])('judges off by %s level place texts within one level in nine of ten cases', (bias) => {
    const gaussian = seededGaussian(20_260_418);
    let within = 0;
    const texts = 6000;
    for (let at = 0; at < texts; at++) {
      const level = at % 6;
      const comparisons: Comparison[] = [];
      for (let anchor = nextAnchor([]); anchor !== null; anchor = nextAnchor(comparisons)) {
        const distance = level + bias - anchor + 0.7 * gaussian();
        comparisons.push({ anchor, outcome: distance < -0.5 ? 'less' : distance > 0.5 ? 'more' : 'alike' });
      }
      if (Math.abs(placeOf(comparisons).level - level) <= 1) within++;
    }
    expect(within / texts).toBeGreaterThanOrEqual(0.9);
  });
});

/** Normally distributed numbers, by Box and Muller, from a linear congruential generator. */
function seededGaussian(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state + 0.5) / 2_147_483_648;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

describe('weighted kappa', () => {
  // Ratings of 91 couples: Hout, Duncan and Sobel (1987), in Agresti (1990). R's vcd prints 0.2374 and 0.3320 for them.
  const couples = [
    [7, 7, 2, 3],
    [2, 8, 3, 7],
    [1, 5, 4, 9],
    [2, 8, 9, 14],
  ];
  test.each([
    ['linear', 0.2374],
    ['quadratic', 0.332],
  ] as const)('%s, of a published table', (weights, printed) =>
    expect(weightedKappa(couples, weights)).toBeCloseTo(printed, 4),
  );

  // Anxiety of 20 subjects as rated by raters 2 and 3 (columns of the data set `anxiety` of R's package irr, categories 1, 2, 3, 4 and 6).
  // `kappa2` of irr prints 0.1459075 for equal and 0.2520325 for squared weights (quoted in statsmodels, stats/tests/test_inter_rater.py).
  const anxiety = [
    [0, 0, 1, 0, 0],
    [4, 0, 1, 0, 0],
    [2, 3, 3, 0, 0],
    [0, 2, 0, 1, 1],
    [1, 0, 0, 1, 0],
  ];
  test.each([
    ['linear', 0.1459075],
    ['quadratic', 0.2520325],
  ] as const)('%s, to 1e-6, of a data set with published results', (weights, printed) =>
    expect(Math.abs((weightedKappa(anxiety, weights) as number) - printed)).toBeLessThan(1e-6),
  );

  // Worked out by hand: observed 0.25, expected 0.5 of the largest distance.
  test('of two levels is the plain kappa', () => {
    const table = [
      [20, 5],
      [10, 15],
    ];
    expect(weightedKappa(table)).toBeCloseTo(0.4, 12);
    expect(weightedKappa(table, 'linear')).toBeCloseTo(0.4, 12);
  });

  test('over levels 0–5 is 1 for the same levels, and undefined without texts or with one level only', () => {
    expect(
      weightedKappa(
        levelTable([
          [0, 0],
          [5, 5],
          [3, 3],
        ]),
      ),
    ).toBe(1);
    expect(weightedKappa(levelTable([]))).toBeNull();
    expect(
      weightedKappa(
        levelTable([
          [3, 3],
          [3, 3],
        ]),
      ),
    ).toBeNull();
    // One pair in four a level apart: observed 1, expected 32 / 4.
    expect(
      weightedKappa(
        levelTable([
          [1, 1],
          [2, 2],
          [3, 3],
          [3, 4],
        ]),
      ),
    ).toBeCloseTo(1 - 1 / 8, 12);
  });

  test('of judges without an order does not depend on who came first', () => {
    const pairs = [
      [1, 1],
      [2, 2],
      [3, 3],
      [3, 4],
    ] as const;
    const turned = pairs.map(([one, other], place) =>
      place % 2 === 0 ? ([one, other] as const) : ([other, one] as const),
    );
    // Both orders: observed 2, expected 126 / 8.
    expect(weightedKappa(exchangeableTable(pairs))).toBeCloseTo(1 - 8 / 63, 12);
    expect(weightedKappa(exchangeableTable(turned))).toBe(weightedKappa(exchangeableTable(pairs)));
    expect(weightedKappa(exchangeableTable([]))).toBeNull();
  });
});
