import { Refused } from './errors.ts';

/** Calls of one account that may wait for its heavy call in hand: a second tap, and another tab. */
const MOST_WAITING = 2;
const LONGEST_WAIT_MS = 10_000;
/** `Retry-After` of a refused call. */
const RETRY_SECONDS = 5;

/** Limits heavy calls (photographs, PDF files, imports) to one at a time for each account, so that one family cannot occupy the machine. */
export interface FamilyLanes {
  /**
   * Runs heavy work when the account has none in hand.
   *
   * @throws Refused 429 with `Retry-After` if too many calls of the account wait, or this one has waited too long.
   */
  run<T>(userId: number, work: () => Promise<T>): Promise<T>;
}

const busy = () =>
  new Refused(
    429,
    'heavy-work-in-hand',
    'Ainda estamos a tratar do seu pedido anterior. Tente de novo daqui a pouco.',
    {
      retryAfter: RETRY_SECONDS,
    },
  );

/** Creates the lanes of one process: an account has a lane while it has a heavy call. */
export function createFamilyLanes(longestWaitMs = LONGEST_WAIT_MS): FamilyLanes {
  /** The calls that wait, by account, in order of arrival. */
  const lanes = new Map<number, (() => void)[]>();

  const turnOf = (waiting: (() => void)[]) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(busy());
      }, longestWaitMs);
      waiting.push(begin);
    });

  return {
    async run(userId, work) {
      const waiting = lanes.get(userId);
      if (!waiting) lanes.set(userId, []);
      else if (waiting.length >= MOST_WAITING) throw busy();
      else await turnOf(waiting);
      try {
        return await work();
      } finally {
        const next = lanes.get(userId)?.shift();
        if (next) next();
        else lanes.delete(userId);
      }
    },
  };
}
