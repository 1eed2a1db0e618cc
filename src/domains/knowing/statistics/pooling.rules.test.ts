import { describe, expect, test } from 'vitest';
import { type ChosenRow, type KeyedQuestion, pool } from './pooling.rules.ts';
import { restCorrelation } from './statistics.rules.ts';

const question: KeyedQuestion = {
  questionId: 7,
  letters: ['A', 'B', 'C'],
  correctAnswer: 'A',
  isWritten: false,
  weight: 1,
};

/** Returns one attempt: the chosen letter, and the points in the other questions, marked with A as the key. */
const attempt = (testId: number, letter: string | null, rest: number, more: Partial<ChosenRow> = {}): ChosenRow => ({
  place: 0,
  testId,
  whole: true,
  repeated: false,
  letter,
  points: rest + (letter === 'A' ? 1 : 0),
  change: 0,
  count: 1,
  seconds: 10,
  timed: 1,
  ...more,
});

const few = [
  ['A', 3],
  ['A', 2],
  ['B', 1],
  [null, 0],
] as const;
const ofTest = (testId: number, scale = 1) => few.map(([letter, rest]) => attempt(testId, letter, rest * scale));

describe('one test', () => {
  test('its points are used unchanged', () => {
    expect(pool(question, ofTest(1))).toMatchObject({
      attempts: 4,
      tests: 1,
      correct: 2,
      restSum: 6,
      restSquares: 14,
      restSumOfCorrect: 5,
      seconds: 40,
      thirds: { top: 1, middle: 2, bottom: 1 },
    });
  });

  test('without attempts all figures are zero', () => {
    const nobody = pool(question, []);
    expect(nobody).toMatchObject({ attempts: 0, tests: 0, correct: 0, restSum: 0, thirds: { top: 0 } });
    expect(restCorrelation(nobody, 0)).toBeNull();
  });

  test('after a change of key the question is graded again, and the points in the others stay', () => {
    // B was the key: those who chose it got the point then, but now A gives it.
    const rows = ofTest(1).map((row): ChosenRow => {
      if (row.letter === 'A') return { ...row, points: row.points - 1, change: 1 };
      return row.letter === 'B' ? { ...row, points: row.points + 1, change: -1 } : row;
    });
    expect(pool(question, rows)).toEqual(pool(question, ofTest(1)));
  });
});

describe('several tests', () => {
  test('a test with ten times the points gives the same correlation', () => {
    const alone = pool(question, ofTest(1));
    const both = pool(question, [...ofTest(1), ...ofTest(2, 10)]);
    expect(both).toMatchObject({ attempts: 8, tests: 2, correct: 4, thirds: { top: 2, middle: 4, bottom: 2 } });
    // By hand: z of 3, 2, 1, 0 is ±1.5 and ±0.5 over √(5/3).
    const deviation = Math.sqrt(5 / 3);
    expect(both.restSum).toBeCloseTo(0, 12);
    expect(both.restSumOfCorrect).toBeCloseTo((2 * (1.5 + 0.5)) / deviation, 12);
    expect(both.restSquares).toBeCloseTo(6, 12);
    const pairs = few.map(([letter, rest]) => [letter === 'A' ? 1 : 0, rest] as const);
    expect(restCorrelation(alone, 4)).toBeCloseTo(pearson(pairs), 12);
    expect(restCorrelation(both, 8)).toBeCloseTo(pearson([...pairs, ...pairs]), 12);
  });

  test('points are standardised in each test, so that an easier test does not raise the correlation', () => {
    // Within each test there is no correlation. Without standardisation, the points of the second test would favour A.
    const rows = [attempt(1, 'B', 0), attempt(1, 'B', 1), attempt(2, 'A', 8), attempt(2, 'A', 9)];
    expect(restCorrelation(pool(question, rows), 4)).toBeCloseTo(0, 12);
  });

  test('a test without variance or with one attempt adds nothing to the correlation', () => {
    const rows = [...ofTest(1), attempt(2, 'A', 5), attempt(3, 'A', 2), attempt(3, 'B', 2)];
    const { restSquares, attempts, tests } = pool(question, rows);
    expect([attempts, tests]).toEqual([7, 3]);
    expect(restSquares).toBeCloseTo(3, 12);
  });
});

function pearson(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (value: (a: number, b: number) => number) => pairs.reduce((all, [a, b]) => all + value(a - x, b - y), 0);
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
}
