import type { Answered, Contract, EndpointKey, Refusal, Request } from '../../shared/endpoint.ts';
import { BY_DEVICE } from './mode.ts';
import { isHandedOver, readMark } from './mode-mark.ts';
import { narrow } from './narrow.ts';

/** A call that was refused or did not reach the server. */
export class CallError extends Error {
  /** HTTP status; 0 if the server was not reached. */
  readonly status: number;
  readonly code: string;
  /** The server's message for people. */
  readonly said: string;
  readonly fields: Record<string, string>;
  /** Whether the user dismissed the dialog that asked for a missing confirmation; no further message is needed then. */
  dismissed = false;

  constructor(status: number, body: string, statusText: string) {
    // The specification's format for the text of every error: '{status}: {body or status text}'.
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const refusal = parseRefusal(body);
    this.code = refusal?.code ?? (status === 0 ? 'offline' : 'fault');
    this.said = refusal?.message ?? (status === 0 ? 'Está sem internet.' : 'Algo correu mal. Tente de novo.');
    this.fields = refusal?.fields ?? {};
  }
}

/** Returns the error of a call that did not reach the server. */
export const offline = () => new CallError(0, '', 'offline');

/** Returns any error of a call as a `CallError`; an error without a reply counts as offline. */
export const failureOf = (error: unknown) => (error instanceof CallError ? error : offline());

/**
 * Returns what to tell the user about a failed call.
 *
 * @param otherwise the text for an error that is not of a call; without it, such an error counts as offline.
 */
export const messageOf = (error: unknown, otherwise?: string): string =>
  otherwise === undefined || error instanceof CallError ? failureOf(error).said : otherwise;

function parseRefusal(body: string): Refusal | undefined {
  try {
    const refusal = JSON.parse(body) as Refusal;
    return typeof refusal?.message === 'string' ? refusal : undefined;
  } catch {
    return undefined;
  }
}

export interface LooseRequest {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Returns the address of a call, which is also its cache key: the path with its parameters, then the query. */
export function addressOf(key: EndpointKey, request: LooseRequest = {}): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(request.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Timeout in milliseconds, so that a stalled connection does not block a page for ever. */
export const LONGEST_MS = 45_000;

/** Milliseconds after which a pending call counts as slow. */
const SLOW_MS = 8_000;
let slow = 0;
const slowListeners = new Set<() => void>();
const countSlow = (more: number) => {
  slow += more;
  for (const listener of slowListeners) listener();
};
/** Returns whether a call has been pending so long that the user should be told. */
export const isSlow = () => slow > 0;
/**
 * Registers a listener that is called when `isSlow` may have changed, and returns a function that removes it, as useSyncExternalStore
 * needs.
 */
export function onSlow(listener: () => void): () => void {
  slowListeners.add(listener);
  return () => slowListeners.delete(listener);
}

/** Milliseconds during which reads ask for the newest data; longer than the lag of the server's replica. */
const NEWEST_MS = 5_000;
let newestUntil = 0;
/** Makes reads bypass the server's replica for some seconds. Call it after a change. */
export const askForNewest = () => {
  newestUntil = Date.now() + NEWEST_MS;
};

interface Sending extends RequestInit {
  /** Timeout in milliseconds. Files have none, because they may be large. */
  limit?: number;
  /** Replaces `fetch`, which cannot report upload progress. */
  by?: typeof fetch;
}

/** The call that takes the phone back from children. It is refused or answered whether or not the server knows that they have it. */
const LEAVE = 'DELETE /api/child-mode';

/**
 * Narrows the session first if the phone was handed over without network, so that no call ever brings anything of the parent's.
 *
 * @throws CallError with status 0 if the server was not reached.
 */
async function narrowFirst(): Promise<void> {
  await narrow().catch(() => {
    throw offline();
  });
}

/** Sends a call and returns the reply; any reply other than success throws a CallError. */
export async function reach(key: EndpointKey, request: LooseRequest, more: Sending): Promise<Response> {
  try {
    return await reachOnce(key, request, more);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'confirm-second-factor' || error.code === 'second-factor-missing') {
      const confirmed = await confirm(error.code).catch(() => undefined);
      if (confirmed) return reachOnce(key, request, more);
      error.dismissed = confirmed === false;
      throw error;
    }
    // Another tab has switched to child mode: this page's data is not for the child.
    if (error.code === 'child-mode' && location.pathname !== '/child') location.replace('/child');
    if (error.status !== 401 || /(login|sign-in)$/.test(key)) throw error;
    const entered = losesWhatWasTyped(key) ? await comeBack().catch(() => undefined) : undefined;
    // The new session may be asked for a confirmation that the old one had.
    if (entered) return reach(key, request, more);
    if (entered === undefined) for (const listener of signedOutListeners) listener();
    throw error;
  }
}

async function reachOnce(
  key: EndpointKey,
  request: LooseRequest,
  { limit, signal, by = fetch, ...more }: Sending,
): Promise<Response> {
  if (readMark() === BY_DEVICE && key !== LEAVE) await narrowFirst();
  const stop = new AbortController();
  signal?.addEventListener('abort', () => stop.abort());
  // The timer is not cleared when the reply begins, because the body must arrive in time as well. Once the body is complete it has no
  // effect.
  if (limit) setTimeout(() => stop.abort(), limit);
  let late = 0;
  const timer = setTimeout(() => {
    late = 1;
    countSlow(late);
  }, SLOW_MS);
  let response: Response;
  try {
    response = await by(addressOf(key, request), {
      method: key.slice(0, key.indexOf(' ')),
      credentials: 'same-origin',
      signal: stop.signal,
      // 'no-cache' sends `Cache-Control: max-age=0`; replies are never stored in either case.
      cache: Date.now() < newestUntil ? 'no-cache' : 'default',
      // The server checks the origin by other headers; the referrer would only add bytes.
      referrerPolicy: 'no-referrer',
      ...more,
    });
  } catch {
    throw offline();
  } finally {
    clearTimeout(timer);
    countSlow(-late);
  }
  if (response.ok) return response;
  throw new CallError(response.status, await response.text().catch(() => ''), response.statusText);
}

/** Returns whether a redirect now would lose input: a form is open or being sent. */
const losesWhatWasTyped = (key: EndpointKey) =>
  !key.startsWith('GET ') || document.querySelector('dialog[open] form') !== null;

let comeBack: () => Promise<boolean | undefined> = async () => undefined;
/**
 * Sets the function that asks the user to sign in again when a form finds that the session has expired. It returns `true` if the user has
 * signed in, so that the form is sent again; `false` if the user declined, so that the form stays as it is; undefined if nothing was asked.
 */
export function onSessionOver(ask: () => Promise<boolean | undefined>): void {
  comeBack = ask;
}

let confirm: (code: string) => Promise<boolean | undefined> = async () => undefined;
/**
 * Sets the function that asks the user for a second-factor code when a call needs a fresh one, or that leads them to set it up. It returns
 * `true` if the code was right, so that the call is sent again; undefined if nothing was asked.
 */
export function onConfirmation(ask: (code: string) => Promise<boolean | undefined>): void {
  confirm = ask;
}

/** Returns the body of a call and its headers. */
export const carried = ({ body }: LooseRequest): RequestInit =>
  body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };

export async function send(key: EndpointKey, request: LooseRequest = {}, signal?: AbortSignal): Promise<unknown> {
  const before = isHandedOver();
  const response = await reach(key, request, {
    limit: LONGEST_MS,
    ...carried(request),
    ...(signal ? { signal } : {}),
  });
  const body = await bodyOf(response);
  // The phone changed hands while the reply was on its way: it is for the other person.
  if (isHandedOver() !== before) throw offline();
  return body;
}

/**
 * Reads the body of a reply. @returns the parsed JSON; undefined for an empty body.
 *
 * @throws CallError with status 0 when the connection breaks, or when the body is not JSON: it then does not come from our server but, for
 *   example, from the sign-in page of a public network.
 */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw offline();
  }
}

const signedOutListeners = new Set<() => void>();
/** Sets the function called when the session is over and the user did not sign in again. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Creates the function that calls one feature's endpoints. It is typed by the contract without including the contract in the bundle. */
export function caller<C extends Contract>() {
  return <K extends keyof C & EndpointKey>(key: K, ...request: Arguments<C, K>): Promise<Answered<C[K]>> =>
    send(key, request[0] as LooseRequest) as Promise<Answered<C[K]>>;
}

export type Arguments<C extends Contract, K extends keyof C & EndpointKey> =
  Partial<Request<C[K]>> extends Request<C[K]> ? [request?: Request<C[K]>] : [request: Request<C[K]>];

const personListeners = new Set<() => void>();
/** Sets a function called when this browser's user has changed or signed out: no data of the previous user may be shown. */
export function onPersonChange(listener: () => void): void {
  personListeners.add(listener);
}
export function personChanged(): void {
  for (const listener of personListeners) listener();
}
