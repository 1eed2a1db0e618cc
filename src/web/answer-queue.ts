import * as device from './device-store.ts';
import type { EarlyReply } from './early-start.ts';
import { noteChoice } from './journal.ts';
import {
  type Finishing,
  type NewAnswer,
  type Outcome,
  outcomeOf,
  PATIENCE,
  type PendingAnswer,
  pauseAfter,
  readRetryAfter,
  type SaveState,
  saveStateOf,
  sendingOrder,
} from './queue.rules.ts';

// Every action of a child is stored on the device first and sent from here: once per choice while online, with retries
// otherwise. `queue.rules.ts` makes the decisions, this file executes them.

/** Events of the queue, for the test screen. */
export type QueueEvent =
  /** Dropped for good: the attempt is over (`closed`), or the server does not accept it (`refused`). */
  | { kind: 'dropped'; attemptId: number; questionId: number; why: 'closed' | 'refused'; code: string }
  /** The attempt is graded. */
  | { kind: 'completed'; attemptId: number }
  /** Completing did not work now; it stays queued. Status 0: no network. */
  | { kind: 'finish-delayed'; attemptId: number; status: number }
  /** Completing will never work: the attempt is gone. */
  | { kind: 'finish-refused'; attemptId: number; status: number; message: string }
  /** Another tab of this browser chose, moved or finished. */
  | { kind: 'elsewhere'; attemptId: number }
  /** The server's time, read from any reply. */
  | { kind: 'clock'; serverTime: number; roundTrip: number };

/** A reply, not yet interpreted. */
export interface Reply {
  /** 0 if there was no reply. */
  status: number;
  body: unknown;
  /** Of one of our refusals: its code and its sentence for people. Otherwise empty. */
  code: string;
  message: string;
  /** Seconds. */
  retryAfter: number | null;
  /** Milliseconds: the server's `Date` header, and how long the call took. */
  date: number | null;
  roundTrip: number;
  /** When the reply began to arrive, on this device's clock. */
  receivedAt: number;
}

/** Timeout of a call, after which it is retried; the queue reports "no connection" long before. */
const GIVE_UP = 20_000;

/**
 * One call; never throws and notifies nobody. `early` is its reply if the page has already sent it.
 *
 * Does not use `web/api.ts`: a session that ends during a test must not take the child out of it, and the queue needs the
 * headers.
 */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  early?: Promise<EarlyReply>,
): Promise<Reply> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), GIVE_UP);
  const begun = performance.now();
  const reply: Reply = {
    status: 0,
    body: undefined,
    code: '',
    message: '',
    retryAfter: null,
    date: null,
    roundTrip: 0,
    receivedAt: 0,
  };
  const ask = async (): Promise<EarlyReply> => {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      // Captive portals reply with redirects; our server never does.
      redirect: 'error',
      // The server checks the origin by other headers; the referrer would only add bytes.
      referrerPolicy: 'no-referrer',
      // Sends a choice even if the page is closed right after it.
      keepalive: method !== 'GET',
      signal: abort.signal,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
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
    reply.status = response.status;
    try {
      reply.body = JSON.parse(text);
    } catch {
      // Not a reply of our server.
    }
    const refusal = reply.body as { code?: unknown; message?: unknown } | null | undefined;
    if (reply.status >= 400 && typeof refusal?.code === 'string' && typeof refusal.message === 'string') {
      reply.code = refusal.code;
      reply.message = refusal.message;
    }
  } catch {
    reply.status = 0;
  } finally {
    clearTimeout(timer);
  }
  return reply;
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));

/** Asks the browser for a background sync when there is a network, even if the app is closed by then (web/worker/sw.ts). */
async function askForSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync?: { register(tag: string): Promise<void> };
    };
    await registration.sync?.register('sittings');
  } catch {
    // Without background sync it is sent when the app is opened.
  }
}

/** How long one tab waits for another that is sending before it sends too; a frozen tab must not hold everyone up. */
const LOCK_PATIENCE = 10_000;

/**
 * Runs `work` under a lock shared by all tabs. Without lock support several tabs may send; the sequence of each answer
 * keeps the result correct.
 */
async function exclusively(work: () => Promise<void>): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (!locks) return work();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), LOCK_PATIENCE);
  let begun = false;
  try {
    await locks.request('caderneta-answers', { signal: abort.signal }, () => {
      begun = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    clearTimeout(timer);
    if (begun) throw error;
    await work();
  }
}

type Told = { changed: number } | { completed: number } | { forgotten: true };

export function createAnswerQueue() {
  let owner: number | null = null;
  let signedOut = false;
  let failures = 0;
  /** Until when the server has asked not to be called, on this page's clock. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let listening = false;
  /** Whether the queue was read since this user was set; until then nothing is reported as saved. */
  let known = false;

  /** By attempt, since when (performance.now) it has had something unsent. */
  const waiting = new Map<number, number>();
  /** Writes to the device in progress, by attempt. */
  const writing = new Map<number, number>();

  const changes = new Set<() => void>();
  const events = new Set<(event: QueueEvent) => void>();
  const changed = () => {
    for (const listener of changes) listener();
  };
  const emit = (event: QueueEvent) => {
    for (const listener of events) listener(event);
  };

  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('caderneta');
  // On the server, which draws a test's first question, it must not keep the process alive.
  (channel as { unref?: () => void } | null)?.unref?.();
  const tell = (told: Told) => channel?.postMessage(told);
  const isOnline = () => typeof navigator === 'undefined' || navigator.onLine !== false;

  function listen(): void {
    if (listening) return;
    listening = true;
    if (channel) {
      channel.onmessage = ({ data }: MessageEvent<Told>) => {
        if ('changed' in data) emit({ kind: 'elsewhere', attemptId: data.changed });
        else if ('completed' in data) emit({ kind: 'completed', attemptId: data.completed });
        else owner = null;
      };
    }
    device.onForget(() => {
      owner = null;
      clearTimeout(timer);
      tell({ forgotten: true });
    });
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => {
      failures = 0;
      changed();
      void flush();
    });
    window.addEventListener('offline', changed);
    window.addEventListener('pageshow', (event) => event.persisted && void flush());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void flush());
  }

  /** Updates what is unsent, keeping the time since when. */
  function note(answers: readonly PendingAnswer[], finishings: readonly Finishing[]): void {
    known = true;
    const attempts = new Set([...answers, ...finishings].map(({ attemptId }) => attemptId));
    for (const attemptId of waiting.keys())
      if (!attempts.has(attemptId) && !writing.get(attemptId)) waiting.delete(attemptId);
    for (const attemptId of attempts) if (!waiting.has(attemptId)) waiting.set(attemptId, performance.now());
    changed();
  }

  /** Sends what is queued as soon as nothing else is being sent. */
  function flush(): Promise<void> {
    if (owner === null) return Promise.resolve();
    const pause = notBefore - performance.now();
    if (pause > 0) {
      later(pause);
      return Promise.resolve();
    }
    if (running) {
      again = true;
      return running;
    }
    clearTimeout(timer);
    running = (async () => {
      try {
        do {
          again = false;
          await exclusively(sendAll);
        } while (again);
      } finally {
        running = null;
        changed();
      }
    })();
    return running;
  }

  function later(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  }

  async function sendAll(): Promise<void> {
    const skipped = new Set<number>();
    let retryAfter: number | null = null;
    let stopped = false;
    while (!stopped && owner !== null) {
      const userId = owner;
      // Read again for each call: a newer choice may have replaced one, or another tab may have sent one.
      const { answers, finishings } = await device.readPending(userId);
      note(answers, finishings);
      const ids = finishings.map(({ attemptId }) => attemptId);
      const next = sendingOrder(answers, ids).find(([attemptId]) => !skipped.has(attemptId));
      if (!next || owner !== userId) {
        if (skipped.size === 0) failures = 0;
        break;
      }
      const [attemptId, queue] = next;
      const finishing = finishings.find((one) => one.attemptId === attemptId);
      const answer = queue[0];
      const { outcome, reply } = answer ? await sendAnswer(answer) : await sendFinishing(attemptId, userId, finishing);
      retryAfter = Math.max(retryAfter ?? 0, reply.retryAfter ?? 0) || null;
      if (reply.date !== null && reply.status !== 0)
        emit({ kind: 'clock', serverTime: reply.date, roundTrip: reply.roundTrip });
      if (outcome === 'done' || outcome === 'closed' || outcome === 'refused') {
        failures = 0;
        signedOut = false;
        continue;
      }
      if (ids.includes(attemptId)) emit({ kind: 'finish-delayed', attemptId, status: reply.status });
      skipped.add(attemptId);
      if (outcome === 'sign-in') signedOut = true;
      stopped = outcome !== 'skip';
    }
    if (skipped.size === 0) return;
    failures++;
    const pause = pauseAfter(failures, retryAfter);
    if (retryAfter) notBefore = performance.now() + Math.min(pause, retryAfter * 1000);
    // Signed out: only the user can resolve it; the queue retries when they return to the page.
    if (!signedOut) later(pause);
    changed();
  }

  async function sendAnswer(answer: PendingAnswer): Promise<{ outcome: Outcome; reply: Reply }> {
    const { userId, ...body } = answer;
    const reply = await request('POST', '/api/answers', {
      attemptId: body.attemptId,
      questionId: body.questionId,
      selectedAnswer: body.selectedAnswer,
      responseTime: body.responseTime,
      ...body.timing,
      sequence: body.sequence,
      answeredAt: body.answeredAt,
    });
    const saved = reply.body as { saved?: unknown; attemptId?: unknown } | undefined;
    const ours = reply.code !== '' || (saved?.saved === true && saved.attemptId === answer.attemptId);
    const outcome = await certain(outcomeOf(reply.status, ours), reply, userId);
    if (outcome === 'done') await device.settleAnswer(answer);
    if (outcome === 'closed' || outcome === 'refused') {
      await device.settleAnswer(answer, outcome === 'refused');
      emit({
        kind: 'dropped',
        attemptId: answer.attemptId,
        questionId: answer.questionId,
        why: outcome,
        code: reply.code,
      });
    }
    return { outcome, reply };
  }

  async function sendFinishing(
    attemptId: number,
    userId: number,
    finishing: Finishing | undefined,
  ): Promise<{ outcome: Outcome; reply: Reply }> {
    const offline = finishing?.offline;
    const reply = offline
      ? await request('POST', `/api/prepared/${attemptId}/sitting`, offline)
      : await request('PUT', `/api/attempts/${attemptId}`, { completed: true, ...finishing?.work });
    const attempt = reply.body as { id?: unknown; completed?: unknown; state?: unknown } | undefined;
    const isOver = attempt?.completed === true || (offline !== undefined && attempt?.state === 'abandoned');
    const ours = reply.code !== '' || (attempt?.id === attemptId && isOver);
    const outcome = await certain(outcomeOf(reply.status, ours), reply, userId);
    if (outcome === 'done' || outcome === 'closed' || outcome === 'refused') {
      await device.settleFinishing({ attemptId, userId });
      if (outcome === 'done') {
        tell({ completed: attemptId });
        emit({ kind: 'completed', attemptId });
      } else emit({ kind: 'finish-refused', attemptId, status: reply.status, message: reply.message });
    }
    return { outcome, reply };
  }

  /**
   * A 404 is also the reply for another user's attempt. Before discarding anything, the queue checks who is signed in,
   * because another tab may have changed it.
   */
  async function certain(outcome: Outcome, reply: Reply, userId: number): Promise<Outcome> {
    if (outcome !== 'refused' || reply.status !== 404) return outcome;
    const who = await request('GET', '/api/user');
    if (who.status === 200 && (who.body as { id?: unknown } | undefined)?.id === userId) return outcome;
    return who.status === 200 || who.status === 401 ? 'sign-in' : 'wait';
  }

  /** Stores a choice on the device, then sends it. Resolves once it is stored. */
  async function keep(chosen: NewAnswer): Promise<PendingAnswer> {
    const { attemptId } = chosen;
    writing.set(attemptId, (writing.get(attemptId) ?? 0) + 1);
    if (!waiting.has(attemptId)) waiting.set(attemptId, performance.now());
    changed();
    setTimeout(changed, PATIENCE + 50);
    // Before any asynchronous work: the screen already shows the choice.
    const isKept = noteChoice(chosen);
    try {
      const answer = await device.keepAnswer(chosen);
      isKept();
      return answer;
    } finally {
      writing.set(attemptId, (writing.get(attemptId) ?? 1) - 1);
      changed();
      tell({ changed: attemptId });
      void flush();
    }
  }

  /** Stores the request to complete an attempt; it is sent once all answers have arrived. */
  async function finish(wish: Finishing): Promise<void> {
    if (!waiting.has(wish.attemptId)) waiting.set(wish.attemptId, performance.now());
    setTimeout(changed, PATIENCE + 50);
    await device.keepFinishing(wish);
    if (wish.end) void askForSync();
    tell({ changed: wish.attemptId });
    void flush();
  }

  return {
    keep,
    finish,
    flush,
    /** Starts sending for this user; call it whenever somebody is known to be signed in. Safe to repeat. */
    start(userId: number): Promise<void> {
      if (owner !== userId) {
        waiting.clear();
        known = false;
      }
      owner = userId;
      signedOut = false;
      listen();
      void device.introduceParent(userId);
      return flush();
    },
    stateOf(attemptId: number): SaveState {
      const since = waiting.get(attemptId);
      return saveStateOf({
        waiting: since !== undefined || !known,
        signedOut,
        online: isOnline(),
        failing: failures > 0,
        since: since === undefined ? 0 : performance.now() - since,
      });
    },
    /** Whether closing the page now could lose a choice: it is being written, or is only in memory and unsent. */
    isAtRisk(attemptId: number): boolean {
      return (writing.get(attemptId) ?? 0) > 0 || (!device.isDurable() && waiting.has(attemptId));
    },
    /** For useSyncExternalStore: called when `stateOf` may have changed. */
    subscribe(listener: () => void): () => void {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    onEvent(listener: (event: QueueEvent) => void): () => void {
      events.add(listener);
      return () => events.delete(listener);
    },
  };
}

/** The page's single queue. */
export const answerQueue = createAnswerQueue();
