import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { unavailable } from './errors.ts';

/** Maximum number of concurrent requests; saving answers and completing attempts may use the reserve on top of it. */
const CAPACITY = 400;
const RESERVE = 200;
/** Lower bound of the limit, whatever the event loop delay. */
const FLOOR = 32;
/** Average event loop delay in milliseconds above which the limit is lowered. */
const LATE = 50;
/** Average response time in milliseconds above which the limit is lowered: the bottleneck may be the database. */
const SLOW = 500;
const SAMPLE = 100;
const RESOLUTION = 10;
/** Milliseconds after which a request that waits only for its client's network no longer counts against the limit. */
const LINE = 300;
/** Maximum number of such requests; each costs only a socket. */
const MOST_ON_LINE = 4_000;
/** Milliseconds after which an idle connection is closed; longer than any call takes. */
const STILL = 90_000;

/** Health and metrics endpoints, which are never refused. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Admission control: limits the number of concurrent requests and rejects the rest. It runs before routing and hooks,
 * so that a rejection is cheap.
 */
export interface Admission {
  /** Creates the HTTP server whose requests pass through admission control. */
  serve(handler: http.RequestListener, timeouts: { keepAlive: number; request: number }): http.Server;
  /** Rejects everything but `/healthz` until `open` is called: the process is alive but not ready. */
  shut(): void;
  open(): void;
  /** Starts draining: every reply closes its connection, and `/readyz` fails. */
  drain(): void;
  isDraining(): boolean;
  load(): { inHand: number; limit: number; refused: number };
}

/** An admitted request. */
interface Held {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  since: number;
  /** Whether it counts against the limit; false while it waits for its client's network. */
  counts: boolean;
}

/**
 * The limit after a sample: halved if the event loop or the calls are slow, otherwise raised slightly (additive
 * increase, multiplicative decrease).
 */
export function nextLimit(limit: number, late: number, took: number): number {
  return late > LATE || took > SLOW ? Math.max(FLOOR, Math.floor(limit / 2)) : Math.min(CAPACITY, limit + 20);
}

/** Calls needed by a child during a test; rejected last. */
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
  // Since the last sample: number of calls answered and their total duration in milliseconds.
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
  // Slow uploads and unread replies do not count: a few hundred of them must not block other clients or be mistaken for
  // a slow database.
  const leaveToLine = (now: number) => {
    for (const held of inside) {
      if (now - held.since < LINE) continue;
      const works = held.request.complete && !held.response.writableEnded;
      if (works === held.counts) continue;
      held.counts = works;
      inHand += works ? 1 : -1;
      // The body is complete; the duration is measured from here.
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
        // Health and metrics requests count neither against the limit nor in the durations.
        if (ALWAYS.has(request.url ?? '')) {
          handler(request, response);
          return;
        }
        inHand += 1;
        const held = { request, response, since: performance.now(), counts: true };
        inside.add(held);
        // Emitted once, after the last byte or an abort.
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
