import { expect, test } from 'vitest';
import { simulatedQuestion } from '../../../../test/support/simulated-question.ts';
import { chances } from '../../../shared/chances.ts';
import { type AlternativeFigures, suspectedKey } from './miskey.rules.ts';
import { choiceCorrelation } from './statistics.rules.ts';

/** The key first, then the other alternatives. For each, the correlation with the rest, and how many of the best third chose it. */
const figures = (...rows: [number | null, number][]) =>
  rows.map(([restCorrelation, top], place) => ({ isKey: place === 0, restCorrelation, top, letter: 'ABCD'[place] }));

test.each([
  ['both conditions are met', figures([-0.3, 1], [0.4, 8], [0.0, 1], [-0.1, 0]), true],
  ['only the correlation is high enough', figures([0.1, 5], [0.2, 5], [-0.2, 0], [-0.1, 0]), false],
  ['the best third hardly prefers it', figures([0.1, 3], [0.4, 5], [-0.2, 1], [-0.1, 1]), false],
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

interface Study {
  seed: number;
  /** Whether the key of the first question is one of its wrong alternatives. */
  miskeyed: boolean;
  repetitions: number;
  /** Mean difficulty of the questions above the mean ability, in logits, and their slope. */
  difficulty?: number;
  slope?: number;
}

/** Returns the share of simulated questions that the rule reports: ten questions of four alternatives, 30 children. */
function accused({ seed, miskeyed, repetitions, difficulty = 0, slope = 1 }: Study): number {
  const random = chances(seed);
  let found = 0;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const question = simulatedQuestion(random, { difficulty, slope, key: miskeyed ? 'B' : 'A' });
    const options = question.choices.map((choice) => ({
      isKey: choice.letter === question.correctAnswer,
      restCorrelation: choiceCorrelation(choice, question, 30),
      top: choice.top,
    }));
    if (suspectedKey(options)) found += 1;
  }
  return found / repetitions;
}

test.each([
  ['of middling difficulty', {}],
  ['hard', { difficulty: 1 }],
  ['weakly discriminating', { slope: 0.5 }],
  ['hard and weakly discriminating', { difficulty: 1.5, slope: 0.5 }],
  ['very hard and very weakly discriminating', { difficulty: 2, slope: 0.3 }],
])('in tests %s, at 30 attempts at most 1 %% of good questions are reported', (_, of) => {
  expect(accused({ seed: 5, miskeyed: false, repetitions: 4_000, ...of })).toBeLessThanOrEqual(0.01);
});

test('at 30 attempts two of three wrong keys are found', () => {
  expect(accused({ seed: 11, miskeyed: true, repetitions: 2_000 })).toBeGreaterThan(0.65);
});
