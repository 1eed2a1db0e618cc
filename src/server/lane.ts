import { restAfter } from './giving-way.ts';

/** A call that waits for its turn in a lane. */
export interface Turn {
  /** Starts the call. */
  work(): void;
  /** Rejects the call: too many are waiting, or it waited too long. */
  refuse(): void;
}

/** Limits of a lane. */
export interface LaneLimits {
  /** Calls worked at the same time. */
  atOnce: number;
  /** Calls that may wait. */
  mostWaiting: number;
  longestWaitMs: number;
}

/**
 * A queue for calls that can wait: a few are worked at a time, the others in the order in which they arrived. After each call its
 * place rests, so that calls outside the lane find the machine free.
 */
export interface Lane {
  /**
   * Calls `work` or `refuse`, exactly one of them and at most once: immediately, or when it is its turn.
   *
   * @returns a function to call when the call has ended or its client has gone; further calls of it do nothing. A turn that is
   *   left while it waits is neither worked nor refused.
   */
  enter(turn: Turn): () => void;
  /** `working`: places that are taken, those that rest among them. */
  load(): { working: number; waiting: number };
}

export function createLane({ atOnce, mostWaiting, longestWaitMs }: LaneLimits): Lane {
  let working = 0;
  /** In order of arrival; with what ends the wait. */
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
      if (waiting.size >= mostWaiting) refuse();
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
