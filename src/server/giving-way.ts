import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// How work that nobody waits for leaves processor and database to requests.

/**
 * The paces of such work: with `rests` as long as so many times the work before them, in a thread of this niceness (0 is that of
 * requests, 19 the lowest priority). Where others keep the processors busy, a thread of niceness 19 hardly runs at all: imports
 * reached their time limit then, and connections to the database could not be opened.
 */
export const PACE = {
  /** Somebody waits for the end. */
  AWAITED: { rests: 2, niceness: 5 },
  /** The night's work, which has minutes. */
  NIGHTLY: { rests: 10, niceness: 10 },
} as const;
type Pace = (typeof PACE)[keyof typeof PACE];
/** No rest is longer, in milliseconds: on a busy machine everything takes longer. */
const LONGEST_REST_MS = 50;
/** Milliseconds of calculation on end before a rest. */
const SPELL_MS = 4;

/** Milliseconds to rest after so many milliseconds of work. */
export const restAfter = (workedMs: number, pace: Pace = PACE.AWAITED): number =>
  Math.min(pace.rests * workedMs, LONGEST_REST_MS);

/** Does some work, then rests. For statements, so that the database rests as well. */
export async function thenRest<T>(work: () => Promise<T>, pace: Pace = PACE.AWAITED): Promise<T> {
  const since = performance.now();
  const result = await work();
  await pause(restAfter(performance.now() - since, pace));
  return result;
}

/** Milliseconds of processor time that this thread has used: waiting for a processor that others use is not work. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * For a long calculation in a thread of its own: a function to call between its steps.
 *
 * @returns after a spell of work, the milliseconds to rest; otherwise 0.
 */
export function restsBetweenSteps(pace: Pace): () => number {
  let since = usedMs();
  return () => {
    const worked = usedMs() - since;
    if (worked < SPELL_MS) return 0;
    since += worked;
    return restAfter(worked, pace);
  };
}

/** As restsBetweenSteps, for a calculation that cannot wait: the function itself stops the thread for the rest. */
export function stopBetweenSteps(pace: Pace): () => void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const rest = restsBetweenSteps(pace);
  return () => {
    const milliseconds = rest();
    if (milliseconds > 0) Atomics.wait(nobody, 0, 0, milliseconds);
  };
}

/** Gives the calling thread the priority of this pace, where a thread has one of its own. */
export function giveWay(pace: Pace): void {
  if (process.platform === 'linux') os.setPriority(pace.niceness);
}
