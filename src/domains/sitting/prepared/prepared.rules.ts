import { possibleTime } from '../../../shared/time.ts';
import { ANSWER_GRACE_SECONDS } from '../attempts/attempts.rules.ts';

/** Maximum number of tests of one child that may be prepared at the same time. */
export const MAX_PREPARED = 5;

/** Message when a child has the maximum number of prepared tests, which may be on several phones. */
export const PREPARED_FULL = `Já há ${MAX_PREPARED} testes preparados, o máximo. Retire um para trazer outro.`;

/** Days for which a test is reserved. */
export const PREPARED_DAYS = 7;

/**
 * Returns the time before which a prepared test must be begun: what a phone sends after the end of the reservation is refused, whenever it
 * was begun.
 *
 * @param timeLimit in seconds.
 */
export const beginBefore = ({ preparedUntil, timeLimit }: { preparedUntil: Date; timeLimit: number }): Date =>
  new Date(preparedUntil.getTime() - timeLimit * 1000);

/** Maximum difference in milliseconds between the clocks of phone and server; not the grace period. */
const CLOCK_SKEW_MS = 60_000;
/** Milliseconds by which a sitting may exceed its time limit: the same as the grace period of a test taken online. */
const OVERRUN_MS = ANSWER_GRACE_SECONDS * 1000;

/** When a sitting took place, by the phone's wall clock and by its monotonic clock (`elapsedMs`, since the start). */
export interface SittingTimes {
  startedAt: Date;
  finishedAt: Date;
  elapsedMs: number;
  /** In the order in which they were chosen; `at` is set if the phone also recorded the wall clock. */
  answers: readonly { elapsedMs: number; at: Date | null }[];
}

/** The allowed times according to the server; `timeLimit` is in seconds. */
export interface AllowedTimes {
  preparedAt: Date;
  timeLimit: number;
}

/**
 * Returns whether the times of a sitting are plausible: it began after it was prepared and has ended by now; neither clock ran backwards;
 * by both clocks it took at most the time limit plus the grace period; and the monotonic clock did not run ahead of the wall clock, which would
 * mean that the wall clock was set back. A wall clock ahead of the monotonic one only means that the phone slept.
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
    // A phone synchronises its clock with the network now and then, which may set it back slightly.
    if (answer.at.getTime() < lastAt - 2_000 || answer.at.getTime() > finishedAt.getTime() + 2_000) return false;
    lastAt = answer.at.getTime();
  }
  return true;
}

/**
 * Returns the times with which a sitting is recorded: those of the phone, but within the reservation, not in the future, and not longer
 * than the time limit.
 */
export function countedTimes(
  { startedAt, finishedAt, elapsedMs }: Omit<SittingTimes, 'answers'>,
  { preparedAt, timeLimit }: AllowedTimes,
  now: Date,
): { startedAt: Date; finishedAt: Date } {
  const took = Math.min(Math.max(elapsedMs, finishedAt.getTime() - startedAt.getTime()), timeLimit * 1000);
  const latest = new Date(Math.max(now.getTime() - took, preparedAt.getTime()));
  const start = possibleTime(startedAt, { earliest: preparedAt, now: latest });
  return { startedAt: start, finishedAt: new Date(Math.min(start.getTime() + took, now.getTime())) };
}
