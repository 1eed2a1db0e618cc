import type { FrozenQuestion } from '../../bank/test-bank/tests.rules.ts';

// Whether a child tried (response-time effort): Wise & Kong (2005); thresholds at 10 % of a question's usual time, Wise & Ma (2012).

/** Bounds of the threshold of a question. The child's test needs no others. */
const QUICK = {
  /** A threshold is this share of the question's usual time. */
  SHARE_OF_TIME: 0.1,
  /** With at least this number of valid answers, the usual time is their median; before that, it is estimated from the question's words. */
  FOR_MEDIAN: 30,
  SECONDS_TO_START: 3,
  SECONDS_PER_WORD: 0.5,
  LOWEST_MS: 1_500,
  HIGHEST_MS: 5_000,
} as const;

/** Bounds of the effort rule; sources in docs/knowing.md. */
export const EFFORT = {
  ...QUICK,
  /** From `FULL` on, a result does not mention effort. Below `ENOUGH` it enters no averages, unless most quick answers are right (`KNOWING`). */
  FULL: 0.9,
  ENOUGH: 0.8,
  /** There is no warning when at least this share of the quick answers is right. */
  KNOWING: 0.75,
  /** Answers that took less than this on average, by the server's clock, were not given by a child, however many are right. */
  FASTEST_MS: 100,
} as const;

/** The data from which a question's threshold is computed. */
export interface QuestionTimes {
  /** Median time of its valid answers, in milliseconds; null while there are none. */
  medianMs: number | null;
  /** Number of valid answers with a time. */
  answers: number;
  /** Number of words of the statement and the alternatives. */
  words: number;
}

/**
 * Returns the time in milliseconds below which an answer is too quick for the child to have read the question: 10 % of the median time of
 * its valid answers once there are 30, before that 10 % of (3 s + 0.5 s per word); at least 1.5 s and at most 5 s.
 */
export function quickThreshold({ medianMs, answers, words }: QuestionTimes): number {
  const usual =
    medianMs !== null && answers >= QUICK.FOR_MEDIAN
      ? medianMs
      : (QUICK.SECONDS_TO_START + QUICK.SECONDS_PER_WORD * words) * 1_000;
  return Math.min(Math.max(usual * QUICK.SHARE_OF_TIME, QUICK.LOWEST_MS), QUICK.HIGHEST_MS);
}

/** Returns the number of words that a child reads before it answers. @param alternatives those that it reads; none if it writes the answer. */
export const wordsToRead = (statement: string, alternatives: readonly string[]): number =>
  [statement, ...alternatives].join(' ').split(/\s+/).length;

/** One answered question of an attempt. */
export interface TimedAnswer {
  /**
   * Milliseconds on screen until the answer, summed over all visits and changes; null (or not a number) when the device did not send it.
   */
  visibleMs: number | null;
  right: boolean;
}

/**
 * Returns the times of an attempt's answers as far as the server's clock confirms them: together they took no longer than the time in which
 * the answers arrived. Longer times are reduced in proportion; answers of unknown time share what the others leave.
 *
 * @param times in milliseconds, as the device measured them; null where it did not.
 * @param spanMs from the start until the last answer, by the server's clock; null if the server did not see the answers being given.
 */
export function timesWithin(times: readonly (number | null)[], spanMs: number | null): (number | null)[] {
  if (spanMs === null) return [...times];
  const measured = times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
  const unknown = times.filter((time) => time === null).length;
  const share = measured > spanMs ? spanMs / measured : 1;
  return times.map((time) => (time === null ? Math.max(spanMs - measured, 0) / unknown : time * share));
}

/** `full`: effort is not mentioned. `some`: the parent sees a sentence about it. `low`: the result is only in the history. */
export type EffortLevel = 'full' | 'some' | 'low';

export interface Effort {
  /** Share of the answered questions at or above their threshold, 0 … 1; null when no question was answered. */
  effort: number | null;
  answered: number;
  /** Number of answers below their threshold, and how many of them were right. */
  quick: number;
  quickRight: number;
  level: EffortLevel;
  /** The highest threshold among the quick answers, in milliseconds; null if there are none. */
  slowestQuickMs: number | null;
  /** Indexes of the quick answers. */
  quickAt: number[];
}

/**
 * Returns the effort of an attempt (response-time effort, Wise & Kong 2005): the share of its answered questions that took at least their
 * threshold. Level: `full` from 0.90, `some` from 0.80, `low` below; but `full` whenever at least three quarters of the quick answers are
 * right, because quick and right is not guessing. An answer exactly at its threshold is not quick, nor is one of unknown time. Answers that
 * arrived faster than anybody can tap (`FASTEST_MS`) are always `low`.
 *
 * @param answers one for each question of the attempt; null for a question that was not answered, which does not count.
 * @param thresholds in milliseconds, one for each question in the same order (`quickThreshold`).
 * @param spanMs as in `timesWithin`.
 */
export function attemptEffort(
  answers: readonly (TimedAnswer | null)[],
  thresholds: readonly number[],
  spanMs: number | null = null,
): Effort {
  let [answered, quick, quickRight] = [0, 0, 0];
  let slowestQuickMs: number | null = null;
  const quickAt: number[] = [];
  for (const [index, answer] of answers.entries()) {
    if (!answer) continue;
    answered += 1;
    const threshold = thresholds[index] ?? 0;
    // Negated, so that NaN counts as unknown and not as quick.
    if (answer.visibleMs === null || !(answer.visibleMs < threshold)) continue;
    quick += 1;
    quickAt.push(index);
    if (answer.right) quickRight += 1;
    slowestQuickMs = Math.max(slowestQuickMs ?? 0, threshold);
  }
  const effort = answered === 0 ? null : (answered - quick) / answered;
  const level = (): EffortLevel => {
    if (spanMs !== null && spanMs < EFFORT.FASTEST_MS * answered) return 'low';
    if (effort === null || effort >= EFFORT.FULL || quickRight >= EFFORT.KNOWING * quick) return 'full';
    return effort >= EFFORT.ENOUGH ? 'some' : 'low';
  };
  return { effort, answered, quick, quickRight, level: level(), slowestQuickMs, quickAt };
}

/** Computes the effort of an attempt from the times of its answers and the usual times of its questions. @param spanMs as in `timesWithin`. */
export function effortOf(
  questions: readonly FrozenQuestion[],
  answers: readonly { questionId: number; selectedAnswer: string; visibleMs: number | null }[],
  times: ReadonlyMap<number, { medianMs: number | null; answers: number }>,
  spanMs: number | null,
): Effort & { quickQuestions: number[] } {
  const seen = timesWithin(
    answers.map(({ visibleMs }) => visibleMs),
    spanMs,
  );
  const given = new Map(
    answers.map((answer, index) => [answer.questionId, { ...answer, visibleMs: seen[index] ?? null }]),
  );
  const effort = attemptEffort(
    questions.map(({ id, correctAnswer }) => {
      const answer = given.get(id);
      return answer ? { visibleMs: answer.visibleMs, right: answer.selectedAnswer === correctAnswer } : null;
    }),
    questions.map(({ id, statement, alternatives, answering }) => {
      const words = wordsToRead(statement, answering ? [] : alternatives);
      return quickThreshold({ medianMs: null, answers: 0, ...times.get(id), words });
    }),
    spanMs,
  );
  return { ...effort, quickQuestions: effort.quickAt.map((index) => questions[index]?.id as number) };
}

/** An answer before or after the pause, and whether it was below its threshold. */
type AroundPause = 'quick_before' | 'slow_before' | 'quick_after' | 'slow_after';

/**
 * Says of each answer of an attempt with a pause whether it came before or after it and whether it was quick. Answers without a time are left out.
 *
 * @param pausedAtMs when the child was asked to read calmly, in milliseconds since the start. The answer that led to it came before it.
 */
export function answersAroundPause(
  answers: readonly { questionId: number; firstTapMs?: number | null }[],
  quickQuestions: readonly number[],
  pausedAtMs: number,
): AroundPause[] {
  return answers.flatMap(({ questionId, firstTapMs = null }) => {
    if (firstTapMs === null) return [];
    return `${quickQuestions.includes(questionId) ? 'quick' : 'slow'}_${firstTapMs <= pausedAtMs ? 'before' : 'after'}` as const;
  });
}
