import { minutesFor } from '../../shared/durations.ts';
import { wholePercent } from '../../shared/percent.ts';
/** Seconds after the deadline during which answers and the completion still count as in time: a slow line, the finish at zero. */
export const GRACE_SECONDS = 60;

/** Seconds during which a closing by the deadline stays provisional. */
export const PROVISIONAL_SECONDS = 24 * 3600;

/**
 * Seconds that a child gets for a test. The only place that decides it: the result is stored as `time_limit`, and every
 * deadline is the start plus `time_limit`.
 *
 * @param duration minutes of the version that the child is given.
 */
export const timeLimitFor = (duration: number, extendedTime: 30 | 60 | null): number =>
  minutesFor(duration, extendedTime) * 60;

/** As much of an attempt as the rules about time need. */
export interface TimedAttempt {
  state: 'open' | 'provisional' | 'completed' | 'abandoned' | 'prepared' | 'printed';
  deadlineAt: Date;
}

/** Whether an open attempt is past its deadline and its grace, so that it has to be closed. */
export function isOverdue(attempt: TimedAttempt, now: Date): boolean {
  return attempt.state === 'open' && now.getTime() > attempt.deadlineAt.getTime() + GRACE_SECONDS * 1000;
}

export type AnswerVerdict = 'in-time' | 'late' | 'completed' | 'time-is-up' | 'prepared';

/**
 * Whether an answer may still be saved, and how it counts.
 *
 * Time is the server's clock, never the browser's. A closing by the deadline stays provisional for 24 hours so that
 * answers kept on an offline phone still count (`late`), if they were chosen before the deadline; but never once the
 * family has seen the result. The statement that saves an answer holds the same rule in SQL; a test runs
 * both over the same table.
 *
 * @param answeredAt when it was chosen, by the device's corrected clock; null when the device did not say.
 */
export function canAnswer(attempt: TimedAttempt, answeredAt: Date | null, now: Date): AnswerVerdict {
  if (attempt.state === 'completed' || attempt.state === 'abandoned' || attempt.state === 'printed') return 'completed';
  // Its answers come as a whole (features/prepared).
  if (attempt.state === 'prepared') return 'prepared';
  const past = now.getTime() - attempt.deadlineAt.getTime();
  if (attempt.state === 'open' && past <= GRACE_SECONDS * 1000) return 'in-time';
  const chosenInTime = answeredAt !== null && answeredAt.getTime() <= attempt.deadlineAt.getTime();
  return chosenInTime && past <= (GRACE_SECONDS + PROVISIONAL_SECONDS) * 1000 ? 'late' : 'time-is-up';
}

/** As much of a prepared attempt as decides whether it takes a sitting. */
export interface PreparedAttempt {
  state: TimedAttempt['state'];
  /** A sitting was taken already. */
  offline: boolean;
  preparedUntil: Date;
}

export type TicketVerdict = 'take' | 'repeated' | 'used' | 'started' | 'over';

/**
 * Whether a prepared attempt takes the sitting that a phone sends, with the same meaning of an end as `canAnswer`: what is
 * completed or abandoned (lapsed, given back, or because it freed the month's test) takes no answers ever.
 *
 * @param isSame whether the sitting that was taken is this very one.
 * @returns `started`: it was begun online instead; `over`: it lapsed or was given back.
 */
export function ticketVerdict(attempt: PreparedAttempt, isSame: boolean, now: Date): TicketVerdict {
  if (attempt.offline) return isSame ? 'repeated' : 'used';
  if (attempt.state === 'prepared') return now.getTime() < attempt.preparedUntil.getTime() ? 'take' : 'over';
  return attempt.state === 'abandoned' ? 'over' : 'started';
}

/** Seconds before the deadline from which on an end is the deadline's: the phone that finishes at zero may be a little early. */
const LAST_MOMENTS_SECONDS = 5;

/**
 * Whether an attempt was interrupted: its deadline ended it before half of its questions were answered (a power cut, a flat
 * battery, a child called away). That says nothing of what the child knows, so it gets no mark. A test finished early on
 * purpose is graded.
 */
export function isInterrupted(
  attempt: { questions: number; answered: number; deadlineAt: Date },
  endedAt: Date,
): boolean {
  const byDeadline = endedAt.getTime() >= attempt.deadlineAt.getTime() - LAST_MOMENTS_SECONDS * 1000;
  return byDeadline && attempt.answered * 2 < attempt.questions;
}

export interface ScoredQuestion {
  id: number;
  correctAnswer: string;
  weight: number;
}

export interface Score {
  /** Weights of the questions answered right, and of all questions. */
  points: number;
  possible: number;
  /** points ÷ possible in whole percent, halves upwards. */
  percentage: number;
  correct: number;
  /** Questions answered wrong or not at all. */
  incorrect: number;
}

/**
 * Scores an attempt from the questions frozen at its start. Weighted by question weight; a question without an answer
 * counts as incorrect.
 *
 * @param answers the letter chosen for each question id.
 */
export function score(questions: readonly ScoredQuestion[], answers: ReadonlyMap<number, string>): Score {
  let points = 0;
  let possible = 0;
  let correct = 0;
  for (const question of questions) {
    possible += question.weight;
    if (answers.get(question.id) !== question.correctAnswer) continue;
    points += question.weight;
    correct += 1;
  }
  return {
    points,
    possible,
    percentage: wholePercent(points, possible) ?? 0,
    correct,
    incorrect: questions.length - correct,
  };
}

/** Seconds as they are kept: whole, and never more than an hour or less than nothing. */
export function clampResponseTime(seconds: number | null | undefined): number | null {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return null;
  return Math.min(Math.max(Math.round(seconds), 0), 3600);
}

/** Longest time of one attempt that a device may tell, in milliseconds. */
const LONGEST_MS = 7_200_000;
const MOST_TIMES = 1_000;

/** Milliseconds as they are kept: whole, from nothing to two hours. */
export const clampMilliseconds = (value: number | null | undefined) => clamp(value, LONGEST_MS);

/** How often something happened, as it is kept. */
export const clampTimes = (value: number | null | undefined) => clamp(value, MOST_TIMES);

function clamp(value: number | null | undefined, most: number): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return Math.min(Math.max(Math.round(value), 0), most);
}

/** The phone in a few words, "Android 10, Chrome/120", from what its browser says of itself. */
export function deviceInWords(agent: string): string | null {
  const system =
    /Android [\d.]+|iPhone OS \d+|iPad|Windows NT [\d.]+|Mac OS X|CrOS/.exec(agent)?.[0] ?? /Linux/.exec(agent)?.[0];
  const browser =
    /(SamsungBrowser|OPR|Edg|Firefox|FxiOS|CriOS)\/\d+/.exec(agent)?.[0] ?? /(Chrome|Version)\/\d+/.exec(agent)?.[0];
  return [system, browser].filter(Boolean).join(', ') || null;
}

// Measured by `npm run bench -- weight` on a test of ten questions: headers and bodies of each call, both ways, as a
// browser and the app exchange them without a proxy between.
const BYTES_TO_START = 1_500;
const BYTES_PER_ANSWER = 1_400;
const BYTES_TO_FINISH = 6_400;

const BYTES_TO_PREPARE = 1_300;
const BYTES_TO_SEND = 1_700;
const BYTES_PER_ANSWER_SENT = 70;

/** Kilobytes (1,000 bytes) that preparing a test for a phone without network and sending its answers move. */
export function kilobytesToPrepare(presentedBytes: number, questionCount: number): number {
  return Math.ceil((presentedBytes + BYTES_TO_PREPARE + BYTES_TO_SEND + questionCount * BYTES_PER_ANSWER_SENT) / 1000);
}

/** Kilobytes (1,000 bytes) that taking a test moves once the app is on the phone. */
export function kilobytesFor(presentedBytes: number, questionCount: number): number {
  return Math.ceil((presentedBytes + BYTES_TO_START + questionCount * BYTES_PER_ANSWER + BYTES_TO_FINISH) / 1000);
}
