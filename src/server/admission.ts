import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { unavailable } from './errors.ts';

/** Most requests in hand at a time; answers and completions may use the reserve on top of it. */
const CAPACITY = 400;
const RESERVE = 200;
/** However late the event loop runs, this many requests are still taken in. */
const FLOOR = 32;
/** Milliseconds by which timers may be late on average before less is taken in. */
const LATE = 50;
/** Milliseconds that calls took on average before less is taken in: the database may be the slow one, not this process. */
const SLOW = 500;
const SAMPLE = 100;
const RESOLUTION = 10;
/** Milliseconds after which a request that only its line holds up, coming in or going out, is no longer counted as work. */
const LINE = 300;
/** Most of those at a time; each costs a socket and nothing else. */
const MOST_ON_LINE = 4_000;
/** Milliseconds after which a connection on which nothing moves any more is closed; longer than any call takes. */
const STILL = 90_000;

/** What an operator and a balancer ask, which must be answered when nothing else is. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The door in front of the frame: how many requests may be in hand, and what happens to the others. It stands before
 * routing and hooks, because what is refused must cost next to nothing.
 */
export interface Admission {
  /** Makes the HTTP server whose requests pass through this door. */
  serve(handler: http.RequestListener, timeouts: { keepAlive: number; request: number }): http.Server;
  /** Refuses everything but `/healthz` until `open`: the process lives, but cannot serve yet. */
  shut(): void;
  open(): void;
  /** From now on every reply asks its connection to be closed, and `/readyz` says no: the process is about to end. */
  drain(): void;
  isDraining(): boolean;
  load(): { inHand: number; limit: number; refused: number };
}

/** A request that was let in. */
interface Held {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  since: number;
  /** Whether it counts as work: not while it waits for its own line. */
  counts: boolean;
}

/**
 * The limit after a sample: a late event loop or slow calls halve it, otherwise a little is given back. Cutting in parts
 * and growing in steps is what settles at the amount of work that can be done in good time.
 */
export function nextLimit(limit: number, late: number, took: number): number {
  return late > LATE || took > SLOW ? Math.max(FLOOR, Math.floor(limit / 2)) : Math.min(CAPACITY, limit + 20);
}

/** Calls that a child in the middle of a test depends on; refused last. */
function isMission(method: string | undefined, url: string | undefined): boolean {
  return url === '/api/answers' || (method === 'PUT' && url !== undefined && url.startsWith('/api/attempts/'));
}

/** @param headers of every response, refusals included. */
export function createAdmission(headers: Record<string, string>): Admission {
  const busy = unavailable(1);
  const body = Buffer.from(JSON.stringify(busy.toBody()));
  const refusal = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'private, no-store',
    'Retry-After': String(busy.retryAfter),
  };
  let state: 'open' | 'shut' | 'draining' = 'open';
  let inHand = 0;
  let limit = CAPACITY;
  let refused = 0;
  const inside = new Set<Held>();
  // Since the last sample: calls answered, and the milliseconds they took in all.
  let answered = 0;
  let spent = 0;
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION });
  const sample = () => {
    const late = lateness.mean / 1e6 - RESOLUTION;
    lateness.reset();
    limit = nextLimit(limit, late, spent / answered);
    spent = 0;
    answered = 0;
    leaveToLine(performance.now());
  };
  // A body that trickles in, or a reply that nobody reads, is no work: a few hundred of them must not shut everybody
  // else out, nor be taken for a slow database.
  const leaveToLine = (now: number) => {
    for (const held of inside) {
      if (now - held.since < LINE) continue;
      const works = held.request.complete && !held.response.writableEnded;
      if (works === held.counts) continue;
      held.counts = works;
      inHand += works ? 1 : -1;
      // All of it has come in at last: what it takes counts from here.
      if (works) held.since = now;
    }
  };

  const admits = (request: http.IncomingMessage): boolean => {
    const { method, url = '' } = request;
    if (ALWAYS.has(url)) return url === '/healthz' || state === 'open' || (state === 'draining' && url === '/metrics');
    if (state === 'shut' || inside.size - inHand > MOST_ON_LINE) return false;
    return inHand < (isMission(method, url) ? limit + RESERVE : limit);
  };

  return {
    serve(handler, timeouts) {
      const server = http.createServer((request, response) => {
        if (!admits(request)) {
          refused += 1;
          response.writeHead(503, refusal).end(body);
          return;
        }
        inHand += 1;
        const held = { request, response, since: performance.now(), counts: true };
        inside.add(held);
        // Comes once, after the last byte as well as after a cut.
        response.once('close', () => {
          inside.delete(held);
          if (!held.counts) return;
          inHand -= 1;
          answered += 1;
          spent += performance.now() - held.since;
        });
        handler(request, response);
      });
      server.keepAliveTimeout = timeouts.keepAlive;
      server.requestTimeout = timeouts.request;
      server.setTimeout(STILL);
      let sampling: NodeJS.Timeout | undefined;
      server.on('listening', () => {
        lateness.enable();
        sampling = setInterval(sample, SAMPLE).unref();
      });
      server.on('close', () => {
        lateness.disable();
        clearInterval(sampling);
      });
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
    isDraining: () => state === 'draining',
    load: () => ({ inHand, limit, refused }),
  };
}
