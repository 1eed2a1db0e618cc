import type { IncomingMessage } from 'node:http';

/** The timer of a request whose body has not arrived yet, and the function that it calls. */
interface Arriving {
  timer: NodeJS.Timeout;
  expire: () => void;
}

const arriving = new WeakMap<IncomingMessage, Arriving>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Limits the time in which the body of a request must arrive. Node's own limit, `requestTimeout`, is the same for all requests.
 *
 * @param expire called once if the body has not arrived within `limitMs`.
 */
export function limitBodyTime(request: IncomingMessage, limitMs: number, expire: () => void): void {
  if (!hasBody(request)) return;
  arriving.set(request, { timer: setTimeout(expireIncomplete, limitMs, request), expire });
  // Node emits `close` when the body has been read or discarded, or when the connection is lost.
  request.once('close', () => clearTimeout(arriving.get(request)?.timer));
}

/** Allows the body of a request more time, counted from now. */
export function extendBodyTime(request: IncomingMessage, limitMs: number): void {
  const found = arriving.get(request);
  if (!found || request.closed) return;
  clearTimeout(found.timer);
  found.timer = setTimeout(expireIncomplete, limitMs, request);
}

function expireIncomplete(request: IncomingMessage): void {
  if (!request.complete) arriving.get(request)?.expire();
}
