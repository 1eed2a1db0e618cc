import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// How work that nobody waits for leaves processor and database to requests.

/** How long a rest is, in times of the work before it: of work whose end somebody awaits, and of the night's work, which has minutes. */
export const REST = { AWAITED: 2, NIGHTLY: 10 } as const;
type Times = (typeof REST)[keyof typeof REST];
/** No rest is longer, in milliseconds: on a busy machine everything takes longer. */
const LONGEST_REST_MS = 50;
/** Milliseconds of calculation on end before a rest. */
export const SPELL_MS = 4;
/** The lowest priority of a thread. */
const PATIENT = 19;

/** Milliseconds to rest after so many milliseconds of work. */
export const restAfter = (workedMs: number, times: Times = REST.AWAITED): number =>
  Math.min(times * workedMs, LONGEST_REST_MS);

/** Rests after so many milliseconds of work. To be called between two statements, so that the database rests as well. */
export const rest = (workedMs: number): Promise<void> => pause(restAfter(workedMs));

/** Does some work, then rests. */
export async function thenRest<T>(work: () => Promise<T>, times: Times = REST.AWAITED): Promise<T> {
  const since = performance.now();
  const result = await work();
  await pause(restAfter(performance.now() - since, times));
  return result;
}

/** For a long calculation in a thread of its own: a function to call between its steps, which stops the thread for a rest after each spell. */
export function restBetweenSteps(times: Times): () => void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  let since = performance.now();
  return () => {
    const worked = performance.now() - since;
    if (worked < SPELL_MS) return;
    Atomics.wait(nobody, 0, 0, restAfter(worked, times));
    since = performance.now();
  };
}

/** Gives the calling thread the lowest priority, where a thread has one of its own. */
export function giveWay(): void {
  if (process.platform === 'linux') os.setPriority(PATIENT);
}
