import { restAfter } from '../jobs/giving-way.ts';

/** A call that waits for its turn in a lane. */
export interface Turn {
  /** Starts the call. */
  work(): void;
  /** Rejects the call: too many are waiting, or it waited too long. */
  refuse(): void;
}

/** Limits of a lane. */
export interface LaneLimits {
  /** Number of calls processed at the same time. */
  atOnce: number;
  /** Maximum number of waiting calls. */
  maxWaiting: number;
  longestWaitMs: number;
}

/**
 * A queue for calls that can wait: a few are processed at a time, in their order of arrival. After each call its place stays unused for a
 * while, so that calls outside the lane find the machine free.
 */
export interface Lane {
  /**
   * Calls either `work` or `refuse`, once: immediately, or when it is the call's turn.
   *
   * @returns a function to call when the call has ended or its client has disconnected; it may be called more than once. A call that ends
   * while it waits is neither processed nor refused.
   */
  enter(turn: Turn): () => void;
  /** `working`: places in use, including those kept unused after a call. `waiting`: calls that wait for a place. */
  load(): { working: number; waiting: number };
}

export function createLane({ atOnce, maxWaiting, longestWaitMs }: LaneLimits): Lane {
  let working = 0;
  /** Waiting calls in order of arrival, each with its timer and a function that starts it. */
  const waiting = new Map<Turn, { timer: NodeJS.Timeout; begin: () => void }>();

  const next = () => {
    for (const [turn, { timer, begin }] of waiting) {
      if (working >= atOnce) return;
      clearTimeout(timer);
      waiting.delete(turn);
      working += 1;
      begin();
    }
  };

  return {
    enter(turn) {
      let over = false;
      let since = 0;
      const refuse = () => {
        over = true;
        waiting.delete(turn);
        turn.refuse();
      };
      const begin = () => {
        since = performance.now();
        turn.work();
      };
      if (waiting.size >= maxWaiting) refuse();
      else {
        waiting.set(turn, { timer: setTimeout(refuse, longestWaitMs), begin });
        next();
      }
      return () => {
        if (over) return;
        over = true;
        clearTimeout(waiting.get(turn)?.timer);
        if (waiting.delete(turn)) return;
        setTimeout(
          () => {
            working -= 1;
            next();
          },
          restAfter(performance.now() - since),
        );
      };
    },
    load: () => ({ working, waiting: waiting.size }),
  };
}
