import { GRACE_SECONDS } from '../attempts/attempts.rules.ts';

/** Tests of one child that may be prepared at the same time. */
export const MOST_PREPARED = 5;

/** Days for which a test is reserved. */
export const PREPARED_DAYS = 7;

/** Milliseconds by which the clocks of phone and server may differ. */
const CLOCK_SKEW_MS = 60_000;
/** Milliseconds by which a sitting may exceed its time: as long as the grace of a test that is taken online. */
const OVERRUN_MS = GRACE_SECONDS * 1000;

/** When a sitting was taken, by the phone's wall clock and (`elapsedMs`, since the start) by its monotonic clock. */
export interface SittingTimes {
  startedAt: Date;
  finishedAt: Date;
  elapsedMs: number;
  /** In the order in which they were chosen; `at` where the phone also noted the wall clock. */
  answers: readonly { elapsedMs: number; at: Date | null }[];
}

/** What the server knows of its time; `timeLimit` in seconds. */
export interface AllowedTimes {
  preparedAt: Date;
  timeLimit: number;
}

/**
 * Whether the times of a sitting hold: begun after it was prepared and ended by now; neither clock ran backwards; start to end
 * took no longer than the time limit and a minute by both clocks; and the monotonic clock did not run ahead of the wall clock,
 * which would mean that the wall clock was set back. A wall clock ahead of the monotonic one is a phone that slept.
 */
export function timesHold(sitting: SittingTimes, { preparedAt, timeLimit }: AllowedTimes, now: Date): boolean {
  const { startedAt, finishedAt, elapsedMs, answers } = sitting;
  const wall = finishedAt.getTime() - startedAt.getTime();
  const most = timeLimit * 1000 + OVERRUN_MS;
  if (
    startedAt.getTime() < preparedAt.getTime() - CLOCK_SKEW_MS ||
    finishedAt.getTime() > now.getTime() + CLOCK_SKEW_MS
  )
    return false;
  if (wall < 0 || wall > most || elapsedMs > most || elapsedMs > wall + CLOCK_SKEW_MS) return false;
  let last = 0;
  let lastAt = startedAt.getTime();
  for (const answer of answers) {
    if (answer.elapsedMs < last || answer.elapsedMs > elapsedMs) return false;
    last = answer.elapsedMs;
    if (answer.at === null) continue;
    // A phone asks the time of the network now and then and may go back by a moment.
    if (answer.at.getTime() < lastAt - 2_000 || answer.at.getTime() > finishedAt.getTime() + 2_000) return false;
    lastAt = answer.at.getTime();
  }
  return true;
}

/**
 * When a sitting counts as taken: as the phone says, but within the reservation, not in the future, and no longer than its time.
 */
export function countedTimes(
  { startedAt, finishedAt, elapsedMs }: Omit<SittingTimes, 'answers'>,
  { preparedAt, timeLimit }: AllowedTimes,
  now: Date,
): { startedAt: Date; finishedAt: Date } {
  const took = Math.min(Math.max(elapsedMs, finishedAt.getTime() - startedAt.getTime()), timeLimit * 1000);
  const latest = Math.max(now.getTime() - took, preparedAt.getTime());
  const start = Math.min(Math.max(startedAt.getTime(), preparedAt.getTime()), latest);
  return { startedAt: new Date(start), finishedAt: new Date(Math.min(start + took, now.getTime())) };
}
