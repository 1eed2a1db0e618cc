import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../../server/config.ts';
import { traceHeaders } from '../../../../server/http/request-id.ts';
import type { Log } from '../../../../server/watch/log.ts';
import { tracedStep } from '../../../../server/watch/tracing.ts';
import { wholeKz } from '../../../../shared/money.ts';
import { type Confirmation, type Gateway, GatewayAway, type Unread } from './gateway.server.ts';

/** Timeout of one request in milliseconds, number of tries, and the wait before the next try, which doubles with jitter. */
const PATIENCE_MS = 4_000;
const TRIES = 3;
const FIRST_WAIT = 240;
/** Maximum bytes read of a response. A queue of payments is far smaller. */
const LONGEST_ANSWER = 2 * 1024 * 1024;

/** Maximum number of digits of a reference that cash machines accept. */
const LONGEST_REFERENCE = 15;

type Settings = NonNullable<Config['proxypay']>;

/**
 * Opens ProxyPay, API v2: references that are paid at cash machines, in banking apps and in online banking.
 *
 * `POST /reference_ids` reserves a number, `PUT /references/{id}` makes it payable, `DELETE` withdraws it. Payments arrive as callbacks
 * signed over the raw body (`X-Signature`: hexadecimal HMAC-SHA-256 under the API key) and stay in `GET /payments` until they are
 * acknowledged with `DELETE /payments/{id}`. Numbers are sent as numbers or as text.
 */
export function openProxypay(settings: Settings, log: Log): Gateway {
  const ask = createAsk(settings, log);
  return {
    name: 'proxypay',
    browserCompletes: false,
    entity: settings.entity,

    async createReference({ transactionId, amount, until }) {
      const reference = digits(parsed(await ask('POST', '/reference_ids')));
      if (!reference || reference.length > LONGEST_REFERENCE) throw new GatewayAway('POST /reference_ids: no number');
      await ask('PUT', `/references/${reference}`, {
        amount: amount.toFixed(2),
        end_datetime: until.toISOString(),
        custom_fields: { transactionId },
      });
      return reference;
    },

    async withdrawReference(reference) {
      await ask('DELETE', `/references/${reference}`);
    },

    async outstanding() {
      const list = parsed(await ask('GET', '/payments'));
      if (!Array.isArray(list)) throw new GatewayAway('GET /payments: not a list');
      return list.map(confirmationOf);
    },

    async acknowledge(eventId) {
      await ask('DELETE', `/payments/${eventId}`);
    },

    readCallback(rawBody, signature) {
      const right = createHmac('sha256', settings.token).update(rawBody).digest();
      const given = /^[0-9a-f]{64}$/i.test(signature ?? '')
        ? Buffer.from(signature as string, 'hex')
        : Buffer.alloc(32);
      if (!timingSafeEqual(given, right)) return undefined;
      return confirmationOf(parsed(rawBody.toString('utf8')));
    },
  };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<string>;

/**
 * Returns a function that sends a request, repeats it if it failed, and returns the text of the response. It throws `GatewayAway` when all
 * tries have failed. A `DELETE` of something that does not exist counts as done.
 */
function createAsk(settings: Settings, log: Log): Ask {
  const tryFor: Ask = async (method, path, body) => {
    let last = '';
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (tried > 0) await sleep(randomInt(FIRST_WAIT * 0.75, FIRST_WAIT * 1.25) * 2 ** (tried - 1));
      try {
        const response = await send(settings, method, path, body);
        const text = await readUpTo(response, LONGEST_ANSWER);
        if (response.ok) return text;
        if (method === 'DELETE' && response.status === 404) return '';
        last = `status ${response.status}`;
        // A client error is not retried.
        if (response.status < 500 && response.status !== 429 && response.status !== 408) break;
      } catch (error) {
        last =
          (error as Error).name === 'TimeoutError'
            ? 'no answer in time'
            : ((error as Error).cause as Error)?.message || (error as Error).message;
      }
    }
    log.warn(
      { gateway: 'proxypay', method, path: path.replace(/\d+/g, ':id'), why: last },
      'the gateway did not do it',
    );
    throw new GatewayAway(`${method} ${path}: ${last}`);
  };
  return (method, path, body) =>
    tracedStep('gateway proxypay', { 'http.request.method': method }, () => tryFor(method, path, body));
}

/** Sends one request. @param body sent as JSON, unless it is undefined. */
function send(settings: Settings, method: string, path: string, body: unknown): Promise<Response> {
  return fetch(settings.url + path, {
    method,
    headers: {
      Authorization: `Token ${settings.token}`,
      ...traceHeaders(),
      Accept: 'application/vnd.proxypay.v2+json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: 'error',
  });
}

/** Parses a payment as the gateway reports it. @returns an `Unread` if the payment or the reference cannot be identified. */
function confirmationOf(told: unknown): Confirmation | Unread {
  const isObject = typeof told === 'object' && told !== null && !Array.isArray(told);
  const raw = (isObject ? told : { told }) as Record<string, unknown>;
  const eventId = digits(raw['id']);
  const reference = digits(raw['reference_id']);
  if (!eventId || !reference) return { eventId: null, raw: holdable(raw) };
  const fields = raw['custom_fields'];
  const ours =
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)['transactionId'] : null;
  const isUuid = typeof ours === 'string' && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(ours);
  return {
    eventId,
    reference,
    transactionId: isUuid ? ours.toLowerCase() : null,
    amount: wholeKz(raw['amount']),
    currency: typeof raw['currency'] === 'string' ? raw['currency'].slice(0, 10) : 'AOA',
    raw: holdable(raw),
  };
}

/**
 * Returns the gateway's message in a form that the database can store: without U+0000 and lone surrogates, which a cash machine may send,
 * and empty if it is nested too deeply. A payment must not be lost because the name of a machine is malformed.
 */
function holdable(raw: Record<string, unknown>): Record<string, unknown> {
  try {
    const text = JSON.stringify(raw);
    return deepest(text) > 100 ? {} : JSON.parse(text.replace(UNHOLDABLE, '$1\ufffd'));
  } catch {
    return {};
  }
}
/** The escapes that `JSON.stringify` writes for these characters, after any number of escaped backslashes. */
const UNHOLDABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** Returns the nesting depth of JSON. Brackets in strings count too, so the result may be too high but never too low. */
function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return most;
}

/** Returns a gateway's number as text of up to forty digits, or undefined if it is none. */
function digits(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^\d{1,40}$/.test(text) ? text : undefined;
}

/** Parses JSON. @returns the text itself if it is not JSON. */
function parsed(text: string): unknown {
  // `JSON.parse` fails on deeply nested JSON if it is called with a reviver, so it is then called without one.
  for (const reviver of [longNumbersAsText, undefined]) {
    try {
      return JSON.parse(text, reviver);
    } catch {}
  }
  return text;
}

/** Keeps a number that is too long for a double as text, because rounding could give two payments the same number. */
const longNumbersAsText = (_: string, value: unknown, { source = '' }: { source?: string } = {}) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value;

async function readUpTo(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > most) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
