import type { Answered, Contract, EndpointKey, Refusal, Request } from '../shared/endpoint.ts';

/** A call that the server refused or that never reached it. */
export class CallError extends Error {
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  readonly code: string;
  /** The server's sentence for a person. */
  readonly said: string;
  readonly fields: Record<string, string>;
  /** The person was asked for what was missing and put it aside: they know, and need not be told again. */
  dismissed = false;

  constructor(status: number, body: string, statusText: string) {
    // The specification's text of every error: '{status}: {body or status text}'.
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const refusal = parseRefusal(body);
    this.code = refusal?.code ?? (status === 0 ? 'offline' : 'fault');
    this.said = refusal?.message ?? (status === 0 ? 'Sem ligação à internet.' : 'Algo correu mal. Tente de novo.');
    this.fields = refusal?.fields ?? {};
  }
}

/** A call that never reached the server. */
export const offline = () => new CallError(0, '', 'offline');

/** Any error of a call as a `CallError`; one that never reached the server counts as offline. */
export const failureOf = (error: unknown) => (error instanceof CallError ? error : offline());

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

/** The address of a call, which is also its key in the cache: path with its parameters, then the query. */
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

/** Milliseconds after which a call is given up: a line that hangs must not leave a page waiting for ever. */
const LONGEST = 45_000;

/** Milliseconds after which a call that is still under way is said to be slow. */
const SLOW = 8_000;
let slow = 0;
const slowListeners = new Set<() => void>();
const countSlow = (more: number) => {
  slow += more;
  for (const listener of slowListeners) listener();
};
/** Whether something has been waited for so long that it should be said. */
export const isSlow = () => slow > 0;
/** For useSyncExternalStore: called when `isSlow` may have changed. */
export function onSlow(listener: () => void): () => void {
  slowListeners.add(listener);
  return () => slowListeners.delete(listener);
}

interface Sending extends RequestInit {
  /** Milliseconds that it may take in all; nothing for files, which may be large. */
  limit?: number;
  /** What sends it in place of `fetch`, which does not tell how far it is. */
  by?: typeof fetch;
}

/** Sends a call and gives the reply; whatever is not a success is a CallError. */
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
    // Another tab has handed the session over: what is here is not for the child.
    if (error.code === 'child-mode') location.replace('/child');
    if (error.status !== 401 || /(login|sign-in)$/.test(key)) throw error;
    const entered = losesWhatWasTyped(key) ? await comeBack().catch(() => undefined) : undefined;
    if (entered) return reachOnce(key, request, more);
    if (entered === undefined) for (const listener of signedOutListeners) listener();
    throw error;
  }
}

async function reachOnce(
  key: EndpointKey,
  request: LooseRequest,
  { limit, signal, by = fetch, ...more }: Sending,
): Promise<Response> {
  const stop = new AbortController();
  signal?.addEventListener('abort', () => stop.abort());
  // Not taken back when the reply begins: its body has to come as well. Afterwards it does nothing.
  if (limit) setTimeout(() => stop.abort(), limit);
  let late = 0;
  const timer = setTimeout(() => {
    late = 1;
    countSlow(late);
  }, SLOW);
  let response: Response;
  try {
    response = await by(addressOf(key, request), {
      method: key.slice(0, key.indexOf(' ')),
      credentials: 'same-origin',
      signal: stop.signal,
      // The server asks where a call comes from by other means; the page's address would only be weight.
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

/** Whether sending the person away now would take along what they are writing: a form is being sent, or stands open. */
const losesWhatWasTyped = (key: EndpointKey) =>
  !key.startsWith('GET ') || document.querySelector('dialog[open] form') !== null;

let comeBack: () => Promise<boolean | undefined> = async () => undefined;
/**
 * Who asks the person to come back when a form finds that the session is over. `true`: they are here again, and the
 * form is sent once more; `false`: not now, the form stays as it is; nothing: there is nobody to ask.
 */
export function onSessionOver(ask: () => Promise<boolean | undefined>): void {
  comeBack = ask;
}

let confirm: (code: string) => Promise<boolean | undefined> = async () => undefined;
/**
 * Who asks the person for a code of the second factor when a call needs one anew, or leads them to set it up. `true`: the
 * code was right, and the call is sent once more; nothing: there is nobody to ask.
 */
export function onConfirmation(ask: (code: string) => Promise<boolean | undefined>): void {
  confirm = ask;
}

/** What a call needs to carry its body. */
export const carried = ({ body }: LooseRequest): RequestInit =>
  body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };

export async function send(key: EndpointKey, request: LooseRequest = {}, signal?: AbortSignal): Promise<unknown> {
  const response = await reach(key, request, {
    limit: LONGEST,
    ...carried(request),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text().catch(() => {
    throw offline();
  });
  return text ? JSON.parse(text) : undefined;
}

const signedOutListeners = new Set<() => void>();
/** Tells when a call found that the session is over and nobody came back. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** The function that calls one feature's endpoints, typed by its contract and carrying none of it. */
export function caller<C extends Contract>() {
  return <K extends keyof C & EndpointKey>(key: K, ...request: Arguments<C, K>): Promise<Answered<C[K]>> =>
    send(key, request[0] as LooseRequest) as Promise<Answered<C[K]>>;
}

export type Arguments<C extends Contract, K extends keyof C & EndpointKey> =
  Partial<Request<C[K]>> extends Request<C[K]> ? [request?: Request<C[K]>] : [request: Request<C[K]>];

const personListeners = new Set<() => void>();
/** Tells when somebody else is at this browser now, or nobody: nothing read for the one before may be shown. */
export function onPersonChange(listener: () => void): void {
  personListeners.add(listener);
}
export function personChanged(): void {
  for (const listener of personListeners) listener();
}
