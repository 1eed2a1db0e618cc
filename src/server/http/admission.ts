import { randomInt } from 'node:crypto';
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { restAfter, thenRest } from '../jobs/giving-way.ts';
import { limitBodyTime } from './body-time.ts';
import { Refused, unavailable } from './errors.ts';
import { createFairLanes } from './fair-lanes.ts';
import { routedPath } from './routed-path.ts';
import { HTML, REFUSAL_POLICY, refusalPage, wantsPage } from './send-error.ts';

/** Maximum number of concurrent requests; saving answers and completing attempts may use the reserve on top of it. */
const MAX_REQUESTS = 400;
const RESERVED_REQUESTS = 200;
/** Lower bound of the limit, whatever the event loop delay. */
const MIN_REQUESTS = 32;
/** Mean event loop delay above which the limit is lowered. */
const SLOW_LOOP_MS = 50;
/** Mean response time above which the limit is lowered: the bottleneck may be the database. */
const SLOW_RESPONSE_MS = 500;
/** Interval at which the limit is adjusted. */
const SAMPLE_MS = 100;
const LOOP_RESOLUTION_MS = 10;
/** Time after which a request that waits only for its client's network no longer counts against the limit. */
const NETWORK_WAIT_MS = 300;
/** Maximum number of requests that wait only for their clients' networks; each costs only a socket. */
const MAX_NETWORK_WAITS = 4_000;
/** Time after which an idle connection is closed; longer than any call takes. */
const IDLE_CONNECTION_MS = 90_000;

/**
 * Limits of the lane for work that phones did offline; an account has one such call in hand at a time. The longest wait and the longest call
 * together are shorter than the time after which a phone gives up (`web/device/answer-queue.ts`).
 */
const OFFLINE_WORK = { atOnce: 2, maxWaiting: 1_000, maxWaitingOfOne: 20, longestWaitMs: 10_000 };
/** `Retry-After` of a refused call from the lane: random within these bounds, so that phones do not all retry at the same time. */
const OFFLINE_RETRY_SECONDS = { least: 5, most: 20 };

/** Health and metrics endpoints, which are never refused because of load. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Admission control: limits the number of concurrent requests and rejects the rest with 503 and `Retry-After`. It runs before
 * routing and hooks, so that a rejection is cheap.
 */
export interface Admission {
  /** Creates the HTTP server whose requests pass through admission control. */
  serve(handler: http.RequestListener, timeouts: Timeouts): http.Server;
  /** Rejects everything but `/healthz` until `open` is called: the process is alive but not ready. */
  shut(): void;
  open(): void;
  /** Starts draining: every reply closes its connection, and `/readyz` fails. */
  drain(): void;
  isDraining(): boolean;
  /**
   * Makes a call that somebody hands in for a device, at the pace at which the device could make it: in its account's turn in the lane if
   * the call waits there, otherwise at once and followed by a rest.
   *
   * @throws Refused 503 if too many calls wait in the lane, or this one has waited too long.
   */
  handedIn<T>(call: { method: string; url: string }, account: number, work: () => Promise<T>): Promise<T>;
  /** `inHand`: requests that count against the limit. `waiting`: requests in the lane for offline work. */
  load(): { inHand: number; limit: number; refused: number; waiting: number };
}

/** Time limits of a connection, in milliseconds. */
interface Timeouts {
  keepAlive: number;
  /** For the headers of a request, and then for its body unless `extendBodyTime` allows more. */
  request: number;
  /** For the whole of any request. */
  upload: number;
}

/** A request whose handler was called and that has not ended. */
interface Admitted {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  /** Start of the measured duration, in milliseconds of `performance.now`. */
  since: number;
  /** Whether the request counts against the limit; false while it waits for its client's network. */
  counts: boolean;
}

/**
 * Returns the limit after a sample: halved if the event loop or the calls are slow, otherwise raised slightly (additive increase,
 * multiplicative decrease).
 *
 * @param loopDelayMs mean delay of the event loop.
 * @param responseMs mean response time; NaN without responses.
 */
export function nextLimit(limit: number, loopDelayMs: number, responseMs: number): number {
  return loopDelayMs > SLOW_LOOP_MS || responseMs > SLOW_RESPONSE_MS
    ? Math.max(MIN_REQUESTS, Math.floor(limit / 2))
    : Math.min(MAX_REQUESTS, limit + 20);
}

/** Returns whether a child needs this call during a test; such calls are rejected last. */
function isDuringTest({ method, url = '' }: http.IncomingMessage): boolean {
  const path = routedPath(url);
  return path === '/api/answers' || (method === 'PUT' && path.startsWith('/api/attempts/'));
}

/**
 * Returns whether a call sends work done offline: whole sittings, and reviews of cards. After a power cut the phones of a town send them at
 * the same time, and nobody waits for the replies.
 */
function bringsOfflineWork({ method, url = '' }: Pick<http.IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'POST' && /^\/api\/(prepared\/[^/]+\/sitting|children\/[^/]+\/practice)$/.test(routedPath(url));
}

/** Returns the error that Node reports for a request that did not arrive in time. */
const bodyTooLate = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Calls `received` once, when the whole body of a request has arrived, or as much of it as fits into its buffer. Does not read the body.
 *
 * @param received gets whether the body is whole. Otherwise it is larger than `BODY_LIMIT` of `web-server.ts`, which the buffer exceeds.
 */
function whenReceived(request: http.IncomingMessage, received: (isWhole: boolean) => void): void {
  const check = () => {
    if (!request.complete && request.readableLength < request.readableHighWaterMark) return;
    request.off('readable', check);
    received(request.complete);
  };
  request.on('readable', check);
}

/** Returns whether optional work should be skipped: the limit is lowered, or many requests are being answered. */
export function isBusy(admission: Pick<Admission, 'load'>): boolean {
  const { limit, inHand } = admission.load();
  return limit < MAX_REQUESTS || inHand > MIN_REQUESTS;
}

/** Counts requests from the call of their handler to their end, and adjusts the limit to the response times. */
function createCounter() {
  let inHand = 0;
  let limit = MAX_REQUESTS;
  const inside = new Set<Admitted>();
  // Since the last sample: number of calls answered and their total duration in milliseconds.
  let answered = 0;
  let spent = 0;
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  let sampling: NodeJS.Timeout | undefined;

  // Slow uploads and unread replies do not count: a few hundred of them must not block other clients or be mistaken for
  // a slow database.
  const updateNetworkWaits = (now: number) => {
    for (const admitted of inside) {
      if (now - admitted.since < NETWORK_WAIT_MS) continue;
      const works = admitted.request.complete && !admitted.response.writableEnded;
      if (works === admitted.counts) continue;
      admitted.counts = works;
      inHand += works ? 1 : -1;
      // The body is complete; the duration is measured from here.
      if (works) admitted.since = now;
    }
  };
  const sample = () => {
    const delay = loopDelay.mean / 1e6 - LOOP_RESOLUTION_MS;
    loopDelay.reset();
    limit = nextLimit(limit, delay, spent / answered);
    spent = 0;
    answered = 0;
    updateNetworkWaits(performance.now());
  };

  return {
    load: () => ({ inHand, limit, networkWaits: inside.size - inHand }),
    /** Calls the handler and counts the request until it ends. */
    handle(handler: http.RequestListener, request: http.IncomingMessage, response: http.ServerResponse) {
      inHand += 1;
      const admitted = { request, response, since: performance.now(), counts: true };
      inside.add(admitted);
      // Emitted once, after the last byte or an abort.
      response.once('close', () => {
        inside.delete(admitted);
        if (!admitted.counts) return;
        inHand -= 1;
        answered += 1;
        spent += performance.now() - admitted.since;
      });
      handler(request, response);
    },
    startSampling() {
      loopDelay.enable();
      sampling = setInterval(sample, SAMPLE_MS).unref();
    },
    stopSampling() {
      loopDelay.disable();
      clearInterval(sampling);
    },
  };
}

/** Returns the account whose session a request names; undefined if it names none. */
export type AccountOf = (request: http.IncomingMessage) => Promise<number | undefined>;

type Refuse = (response: http.ServerResponse, retryAfterSeconds?: number) => void;

/** Handles offline work: each account's calls in turn, a few at a time. */
function createOfflineWork(
  limits: typeof OFFLINE_WORK,
  counter: ReturnType<typeof createCounter>,
  accountOf: AccountOf,
  refuse: Refuse,
) {
  /** Calls that have not reached the lane: their body is still arriving, or their account is being looked up. */
  let arriving = 0;
  const lane = createFairLanes({
    ...limits,
    placesRest: true,
    refusal: () => unavailable(randomInt(OFFLINE_RETRY_SECONDS.least, OFFLINE_RETRY_SECONDS.most + 1)),
  });

  /** Handles a request when it is the turn of its account. */
  const takeTurn = (
    account: number,
    handler: http.RequestListener,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) => {
    const ended = new AbortController();
    response.once('close', () => ended.abort());
    const handle = () =>
      new Promise<void>((resolve) => {
        response.once('close', resolve);
        counter.handle(handler, request, response);
      });
    lane.run(account, handle, restAfter, ended.signal).catch((error: unknown) => {
      if (error instanceof Refused) refuse(response, error.retryAfter);
      else if (!ended.signal.aborted) throw error;
    });
  };

  /**
   * Queues a request in the lane when its body has arrived, and handles it in its turn. A slow upload takes no place in the lane. A request
   * without a session, or with a body that is too large, is handled like any other: it will be refused.
   */
  const queue = async (handler: http.RequestListener, request: http.IncomingMessage, response: http.ServerResponse) => {
    arriving += 1;
    const isWhole = await new Promise<boolean>((resolve) => {
      whenReceived(request, resolve);
      response.once('close', () => resolve(false));
    });
    // While the account cannot be looked up, the handler answers with that error.
    const account = isWhole ? await accountOf(request).catch(() => undefined) : undefined;
    arriving -= 1;
    if (response.closed) return;
    const { inHand, limit } = counter.load();
    if (account !== undefined) takeTurn(account, handler, request, response);
    else if (inHand < limit) counter.handle(handler, request, response);
    else refuse(response);
  };

  const handedIn: Admission['handedIn'] = (call, account, work) =>
    bringsOfflineWork(call) ? lane.run(account, work, restAfter) : thenRest(work);

  return { queue, handedIn, load: () => ({ arriving, waiting: lane.load().waiting }) };
}

/** @param headers headers of every response, refusals included. */
export function createAdmission(
  headers: Record<string, string>,
  accountOf: AccountOf,
  offlineWork = OFFLINE_WORK,
): Admission {
  const body = unavailable().toBody();
  const call = Buffer.from(JSON.stringify(body));
  const page = Buffer.from(refusalPage(body, 1));
  let state: 'open' | 'shut' | 'draining' = 'open';
  let refused = 0;
  const counter = createCounter();

  const refuse: Refuse = (response, retryAfterSeconds = 1) => {
    refused += 1;
    const isPage = wantsPage(response.req);
    const refusal = isPage ? page : call;
    response
      .writeHead(503, {
        ...headers,
        ...(isPage ? { 'Content-Security-Policy': REFUSAL_POLICY } : {}),
        'Content-Type': isPage ? HTML : 'application/json; charset=utf-8',
        'Content-Length': refusal.length,
        'Cache-Control': 'private, no-store',
        'Retry-After': String(retryAfterSeconds),
      })
      .end(refusal);
  };

  const offline = createOfflineWork(offlineWork, counter, accountOf, refuse);

  const admits = (request: http.IncomingMessage): boolean => {
    const path = routedPath(request.url ?? '');
    if (ALWAYS.has(path))
      return path === '/healthz' || state === 'open' || (state === 'draining' && path === '/metrics');
    const { inHand, limit, networkWaits } = counter.load();
    if (state === 'shut' || networkWaits + offline.load().arriving > MAX_NETWORK_WAITS) return false;
    return bringsOfflineWork(request) || inHand < (isDuringTest(request) ? limit + RESERVED_REQUESTS : limit);
  };

  return {
    serve(handler, timeouts) {
      const server = http.createServer((request, response) => {
        limitBodyTime(request, timeouts.request, () => server.emit('clientError', bodyTooLate(), request.socket));
        if (!admits(request)) refuse(response);
        // Health and metrics requests count neither against the limit nor in the durations.
        else if (ALWAYS.has(routedPath(request.url ?? ''))) handler(request, response);
        else if (bringsOfflineWork(request)) void offline.queue(handler, request, response);
        else counter.handle(handler, request, response);
      });
      server.keepAliveTimeout = timeouts.keepAlive;
      server.headersTimeout = timeouts.request;
      server.requestTimeout = timeouts.upload;
      server.setTimeout(IDLE_CONNECTION_MS);
      server.on('listening', counter.startSampling);
      server.on('close', counter.stopSampling);
      return server;
    },
    shut: () => {
      state = 'shut';
    },
    open: () => {
      state = 'open';
    },
    drain: () => {
      state = 'draining';
    },
    handedIn: offline.handedIn,
    isDraining: () => state === 'draining',
    load: () => {
      const { inHand, limit } = counter.load();
      return { inHand, limit, refused, waiting: offline.load().waiting };
    },
  };
}
