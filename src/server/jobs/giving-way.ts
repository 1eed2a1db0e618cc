import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// Work that nobody waits for uses these functions to leave the processor and the database to requests.

/**
 * Paces of background work. After each piece of work it rests `rests` times as long. `niceness` is that of its thread (0 as for requests,
 * 19 the lowest priority). On a busy machine a thread of niceness 19 hardly runs at all: with it, imports reached their time limit, and
 * connections to the database could not be opened.
 */
export const PACE = {
  /** For work whose end somebody waits for. */
  AWAITED: { rests: 2, niceness: 5 },
  /** For nightly work, which may take minutes. */
  NIGHTLY: { rests: 10, niceness: 10 },
} as const;
type Pace = (typeof PACE)[keyof typeof PACE];
/** Maximum rest in milliseconds. On a busy machine work takes longer, and without a maximum its rests would grow in proportion. */
const LONGEST_REST_MS = 50;
/** Milliseconds of uninterrupted calculation before a rest. */
const SPELL_MS = 4;

/** Returns the milliseconds to rest after this many milliseconds of work. */
export const restAfter = (workedMs: number, pace: Pace = PACE.AWAITED): number =>
  Math.min(pace.rests * workedMs, LONGEST_REST_MS);

/** Does some work, then rests. Suits statements, because the database rests as well. */
export async function thenRest<T>(work: () => Promise<T>, pace: Pace = PACE.AWAITED): Promise<T> {
  const since = performance.now();
  const result = await work();
  await pause(restAfter(performance.now() - since, pace));
  return result;
}

/** Returns the milliseconds of processor time that this thread has used. Waiting for a processor that others use does not count as work. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Creates a function that a long calculation in its own thread calls between its steps.
 *
 * @returns a function that returns the milliseconds to rest, or 0 until enough work has been done.
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

/** Like `restsBetweenSteps`, for a synchronous calculation: the returned function itself blocks the thread for the rest. */
export function stopBetweenSteps(pace: Pace): () => void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const rest = restsBetweenSteps(pace);
  return () => {
    const milliseconds = rest();
    if (milliseconds > 0) Atomics.wait(nobody, 0, 0, milliseconds);
  };
}

/** Gives the calling thread the priority of this pace, on systems where threads have separate priorities. */
export function giveWay(pace: Pace): void {
  if (process.platform === 'linux') os.setPriority(pace.niceness);
}
