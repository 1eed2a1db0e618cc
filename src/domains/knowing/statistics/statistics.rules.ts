import { wilson } from '../../../shared/wilson.ts';
import { OTHER } from '../../bank/answering/answering.rules.ts';
import { guessedBelow } from '../diagnostic/fit.rules.ts';
import { suspectedKey } from './miskey.rules.ts';

// Classical statistics of questions and tests. One convention everywhere: a question's mark is its weight when it was
// answered right and 0 otherwise, also when it was left out; variances and covariances divide by n − 1, as Moodle's do
// (docs.moodle.org, "Quiz statistics calculations"). What cannot be computed is null, never 0 and never NaN.

/** Minimum number of attempts for facility; with fewer, only counts are shown. */
export const FOR_FACILITY = 10;
/** Minimum number of attempts for discrimination and everything derived from it. */
export const FOR_DISCRIMINATION = 30;

/** How often one alternative was chosen, in total and in each third of the attempts, best third first; a third may have parts of attempts. */
export interface Choice {
  letter: string;
  count: number;
  top: number;
  middle: number;
  bottom: number;
  /** Sum of the points in the other questions, over the attempts that chose it. */
  restSum: number;
}

/** Sums over the valid attempts of one test, from which everything below is computed. */
export interface QuestionSums {
  questionId: number;
  weight: number;
  correctAnswer: string;
  /** Whether it is answered in writing; its choices are then the alternatives that the answers equal, and `OTHER`. */
  isWritten: boolean;
  /** Number of right answers. */
  correct: number;
  choices: readonly Choice[];
  /** Sums of the points R in the other questions: ΣR and ΣR² over all attempts, and ΣR over those that answered right. */
  restSum: number;
  restSquares: number;
  restSumOfCorrect: number;
  /** Sum of the known response times in seconds, and their number. */
  seconds: number;
  timed: number;
}

export interface TestSums {
  attempts: number;
  /** Σ and Σ² of the points, and the maximum points. */
  pointSum: number;
  pointSquares: number;
  possible: number;
}

/**
 * Sample variance from sums (divided by n − 1).
 *
 * @returns null for fewer than two values.
 */
function variance(n: number, sum: number, squares: number): number | null {
  if (n < 2) return null;
  return Math.max((squares - (sum * sum) / n) / (n - 1), 0);
}

/**
 * Pearson correlation of a 0/1 variable (`ones` of `n`) with R.
 *
 * @returns null when either does not vary.
 */
function correlationWith(
  ones: number,
  n: number,
  restSumOfOnes: number,
  restSum: number,
  restSquares: number,
): number | null {
  const own = variance(n, ones, ones);
  const rest = variance(n, restSum, restSquares);
  if (own === null || rest === null || own <= 0 || rest <= 1e-12) return null;
  const covariance = (restSumOfOnes - (ones * restSum) / n) / (n - 1);
  return covariance / Math.sqrt(own * rest);
}

/** z of a 95 % confidence interval. */
const Z = 1.959963984540054;

/** Returns the 95 % confidence interval of a share, lower and upper end, 0 … 1; null without observations. */
export const intervalOf = (count: number, n: number): [number, number] | null => wilson(count, n, Z);

/**
 * Returns the share of attempts that answered the question right, 0 … 1 ("facility", "p-value"); leaving it out counts as wrong. Null below
 * ten attempts.
 */
export function facility({ correct }: Pick<QuestionSums, 'correct'>, attempts: number): number | null {
  return attempts < FOR_FACILITY ? null : correct / attempts;
}

/**
 * Corrected item-total correlation: of the question's mark with the points in the *other* questions of the same attempt
 * (Henrysson 1963; Moodle's "discrimination index" ÷ 100). −1 … 1; null below thirty attempts or without variance.
 */
export function discrimination(question: QuestionSums, attempts: number): number | null {
  if (attempts < FOR_DISCRIMINATION) return null;
  return restCorrelation(question, attempts);
}

/** Returns the same without the minimum of thirty attempts, for comparing formulas. */
export function restCorrelation(question: QuestionSums, attempts: number): number | null {
  return correlationWith(question.correct, attempts, question.restSumOfCorrect, question.restSum, question.restSquares);
}

/** Returns the correlation of choosing an alternative with the points in the other questions. */
export function choiceCorrelation(choice: Choice, question: QuestionSums, attempts: number): number | null {
  return correlationWith(choice.count, attempts, choice.restSum, question.restSum, question.restSquares);
}

export interface TestStatistics {
  /** As a percentage of the maximum points. */
  mean: number | null;
  /** Standard deviation (n − 1), in percentage points. */
  spread: number | null;
  /** Cronbach's alpha (1951): P ÷ (P − 1) × (1 − Σ V(xᵢ) ÷ V(T)). May be negative; it is not clipped. */
  alpha: number | null;
  /** Standard error of measurement, SD(T) × √(1 − alpha), in percentage points; null for a negative alpha. */
  error: number | null;
}

/** Statistics of a whole test: mean and spread from ten attempts, the others from thirty. */
export function testStatistics(test: TestSums, questions: readonly QuestionSums[]): TestStatistics {
  const { attempts, pointSum, pointSquares, possible } = test;
  const nothing = { mean: null, spread: null, alpha: null, error: null };
  if (attempts < FOR_FACILITY || possible === 0) return nothing;
  const total = variance(attempts, pointSum, pointSquares);
  const mean = (pointSum / attempts / possible) * 100;
  const spread = total === null ? null : (Math.sqrt(total) / possible) * 100;
  if (attempts < FOR_DISCRIMINATION) return { ...nothing, mean, spread };
  const alpha = cronbach(test, questions);
  return {
    mean,
    spread,
    alpha,
    error: alpha === null || alpha < 0 || spread === null ? null : spread * Math.sqrt(1 - alpha),
  };
}

/** Cronbach's alpha; null with fewer than two questions or when all attempts have the same points. */
export function cronbach(test: TestSums, questions: readonly QuestionSums[]): number | null {
  const { attempts, pointSum, pointSquares } = test;
  const total = variance(attempts, pointSum, pointSquares);
  if (questions.length < 2 || total === null || total <= 1e-12) return null;
  const parts = questions.reduce((sum, { correct, weight }) => {
    const own = variance(attempts, correct * weight, correct * weight * weight);
    return sum + (own ?? 0);
  }, 0);
  return (questions.length / (questions.length - 1)) * (1 - parts / total);
}

export type Thirds = Record<'top' | 'middle' | 'bottom', number>;

/** The thirds of some attempts. */
export interface DividedAttempts {
  /** Number of attempts in each third. */
  sizes: Thirds;
  /** Share of an attempt with these points that belongs to each third; the three add up to 1. */
  sharesOf: (points: number) => Thirds;
}

/**
 * Divides attempts into a best, a middle and a last third. The outer thirds have n ÷ 3 attempts, rounded, and the middle one the rest: 36
 * attempts are 12, 12 and 12. Attempts with equal points are never separated by chance: where the border runs through them, each belongs to
 * both thirds in the same proportion (four attempts with equal points at ranks 11 to 14 of 36 count half in the best third, half in the
 * middle one).
 *
 * @param points points of each attempt, in any order.
 */
export function thirds(points: readonly number[]): DividedAttempts {
  // Sorted as numbers by the typed array, without a comparison function, because there may be hundreds of thousands.
  const sorted = Float64Array.from(points).sort().reverse();
  const outer = Math.round(sorted.length / 3);
  const ends = { top: outer, middle: sorted.length - outer, bottom: sorted.length };
  const shares = new Map<number, Thirds>();
  for (let first = 0; first < sorted.length; ) {
    const value = sorted[first] as number;
    let end = first + 1;
    while (end < sorted.length && sorted[end] === value) end += 1;
    const within = (from: number, to: number) => Math.max(0, Math.min(end, to) - Math.max(first, from)) / (end - first);
    shares.set(value, {
      top: within(0, ends.top),
      middle: within(ends.top, ends.middle),
      bottom: within(ends.middle, ends.bottom),
    });
    first = end;
  }
  return {
    sizes: { top: outer, middle: ends.middle - outer, bottom: outer },
    sharesOf: (value) => shares.get(value) ?? { top: 0, middle: 0, bottom: 0 },
  };
}

export type Flag =
  | { kind: 'too-easy' | 'too-hard' | 'weak' | 'negative' | 'left-out' }
  | { kind: 'confusing' | 'unused' | 'key-doubtful'; letter: string };

/** With this facility or more, a question does not distinguish anybody. */
const TOO_EASY = 0.95;
/**
 * A question surely below this correlation says little about the rest, and surely below 0 contradicts it. A good question in a test of ten that
 * is hard for those who take it still shows about 0.17; the usual 0.2 (Ebel & Frisbie 1991) is meant for long tests.
 */
const WEAK = 0.15;
/** An alternative that at least this share of the best third chooses misleads them. */
const CONFUSING = 0.25;
/** An alternative chosen by a smaller share attracts nobody (Haladyna & Downing 1993). */
const UNUSED = 0.05;
/** A question left out by more than this share may be unclear, or too late in the test. */
const LEFT_OUT = 0.1;

/** z of a bound that a share on the limit of a flag crosses by chance in 5 % of questions. */
const FLAG_Z = 1.645;
/** The bounds between which a share surely lies, one at a time; 0 and 1 without observations. */
const surely = (count: number, n: number) => {
  const [least, most] = wilson(count, n, FLAG_Z) ?? [0, 1];
  return { least, most };
};

/**
 * Returns the upper confidence bound of the correlation `found` in `n` attempts. Fisher's z-transformation (1921), atanh, makes correlations
 * nearly normal with a standard error of 1 ÷ √(n − 3).
 */
const highestCorrelation = (found: number, n: number) => Math.tanh(Math.atanh(found) + FLAG_Z / Math.sqrt(n - 3));

/**
 * Returns what a teacher should check, worst first. There are no flags below ten attempts, and those based on correlations need thirty.
 * Where a flag speaks of a share or a correlation, not the one found but its bound must be beyond the limit: one blank of ten is not "many".
 */
export function flagsOf(question: QuestionSums, attempts: number): Flag[] {
  if (attempts < FOR_FACILITY) return [];
  const flags: Flag[] = [];
  const right = surely(question.correct, attempts);
  if (attempts >= FOR_DISCRIMINATION) {
    const own = restCorrelation(question, attempts);
    const best = question.choices.reduce((sum, { top }) => sum + top, 0);
    const figures = question.choices.map((choice) => ({
      ...choice,
      isKey: choice.letter === question.correctAnswer,
      restCorrelation: choiceCorrelation(choice, question, attempts),
    }));
    const wrong = figures.filter(({ isKey }) => !isKey);
    const suspect = suspectedKey(figures);
    if (suspect) flags.push({ kind: 'key-doubtful', letter: suspect.letter });
    for (const { letter, top } of wrong)
      if (letter !== suspect?.letter && surely(top, best).least >= CONFUSING) flags.push({ kind: 'confusing', letter });
    const most = own === null ? 1 : highestCorrelation(own, attempts);
    if (most < 0) flags.push({ kind: 'negative' });
    else if (most < WEAK) flags.push({ kind: 'weak' });
    for (const choice of question.choices)
      if (choice.letter !== question.correctAnswer && surely(choice.count, attempts).most < UNUSED)
        flags.push({ kind: 'unused', letter: choice.letter });
  }
  if (right.least >= TOO_EASY) flags.push({ kind: 'too-easy' });
  if (question.choices.length > 0 && right.most < guessedBelow(question.isWritten ? 0 : question.choices.length))
    flags.push({ kind: 'too-hard' });
  const answered = question.choices.reduce((sum, { count }) => sum + count, 0);
  if (surely(attempts - answered, attempts).least >= LEFT_OUT) flags.push({ kind: 'left-out' });
  return flags
    .filter((flag) => !question.isWritten || isOfWriting(flag))
    .sort((a, b) => gravityOf([a]) - gravityOf([b]));
}

/** Nobody sees the alternatives of a question that is answered in writing: none of them is unused, and other answers are none. */
const isOfWriting = (flag: Flag) => flag.kind !== 'unused' && !('letter' in flag && flag.letter === OTHER);

/** All flags, in order of urgency. */
const GRAVITY: readonly Flag['kind'][] = [
  'key-doubtful',
  'negative',
  'confusing',
  'too-hard',
  'left-out',
  'weak',
  'too-easy',
  'unused',
];

/** Returns the urgency of the worst flag: 0 for a key that is probably wrong; without a flag a number higher than all others. */
export function gravityOf(flags: readonly { kind: string }[]): number {
  return Math.min(
    GRAVITY.length,
    ...flags.map(({ kind }) => GRAVITY.indexOf(kind as Flag['kind'])).filter((place) => place >= 0),
  );
}
