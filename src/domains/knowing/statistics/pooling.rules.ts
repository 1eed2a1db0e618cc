import { type Choice, type QuestionSums, type Thirds, thirds } from './statistics.rules.ts';

/** The fields of a question that marking needs. */
export interface KeyedQuestion {
  questionId: number;
  letters: string[];
  correctAnswer: string;
  /** Whether it is answered in writing. */
  isWritten: boolean;
  weight: number;
}

/** Attempts that do not differ in anything that counts: where the question was asked, what was chosen, and the points of the attempt. */
export interface ChosenRow {
  place: number;
  testId: number;
  whole: boolean;
  /** Whether the child had met the question in an earlier valid attempt, at another test. */
  repeated: boolean;
  /** The current letter of the chosen alternative; null when the question was left out. */
  letter: string | null;
  /** Points as they were given, and their change by a changed key or weight. */
  points: number;
  change: number;
  count: number;
  /** Sum of the known response times in seconds, and their number. */
  seconds: number;
  timed: number;
}

/** The sums of one question over all valid attempts that asked it, whatever the test. */
export interface CountedQuestion extends QuestionSums {
  attempts: number;
  /** How many of these attempts are in the best, the middle and the last third of their test. */
  thirds: Thirds;
  /** The number of tests of these attempts. */
  tests: number;
}

const THIRDS = ['top', 'middle', 'bottom'] as const;

/** The same attempts, marked by the current key. */
interface Marked {
  letter: string | null;
  count: number;
  /** Points of the whole attempt, and in its other questions, by the current key and weight. */
  total: number;
  rest: number;
}

/**
 * Adds up the attempts at one question, in one test or in several that ask it.
 *
 * Each is marked by the current key and weight of the question. Points in the other questions are comparable only within a test. With
 * several tests they therefore enter as z = (R − mean of the test) ÷ standard deviation of the test (n − 1; 0 without variance), and the
 * thirds are those of each test, added up. With one test R enters unchanged.
 *
 * @param rows rows of this question, of all tests.
 */
export function pool(question: KeyedQuestion, rows: readonly ChosenRow[]): CountedQuestion {
  const { weight, correctAnswer, isWritten } = question;
  const choices = new Map<string, Choice>(
    question.letters.map((letter) => [letter, { letter, count: 0, top: 0, middle: 0, bottom: 0, restSum: 0 }]),
  );
  const parts: Thirds = { top: 0, middle: 0, bottom: 0 };
  const sums = { attempts: 0, restSum: 0, restSquares: 0 };
  const tests = [...Map.groupBy(rows, ({ testId }) => testId).values()];
  for (const ofTest of tests) {
    const marked = ofTest.map(({ letter, count, points, change }): Marked => {
      const total = points + change;
      return { letter, count, total, rest: total - (letter === correctAnswer ? weight : 0) };
    });
    const { sizes, sharesOf } = thirds(marked.flatMap(({ total, count }) => Array<number>(count).fill(total)));
    for (const third of THIRDS) parts[third] += sizes[third];
    const scale = tests.length > 1 ? standardized(marked) : (rest: number) => rest;
    for (const { letter, count, total, rest } of marked) {
      const value = scale(rest);
      sums.attempts += count;
      sums.restSum += value * count;
      sums.restSquares += value * value * count;
      const choice = choices.get(letter ?? '');
      if (!choice) continue;
      choice.count += count;
      const shares = sharesOf(total);
      for (const third of THIRDS) choice[third] += count * shares[third];
      choice.restSum += value * count;
    }
  }
  const right = choices.get(correctAnswer);
  return {
    questionId: question.questionId,
    weight,
    correctAnswer,
    isWritten,
    correct: right?.count ?? 0,
    choices: [...choices.values()],
    ...sums,
    restSumOfCorrect: right?.restSum ?? 0,
    seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
    timed: rows.reduce((sum, { timed }) => sum + timed, 0),
    thirds: parts,
    tests: tests.length,
  };
}

function standardized(marked: readonly Marked[]): (rest: number) => number {
  const n = marked.reduce((sum, { count }) => sum + count, 0);
  const mean = marked.reduce((sum, { count, rest }) => sum + count * rest, 0) / n;
  const squares = marked.reduce((sum, { count, rest }) => sum + count * (rest - mean) ** 2, 0);
  const deviation = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
  return (rest) => (deviation === 0 ? 0 : (rest - mean) / deviation);
}
