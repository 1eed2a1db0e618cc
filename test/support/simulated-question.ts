import type { QuestionSums } from '../../src/domains/knowing/statistics/statistics.rules.ts';
import { thirds } from '../../src/domains/knowing/statistics/statistics.rules.ts';

const LETTERS = ['A', 'B', 'C', 'D'];

/**
 * Simulates attempts (30 by default) at a test of ten questions with four alternatives, and returns the statistics of its first question.
 * A child that does not know an answer guesses: right with probability 0.2, otherwise one of the three wrong alternatives.
 *
 * @param of mean difficulty of the questions above the mean ability, in logits, and their slope.
 * @param of.key the alternative that counts as right; 'A' is right.
 */
export function simulatedQuestion(
  random: () => number,
  of: { difficulty?: number; slope?: number; key?: 'A' | 'B'; attempts?: number },
): QuestionSums {
  const { difficulty = 0, slope = 1, key = 'A', attempts = 30 } = of;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const difficulties = Array.from({ length: 10 }, () => difficulty + normal());
  const children = Array.from({ length: attempts }, () => {
    const ability = normal();
    return difficulties.map((b) =>
      random() < 0.2 + 0.8 / (1 + Math.exp(slope * (b - ability))) ? 0 : 1 + Math.floor(random() * 3),
    );
  });
  const rest = children.map((row) => row.slice(1).filter((choice) => choice === 0).length);
  const totals = children.map((row, index) => (rest[index] as number) + (LETTERS[row[0] as number] === key ? 1 : 0));
  const { sharesOf } = thirds(totals);
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const choices = LETTERS.map((letter, place) => {
    const who = children.flatMap((row, index) => (row[0] === place ? [index] : []));
    const inThird = (third: 'top' | 'middle' | 'bottom') =>
      sum(who.map((one) => sharesOf(totals[one] as number)[third]));
    return {
      letter,
      count: who.length,
      top: inThird('top'),
      middle: inThird('middle'),
      bottom: inThird('bottom'),
      restSum: sum(who.map((one) => rest[one] as number)),
    };
  });
  const right = choices.find(({ letter }) => letter === key);
  return {
    questionId: 1,
    weight: 1,
    correctAnswer: key,
    isWritten: false,
    correct: right?.count ?? 0,
    choices,
    restSum: sum(rest),
    restSquares: sum(rest.map((one) => one * one)),
    restSumOfCorrect: right?.restSum ?? 0,
    seconds: 0,
    timed: 0,
  };
}
