import { expect, test } from 'vitest';
import { type AlternativeFigures, suspectedKey } from './miskey.rules.ts';

/** The key first, then the other alternatives. For each, the correlation with the rest, and how many of the best third chose it. */
const figures = (...rows: [number | null, number][]) =>
  rows.map(([restCorrelation, top], place) => ({ isKey: place === 0, restCorrelation, top, letter: 'ABCD'[place] }));

test.each([
  ['both conditions are met', figures([-0.3, 1], [0.4, 8], [0.0, 1], [-0.1, 0]), true],
  ['only the correlation is high enough', figures([0.1, 5], [0.2, 5], [-0.2, 0], [-0.1, 0]), false],
  ['only the best third prefers it', figures([0.2, 3], [0.1, 6], [-0.2, 0], [-0.1, 1]), false],
  ['two alternatives that meet one condition each', figures([0.1, 4], [0.2, 3], [0.05, 5], [-0.3, 0]), false],
  ['a key that nobody chose', figures([null, 0], [0.3, 7], [-0.2, 2], [null, 0]), true],
  ['correlations of NaN count as none', figures([Number.NaN, 0], [0.3, 7], [Number.NaN, 9], [-0.2, 0]), true],
  ['alternatives without variance', figures([0.2, 3], [null, 9], [null, 0], [null, 0]), false],
  ['no alternatives', [], false],
] as const)('%s', (_, options, expected) => {
  expect(suspectedKey<AlternativeFigures>(options) !== undefined).toBe(expected);
});

test('names the alternative that correlates best with the rest', () => {
  expect(suspectedKey(figures([-0.2, 1], [0.1, 4], [0.3, 5], [0, 0]))?.letter).toBe('C');
});

/** Returns Park and Miller's random generator, so that every run has the same children. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns the share of simulated questions that the rule flags: ten questions of four alternatives, 30 children. */
function accused(miskeyed: boolean, repetitions: number): number {
  const random = seeded(miskeyed ? 11 : 5);
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  let found = 0;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const difficulties = Array.from({ length: 10 }, normal);
    const children = Array.from({ length: 30 }, () => {
      const ability = normal();
      return difficulties.map((b) =>
        random() < 0.2 + 0.8 / (1 + Math.exp(b - ability)) ? 0 : 1 + Math.floor(random() * 3),
      );
    });
    const key = miskeyed ? 1 : 0;
    const rest = children.map((row) => row.slice(1).filter((choice) => choice === 0).length);
    const totals = children.map((row, index) => (rest[index] as number) + (row[0] === key ? 1 : 0));
    const cut = [...totals].sort((one, other) => other - one)[9] as number;
    const options = [0, 1, 2, 3].map((letter) => ({
      isKey: letter === key,
      restCorrelation: correlation(
        children.map((row) => (row[0] === letter ? 1 : 0)),
        rest,
      ),
      top: children.filter((row, index) => row[0] === letter && (totals[index] as number) >= cut).length,
    }));
    if (suspectedKey(options)) found += 1;
  }
  return found / repetitions;
}

function correlation(chosen: number[], rest: number[]): number | null {
  const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [a, b] = [mean(chosen), mean(rest)];
  const sum = (of: (index: number) => number) => chosen.reduce((total, _, index) => total + of(index), 0);
  const spread = Math.sqrt(sum((i) => ((chosen[i] as number) - a) ** 2) * sum((i) => ((rest[i] as number) - b) ** 2));
  return spread === 0 ? null : sum((i) => ((chosen[i] as number) - a) * ((rest[i] as number) - b)) / spread;
}

test('with 30 attempts at most 1 % of good questions are flagged, and four of five wrong keys are found', () => {
  expect(accused(false, 4_000)).toBeLessThanOrEqual(0.01);
  expect(accused(true, 1_000)).toBeGreaterThan(0.75);
});
