import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// How work that nobody waits for leaves processor and database to requests.

/** How long a rest is, in times of the work before it, and in milliseconds at most: on a busy machine everything takes longer. */
const REST = 2;
const LONGEST_REST_MS = 50;
/** The lowest priority of a thread. */
const PATIENT = 19;

/** Milliseconds to rest after so many milliseconds of work. */
export const restAfter = (workedMs: number): number => Math.min(REST * workedMs, LONGEST_REST_MS);

/** Rests after so many milliseconds of work. To be called between two statements, so that the database rests as well. */
export const rest = (workedMs: number): Promise<void> => pause(restAfter(workedMs));

/** Does some work, then rests. */
export async function thenRest<T>(work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  await rest(performance.now() - since);
  return result;
}

/** Gives the calling thread the lowest priority, where a thread has one of its own. */
export function giveWay(): void {
  if (process.platform === 'linux') os.setPriority(PATIENT);
}
