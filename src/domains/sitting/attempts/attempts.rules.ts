import { minutesFor } from '../../../shared/durations.ts';
import { wholePercent } from '../../../shared/percent.ts';
import type { AttemptState } from './attempts.contract.ts';

/**
 * Seconds after the deadline during which answers and the completion still count as in time, for slow connections and for a child who
 * finishes at the last second. Also the most by which a prepared sitting may exceed its time, and a device's sequence be ahead.
 */
export const ANSWER_GRACE_SECONDS = 60;

/** Seconds after the grace period during which an attempt that was closed by its deadline stays provisional. */
export const PROVISIONAL_SECONDS = 24 * 3600;

/**
 * Returns the seconds that a child gets for a test. Only this function decides them: its result is stored as `time_limit`, and every
 * deadline is the start plus `time_limit`.
 *
 * @param duration minutes of the version that the child is given.
 */
export const timeLimitFor = (duration: number, extendedTime: 30 | 60 | null): number =>
  minutesFor(duration, extendedTime) * 60;

/** The fields of an attempt that the rules about time use. */
export interface TimedAttempt {
  state: AttemptState;
  deadlineAt: Date;
}

/** Returns whether an open attempt is past its deadline and grace period, and so must be closed. */
export function isOverdue(attempt: TimedAttempt, now: Date): boolean {
  return attempt.state === 'open' && now.getTime() > attempt.deadlineAt.getTime() + ANSWER_GRACE_SECONDS * 1000;
}

export type AnswerVerdict = 'in-time' | 'late' | 'completed' | 'time-is-up' | 'prepared';

/**
 * Decides whether an answer may still be saved, and how it counts.
 *
 * The time is that of the server's clock, never of the browser's. An attempt closed by its deadline stays provisional for 24 hours, so that
 * answers stored on an offline phone still count (as `late`) if they were chosen before the deadline; but never after the family has seen
 * the result. The statement that saves an answer implements the same rule in SQL; a test runs both with the same table of cases.
 *
 * @param answeredAt when the answer was chosen, by the device's corrected clock; null if the device did not send it.
 */
export function canAnswer(attempt: TimedAttempt, answeredAt: Date | null, now: Date): AnswerVerdict {
  if (attempt.state === 'completed' || attempt.state === 'abandoned' || attempt.state === 'printed') return 'completed';
  // The answers of a prepared attempt arrive as a whole (domains/sitting/prepared).
  if (attempt.state === 'prepared') return 'prepared';
  const past = now.getTime() - attempt.deadlineAt.getTime();
  if (attempt.state === 'open' && past <= ANSWER_GRACE_SECONDS * 1000) return 'in-time';
  const chosenInTime = answeredAt !== null && answeredAt.getTime() <= attempt.deadlineAt.getTime();
  return chosenInTime && past <= (ANSWER_GRACE_SECONDS + PROVISIONAL_SECONDS) * 1000 ? 'late' : 'time-is-up';
}

/** The fields of a prepared attempt that decide whether it accepts a sitting. */
export interface PreparedAttempt {
  state: AttemptState;
  /** Whether a sitting has already been accepted. */
  offline: boolean;
  preparedUntil: Date;
}

export type TicketVerdict = 'take' | 'repeated' | 'used' | 'started' | 'over';

/**
 * Decides whether a prepared attempt accepts the sitting that a phone sends. As in `canAnswer`, an attempt that is completed or abandoned
 * (lapsed, given back, or ended to give back the month's free test) never accepts answers.
 *
 * @param isSame whether the sitting that was accepted earlier is this same one.
 * @returns `started` if the attempt was begun online instead; `over` if it lapsed or was given back.
 */
export function ticketVerdict(attempt: PreparedAttempt, isSame: boolean, now: Date): TicketVerdict {
  if (attempt.offline) return isSame ? 'repeated' : 'used';
  if (attempt.state === 'prepared') return now.getTime() < attempt.preparedUntil.getTime() ? 'take' : 'over';
  return attempt.state === 'abandoned' ? 'over' : 'started';
}

/**
 * An end within these seconds before the deadline counts as an end at the deadline: a phone that finishes at zero may be slightly early.
 */
const LAST_MOMENTS_SECONDS = 5;

/**
 * Returns whether an attempt was interrupted: its deadline ended it before half of its questions were answered (a power cut, an empty
 * battery, a child called away). Such an attempt does not show what the child knows, so it gets no mark. A test that is finished early on
 * purpose is graded.
 */
export function isInterrupted(
  attempt: { questions: number; answered: number; deadlineAt: Date },
  endedAt: Date,
): boolean {
  const byDeadline = endedAt.getTime() >= attempt.deadlineAt.getTime() - LAST_MOMENTS_SECONDS * 1000;
  return byDeadline && attempt.answered * 2 < attempt.questions;
}

/** A rehearsal of the exam that a child has begun. */
export interface BegunRehearsal {
  testId: number;
  interrupted: boolean;
}

/**
 * Returns how many rehearsals count towards the free one of a child that is to begin a test: all that it has begun, except interrupted
 * attempts at the test itself, so that it can be taken again.
 */
export const countRehearsals = (begun: readonly BegunRehearsal[], testId: number): number =>
  begun.filter((one) => one.testId !== testId || !one.interrupted).length;

export interface ScoredQuestion {
  id: number;
  correctAnswer: string;
  weight: number;
}

export interface Score {
  /** Sum of the weights of the questions answered right, and of all questions. */
  points: number;
  possible: number;
  /** points ÷ possible as a whole percentage (`wholePercent`). */
  percentage: number;
  correct: number;
  /** Questions answered wrong or not at all. */
  incorrect: number;
}

/**
 * Scores an attempt by the questions frozen at its start. Questions are weighted; a question without an answer counts as incorrect.
 *
 * @param answers the chosen letter by question id.
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

/** Longest times accepted from a device: for one answer, in seconds, and for one attempt, in milliseconds. */
const LONGEST_RESPONSE_SECONDS = 3_600;
const LONGEST_MS = 7_200_000;
const MAX_TIMES = 1_000;

/** Rounds seconds to the form in which they are stored: a whole number from 0 to an hour. */
export const clampResponseTime = (value: number | null | undefined) => clamp(value, LONGEST_RESPONSE_SECONDS);

/** Rounds milliseconds to the form in which they are stored: a whole number from 0 to two hours. */
export const clampMilliseconds = (value: number | null | undefined) => clamp(value, LONGEST_MS);

/** Limits a count to the range that is stored. */
export const clampTimes = (value: number | null | undefined) => clamp(value, MAX_TIMES);

function clamp(value: number | null | undefined, most: number): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return Math.min(Math.max(Math.round(value), 0), most);
}

/** Returns a short description of the phone, such as "Android 10, Chrome/120", from the browser's User-Agent header. */
export function deviceInWords(agent: string): string | null {
  const system =
    /Android [\d.]+|iPhone OS \d+|iPad|Windows NT [\d.]+|Mac OS X|CrOS/.exec(agent)?.[0] ?? /Linux/.exec(agent)?.[0];
  const browser =
    /(SamsungBrowser|OPR|Edg|Firefox|FxiOS|CriOS)\/\d+/.exec(agent)?.[0] ?? /(Chrome|Version)\/\d+/.exec(agent)?.[0];
  return [system, browser].filter(Boolean).join(', ') || null;
}

// Measured by `npm run bench -- weight` with a test of ten questions: headers and bodies of each call in both directions, as a browser and
// the app exchange them without a proxy in between.
const BYTES_TO_START = 1_500;
const BYTES_PER_ANSWER = 1_400;
const BYTES_TO_FINISH = 6_400;

const BYTES_TO_PREPARE = 1_300;
const BYTES_TO_SEND = 1_700;
const BYTES_PER_ANSWER_SENT = 70;

/** Returns the kilobytes (1,000 bytes) transferred to prepare a test for a phone without network and to send its answers. */
export function kilobytesToPrepare(presentedBytes: number, questionCount: number): number {
  return Math.ceil((presentedBytes + BYTES_TO_PREPARE + BYTES_TO_SEND + questionCount * BYTES_PER_ANSWER_SENT) / 1000);
}

/** Returns the kilobytes (1,000 bytes) transferred to take a test once the app is on the phone. */
export function kilobytesFor(presentedBytes: number, questionCount: number): number {
  return Math.ceil((presentedBytes + BYTES_TO_START + questionCount * BYTES_PER_ANSWER + BYTES_TO_FINISH) / 1000);
}

/** Compressed bytes of the ten questions of a test in the middle of the bank (weight.proof.test.ts). */
const USUAL_PRESENTED_BYTES = 1_500;

/** Kilobytes transferred to take a usual test, where no single test is meant. */
export const USUAL_KILOBYTES = kilobytesFor(USUAL_PRESENTED_BYTES, 10);
