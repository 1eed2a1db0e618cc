import type { Endpoint } from '../../shared/endpoint.ts';
import { Refused, unavailable } from './errors.ts';

/** Limits of lanes. */
interface LanesLimits {
  /** Number of calls processed at the same time, of all callers together; no limit by default. */
  atOnce?: number;
  /** Maximum number of waiting calls, of all callers together; no limit by default. */
  maxWaiting?: number;
  /** Maximum number of waiting calls of one caller. */
  maxWaitingOfOne: number;
  longestWaitMs: number;
  /** Whether the place of a call stays unused too while its caller's lane rests, so that other work finds the machine free. */
  placesRest?: true;
  /** Returns the refusal of a call that finds its lane full or waits too long; it states `Retry-After`. */
  refusal(): Refused;
}

/**
 * Limits expensive work to one piece at a time for each caller, and gives free places to the callers in turn: one who sends a hundred calls
 * delays another by one of them. The lanes belong to one process; with several processes a caller has one piece in hand in each.
 */
export interface FairLanes {
  /**
   * Runs the work when it is the caller's turn.
   *
   * @param who the account or the network that calls.
   * @param restMs returns for how long the caller's lane stays closed after work that took this long, in milliseconds.
   * @param ended aborted when nobody waits for the call any more. If it still waits for its turn, it gives up its place and throws the
   *   signal's reason.
   * @throws Refused if too many calls wait, or this one has waited too long.
   */
  run<T>(
    who: number | string,
    work: () => Promise<T>,
    restMs?: (tookMs: number) => number,
    ended?: AbortSignal,
  ): Promise<T>;
  /** @throws Refused if `run` would refuse now. */
  refuseIfFull(who: number | string): void;
  /** `working`: places in use, including those that rest. `waiting`: calls that wait for a place. */
  load(): { working: number; waiting: number };
}

interface Lane {
  inHand: boolean;
  /** Functions that begin the waiting calls, in order of arrival. */
  waiting: (() => void)[];
}

/** Creates lanes: a caller has one while a call of theirs is processed or waits. */
export function createFairLanes(limits: LanesLimits): FairLanes {
  const { atOnce = Infinity, maxWaiting = Infinity, maxWaitingOfOne, longestWaitMs, placesRest, refusal } = limits;
  /** In the order in which the callers get the next free place. */
  const lanes = new Map<number | string, Lane>();
  let working = 0;
  let waiting = 0;

  const beginNext = () => {
    for (const [who, lane] of lanes) {
      if (working >= atOnce) return;
      if (lane.inHand) continue;
      const begin = lane.waiting.shift();
      if (!begin) {
        lanes.delete(who);
        continue;
      }
      lane.inHand = true;
      working += 1;
      begin();
    }
  };

  const turnIn = (lane: Lane, ended: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        ended?.removeEventListener('abort', abandon);
        waiting -= 1;
      };
      const begin = () => {
        leave();
        resolve();
      };
      const giveUp = (reason: unknown) => {
        lane.waiting.splice(lane.waiting.indexOf(begin), 1);
        leave();
        reject(reason);
      };
      const abandon = () => giveUp(ended?.reason);
      const timer = setTimeout(() => giveUp(refusal()), longestWaitMs);
      ended?.addEventListener('abort', abandon);
      waiting += 1;
      lane.waiting.push(begin);
      beginNext();
    });

  const refuseIfFull = (who: number | string) => {
    const lane = lanes.get(who);
    const isFree = !lane?.inHand && working < atOnce;
    if (!isFree && ((lane?.waiting.length ?? 0) >= maxWaitingOfOne || waiting >= maxWaiting)) throw refusal();
  };

  return {
    refuseIfFull,
    load: () => ({ working, waiting }),
    async run(who, work, restMs, ended) {
      ended?.throwIfAborted();
      refuseIfFull(who);
      const lane = lanes.get(who) ?? { inHand: false, waiting: [] };
      lanes.set(who, lane);
      await turnIn(lane, ended);
      const since = performance.now();
      try {
        return await work();
      } finally {
        if (!placesRest) working -= 1;
        // The caller is now last in the order.
        lanes.delete(who);
        lanes.set(who, lane);
        const open = () => {
          if (placesRest) working -= 1;
          lane.inHand = false;
          beginNext();
        };
        const rest = restMs?.(performance.now() - since) ?? 0;
        if (rest > 0) setTimeout(open, rest);
        else open();
      }
    },
  };
}

/** The most milliseconds for which the account's next heavy call waits after one that was processed. */
const LONGEST_REST_MS = 2_000;

/**
 * Returns the rest after drawing a PDF file. It is drawn in the thread that answers everybody: with the rest one account keeps that thread
 * busy for a twenty-fifth of the time, so that fewer than one in twenty answers to others meet it.
 */
export const restAfterDrawing = (tookMs: number): number => Math.min(tookMs * 24, LONGEST_REST_MS);

/** Returns the rest after other heavy or costly work: one account keeps a thread busy for at most half of the time. */
export const restAfterHeavy = (tookMs: number): number => Math.min(tookMs, LONGEST_REST_MS);

/** Limits of heavy calls (photographs, PDF files, imports) of an account: two may wait, a second tap and another tab. */
export const HEAVY_CALLS: LanesLimits = {
  maxWaitingOfOne: 2,
  longestWaitMs: 10_000,
  refusal: () =>
    new Refused(
      429,
      'heavy-work-in-hand',
      'Ainda estamos a tratar do seu pedido anterior. Tente de novo daqui a pouco.',
      { retryAfter: 5 },
    ),
};

/**
 * Limits of costly calls of an account. A page and what the device sends meanwhile make fewer. Together with its pages and heavy calls they
 * are fewer than the requests that are always admitted (`MIN_REQUESTS` in admission.ts), so that one account alone never fills the places of
 * the others.
 */
const COSTLY_CALLS: LanesLimits = {
  maxWaitingOfOne: 20,
  longestWaitMs: 4_000,
  refusal: () =>
    new Refused(429, 'too-many-at-once', 'São pedidos a mais ao mesmo tempo. Tente de novo daqui a pouco.', {
      retryAfter: 2,
    }),
};

/**
 * Limits of an account's pages, which are read and drawn for it. The refusal is that of overload: the service worker then shows the copy
 * that the device has.
 */
const PAGES: LanesLimits = { maxWaitingOfOne: 5, longestWaitMs: 10_000, refusal: () => unavailable(2) };

/** The lanes of heavy calls, of costly calls and of pages; an account has one of each. */
export interface CallLanes {
  /** Runs the work of a call when it is the account's turn; at once if the endpoint is neither heavy nor costly. */
  run<T>(endpoint: Pick<Endpoint, 'heavy' | 'costly' | 'file'>, userId: number, work: () => Promise<T>): Promise<T>;
  /** @throws Refused if `run` would refuse a heavy call now. */
  refuseIfFull(endpoint: Pick<Endpoint, 'heavy'>, userId: number): void;
  /** Prepares a page when it is the account's turn. */
  page<T>(userId: number, prepare: () => Promise<T>): Promise<T>;
}

/** Creates the lanes of one process. */
export function createCallLanes(): CallLanes {
  const heavy = createFairLanes(HEAVY_CALLS);
  const costly = createFairLanes(COSTLY_CALLS);
  const pages = createFairLanes(PAGES);
  return {
    page: (userId, prepare) => pages.run(userId, prepare, restAfterHeavy),
    run(endpoint, userId, work) {
      if (endpoint.heavy) return heavy.run(userId, work, endpoint.file ? restAfterDrawing : restAfterHeavy);
      return endpoint.costly ? costly.run(userId, work, restAfterHeavy) : work();
    },
    refuseIfFull(endpoint, userId) {
      if (endpoint.heavy) heavy.refuseIfFull(userId);
    },
  };
}
