import type { EarlyReply } from '../../delivery/browser/early-start.ts';
import { BY_DEVICE } from '../call/mode.ts';
import { isHandedOver, readMark } from '../call/mode-mark.ts';
import { narrow } from '../call/narrow.ts';
import { readRetryAfter } from './queue.rules.ts';

/** A reply that has not been interpreted yet. */
export interface Reply {
  /** 0 if there was no reply. */
  status: number;
  body?: unknown;
  /** The code and the message of one of our refusals; otherwise empty. */
  code: string;
  message: string;
  /** In seconds. */
  retryAfter: number | null;
  /** In milliseconds: the time in the server's `Date` header, and the duration of the call. */
  date: number | null;
  roundTrip: number;
  /** The time at which the reply began to arrive, on this device's clock. */
  receivedAt: number;
}

/** Timeout of a call in milliseconds, after which it is retried; the queue reports "no connection" long before. */
const GIVE_UP_MS = 20_000;
/** The same for a photograph: 300 KB take 80 seconds on a line of 30 kbit/s. */
export const GIVE_UP_PHOTO_MS = 180_000;

/**
 * Sends one call; never throws and notifies nobody. `early` is the call's reply if the page has already sent it.
 * `form` is sent instead of `body`.
 *
 * It does not use `web/call/api.ts`: a session that ends during a test must not take the child out of it, and the queue needs the headers.
 */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  early?: Promise<EarlyReply>,
  form?: FormData,
): Promise<Reply> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), form ? GIVE_UP_PHOTO_MS : GIVE_UP_MS);
  const begun = performance.now();
  const reply: Reply = {
    status: 0,
    code: '',
    message: '',
    retryAfter: null,
    date: null,
    roundTrip: 0,
    receivedAt: 0,
  };
  const before = isHandedOver();
  const ask = async (): Promise<EarlyReply> => {
    // The phone was handed over without network: the session is narrowed before anything else.
    if (readMark() === BY_DEVICE) await narrow();
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      // Writes are never answered from a cache, and the option adds 43 bytes to a call.
      ...(method === 'GET' ? { cache: 'no-store' } : {}),
      // Captive portals reply with redirects; our server never does.
      redirect: 'error',
      // The server checks the origin by other headers; the referrer would only add bytes.
      referrerPolicy: 'no-referrer',
      // Keeps sending a choice even if the page is closed immediately. Browsers refuse it for more than 64 KB.
      keepalive: method !== 'GET' && !form,
      signal: abort.signal,
      ...(form
        ? { body: form }
        : body === undefined
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { response, roundTrip: performance.now() - begun, receivedAt: Date.now() };
  };
  try {
    const { response, ...times } = await (early ? Promise.race([early, abortOf(abort.signal)]) : ask());
    Object.assign(reply, times);
    const date = Date.parse(response.headers.get('Date') ?? '');
    reply.date = Number.isNaN(date) ? null : date;
    reply.retryAfter = readRetryAfter(response.headers.get('Retry-After'), reply.date ?? Date.now());
    const text = await response.text();
    // The phone changed hands while the reply was on its way: it is for the other person.
    if (isHandedOver() !== before) return reply;
    reply.status = response.status;
    try {
      reply.body = JSON.parse(text);
    } catch {
      // The body is not JSON, so it is not a reply of our server.
    }
    const refusal = reply.body as { code?: unknown; message?: unknown } | null | undefined;
    if (reply.status >= 400 && typeof refusal?.code === 'string' && typeof refusal.message === 'string') {
      reply.code = refusal.code;
      reply.message = refusal.message;
    }
  } catch {
    // There was no complete reply: the status is still 0.
  } finally {
    clearTimeout(timer);
  }
  return reply;
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
