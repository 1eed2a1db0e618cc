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

/** A queue for calls that can wait: a few are worked at a time, the others in the order in which they arrived. */
export interface Lane {
  /**
   * Calls `work` or `refuse`, exactly one of them and at most once: immediately, or when it is its turn.
   *
   * @returns a function to call when the call has ended or its client has gone; further calls of it do nothing. A turn that is
   *   left while it waits is neither worked nor refused.
   */
  enter(turn: Turn): () => void;
  load(): { working: number; waiting: number };
}

export function createLane({ atOnce, mostWaiting, longestWaitMs }: LaneLimits): Lane {
  let working = 0;
  /** In order of arrival. */
  const waiting = new Map<Turn, NodeJS.Timeout>();

  const next = () => {
    for (const [turn, timer] of waiting) {
      if (working >= atOnce) return;
      clearTimeout(timer);
      waiting.delete(turn);
      working += 1;
      turn.work();
    }
  };

  return {
    enter(turn) {
      let over = false;
      const refuse = () => {
        over = true;
        waiting.delete(turn);
        turn.refuse();
      };
      if (waiting.size >= mostWaiting) refuse();
      else {
        waiting.set(turn, setTimeout(refuse, longestWaitMs));
        next();
      }
      return () => {
        if (over) return;
        over = true;
        clearTimeout(waiting.get(turn));
        if (waiting.delete(turn)) return;
        working -= 1;
        next();
      };
    },
    load: () => ({ working, waiting: waiting.size }),
  };
}
