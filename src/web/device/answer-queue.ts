import * as device from './device-store.ts';
import { NotWithPhone } from './device-tables.ts';
import { childrenWithPhone, isWithPhone } from './hands.ts';
import { journalChoice, markPractice } from './journal.ts';
import {
  type Finishing,
  type NewAnswer,
  PATIENCE_MS,
  type PendingAnswer,
  pauseAfter,
  type SaveState,
  saveStateOf,
} from './queue.rules.ts';
import { GIVE_UP_PHOTO_MS } from './queue-request.ts';
import { isSettled, sendNext } from './queue-sending.ts';
import { createSignals, type Signals } from './queue-signals.ts';
import { isPhoto, isPhotoDue, type Waiting } from './waiting.rules.ts';
import { keepWaiting } from './waiting-store.ts';

// Every action of a child is stored on the device first and sent from here: once for each choice while online, with retries otherwise.
// `waiting.rules.ts` declares the kinds of rows that wait, `queue.rules.ts` makes the decisions, `queue-sending.ts` makes the calls, and this
// file carries them out.

/** Asks the browser for a background sync when there is a network, even if the app is closed by then (delivery/worker/sw.ts). */
async function askForSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync?: { register(tag: string): Promise<void> };
    };
    await registration.sync?.register('waiting');
  } catch {
    // Without background sync it is sent when the app is next opened.
  }
}

/** Milliseconds for which a tab waits for another tab that is sending, before it sends too: a frozen tab must not block the others. */
const LOCK_PATIENCE_MS = 10_000;

/**
 * Runs `work` under a lock shared by all tabs. Without lock support several tabs may send; the sequence of each answer
 * keeps the result correct.
 */
async function exclusively(name: string, patienceMs: number, work: () => Promise<void>): Promise<void> {
  // Absent in old browsers and without https.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patienceMs);
  let begun = false;
  try {
    await locks.request(name, { signal: abort.signal }, () => {
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

/** Attempts with something that waits, and since when they have had it. */
function createUnsent(changed: () => void) {
  /** For each attempt, since when (performance.now) it has had unsent data. */
  const waiting = new Map<number, number>();
  /** Number of writes to the device in progress, by attempt. */
  const writing = new Map<number, number>();
  /** Whether the queue has been read since this user was set; until then nothing is reported as saved. */
  let known = false;
  const add = (attemptId: number) => {
    if (!waiting.has(attemptId)) waiting.set(attemptId, performance.now());
  };
  return {
    waiting,
    add,
    isKnown: () => known,
    isWriting: (attemptId: number) => (writing.get(attemptId) ?? 0) > 0,
    countWriting(attemptId: number, by: 1 | -1): void {
      writing.set(attemptId, (writing.get(attemptId) ?? 0) + by);
    },
    /** Forgets everything, because another user was set. */
    reset(): void {
      waiting.clear();
      known = false;
    },
    /** Updates the state from what was read from the device; attempts that were already unsent keep their time. */
    update(rows: readonly Waiting[]): void {
      known = true;
      const attempts = new Set(rows.flatMap(({ attemptId }) => attemptId ?? []));
      for (const attemptId of waiting.keys())
        if (!attempts.has(attemptId) && !writing.get(attemptId)) waiting.delete(attemptId);
      for (const attemptId of attempts) add(attemptId);
      changed();
    },
  };
}

type Unsent = ReturnType<typeof createUnsent>;

/** Keeps the time of the next try. It depends on how many sendings failed in a row, and on the server's `Retry-After`. */
function createPauses() {
  let failures = 0;
  /** Time before which the server has asked not to be called, on this page's clock. */
  let notBefore = 0;
  /** Time of the next try on this page's clock; 0 while none is planned. */
  let due = 0;
  return {
    isFailing: () => failures > 0,
    /** Milliseconds for which the server must not be called. */
    left: () => notBefore - performance.now(),
    /** Milliseconds until the next try. */
    untilTry: () => Math.max(notBefore, due) - performance.now(),
    /** Forgets past failures. */
    reset(): void {
      failures = 0;
      due = 0;
    },
    /** The planned try begins. */
    end(): void {
      due = 0;
    },
    /**
     * Counts a failure. A choice is also tried at once during a pause; if that fails, the planned try stays, so that choices made in quick
     * succession do not lengthen the pause.
     *
     * @returns the milliseconds to wait after it.
     */
    next(retryAfter: number): number {
      const now = performance.now();
      if (due > now && !retryAfter) return due - now;
      const pause = pauseAfter(++failures, retryAfter || null);
      due = now + pause;
      if (retryAfter) notBefore = now + Math.min(pause, retryAfter * 1000);
      return pause;
    },
  };
}

/** Makes a function that runs `work` under this lock, and once more if it is called meanwhile. */
function createRun(
  { lock, patienceMs = LOCK_PATIENCE_MS }: Pick<Share, 'lock' | 'patienceMs'>,
  work: () => Promise<void>,
  ended: () => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await exclusively(lock, patienceMs, work);
      } while (again);
    } finally {
      running = null;
      ended();
    }
  };
  return () => {
    again = true;
    running ??= run();
    return running;
  };
}

/** What one sender sends. */
interface Share {
  /** The name of the lock that keeps other tabs from sending the same. */
  lock: string;
  /** Milliseconds for which a tab waits for that lock; longer than one call may take. */
  patienceMs?: number;
  isMine: (row: Waiting, waiting: readonly Waiting[]) => boolean;
  /** Whether a failed call is repeated only after its pause, because each try costs much data. Otherwise every flush repeats it. */
  isPatient?: boolean;
  /** Called with what waits, before each call. */
  onRead?: (waiting: readonly Waiting[]) => void;
  /** Called when a run ends, whether or not everything was sent. */
  onEnd?: () => void;
}

/** Sends the unsent data of one user, one call at a time, and again after a pause when a call failed. */
function createSender(signals: Signals, unsent: Unsent, share: Share) {
  const { isMine, isPatient = false, onRead, onEnd } = share;
  let owner: number | null = null;
  let signedOut = false;
  const pauses = createPauses();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendAlone = createRun(share, sendAll, () => {
    signals.changed();
    onEnd?.();
  });

  /** Sends the queue as soon as nothing else is being sent. */
  function flush(): Promise<void> {
    if (owner === null) return Promise.resolve();
    const pause = isPatient ? pauses.untilTry() : pauses.left();
    if (pause > 0) {
      later(pause);
      return Promise.resolve();
    }
    clearTimeout(timer);
    return sendAlone();
  }

  function later(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pauses.end();
      void flush();
    }, milliseconds);
  }

  async function sendAll(): Promise<void> {
    // A try that was on its way when this one was asked for has failed since.
    if (isPatient && pauses.untilTry() > 0) return;
    const skipped = new Set<string>();
    let retryAfter = 0;
    let stopped = false;
    while (!stopped && owner !== null) {
      const userId = owner;
      const seen = (rows: readonly Waiting[]) => {
        unsent.update(rows);
        notePractice(rows);
        onRead?.(rows);
        return owner === userId;
      };
      const sent = await sendNext(userId, skipped, signals, seen, isMine);
      if (!sent) {
        if (skipped.size === 0) pauses.reset();
        break;
      }
      const { lane, outcome } = sent;
      retryAfter = Math.max(retryAfter, sent.retryAfter ?? 0);
      if (isSettled(outcome)) {
        pauses.reset();
        signedOut = false;
        continue;
      }
      skipped.add(lane);
      if (outcome === 'sign-in') signedOut = true;
      stopped = outcome !== 'skip';
    }
    if (skipped.size === 0) return;
    void askForSync();
    const pause = pauses.next(retryAfter);
    // The session is over, and only the user can sign in again; the queue retries when they return to the page.
    if (!signedOut) later(pause);
    signals.changed();
  }

  return {
    flush,
    status: () => ({ signedOut, failing: pauses.isFailing() }),
    /** Sets the user whose data is sent from now on. @returns whether the user has changed. */
    setOwner(userId: number): boolean {
      const isOther = owner !== userId;
      owner = userId;
      signedOut = false;
      return isOther;
    },
    /** Stops sending until an owner is set. */
    stop(): void {
      owner = null;
      clearTimeout(timer);
    },
    /** Resets the pause after failures, because the network is back. */
    forgive: pauses.reset,
  };
}

type Sender = ReturnType<typeof createSender>;

/** Records for pages that do not load this code whether practice waits. In child mode, that of siblings is not known. */
function notePractice(rows: readonly Waiting[]): void {
  if (childrenWithPhone() === null) markPractice(rows.some(({ kind }) => kind === 'review'));
}

/**
 * Two senders that work beside each other: one for photographs, which take minutes on a slow line, and one for everything else. A photograph is
 * sent once the text that it shows has arrived.
 */
function createSenders(signals: Signals, unsent: Unsent): Sender {
  let hasPhotos = false;
  const photos = createSender(signals, unsent, {
    lock: 'caderneta-photos',
    patienceMs: GIVE_UP_PHOTO_MS + LOCK_PATIENCE_MS,
    isMine: (row, waiting) => isPhoto(row) && isPhotoDue(row, waiting),
    isPatient: true,
  });
  const others = createSender(signals, unsent, {
    lock: 'caderneta-answers',
    isMine: (row) => !isPhoto(row),
    onRead: (rows) => {
      hasPhotos = rows.some(isPhoto);
    },
    onEnd: () => {
      if (hasPhotos) void photos.flush();
    },
  });
  return {
    ...others,
    setOwner(userId) {
      photos.setOwner(userId);
      return others.setOwner(userId);
    },
    stop() {
      photos.stop();
      others.stop();
    },
    forgive() {
      photos.forgive();
      others.forgive();
    },
  };
}

/** Listens to other tabs, to the deletion of the device's data, and to the network; called once, at the first start. */
function listen({ flush, stop, forgive }: Sender, { changed, emit, post, onMessage }: Signals): void {
  onMessage((message) => {
    if ('changed' in message) emit({ kind: 'elsewhere', attemptId: message.changed });
    else if ('completed' in message) emit({ kind: 'completed', attemptId: message.completed });
    else stop();
  });
  device.onForget(() => {
    stop();
    post({ forgotten: true });
  });
  if (typeof window === 'undefined') return;
  window.addEventListener('online', () => {
    forgive();
    changed();
    void flush();
  });
  window.addEventListener('offline', changed);
  window.addEventListener('pageshow', (event) => event.persisted && void flush());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void flush());
}

export function createAnswerQueue() {
  const signals = createSignals();
  const { changed, post } = signals;
  const unsent = createUnsent(changed);
  const sender = createSenders(signals, unsent);
  const { flush } = sender;
  let listening = false;

  return {
    flush,
    subscribe: signals.subscribe,
    onEvent: signals.onEvent,
    /**
     * Stores a choice on the device, then sends it. Resolves once it is stored.
     *
     * @throws NotWithPhone if the phone has been handed to another child; nothing is stored then.
     */
    async keep(chosen: NewAnswer): Promise<PendingAnswer> {
      const { attemptId } = chosen;
      if (!isWithPhone(chosen.childId)) throw new NotWithPhone();
      unsent.countWriting(attemptId, 1);
      unsent.add(attemptId);
      changed();
      setTimeout(changed, PATIENCE_MS + 50);
      // The choice is journaled before any asynchronous work, because the screen already shows it.
      const clearJournal = journalChoice(chosen);
      try {
        const answer = await device.keepAnswer(chosen);
        if (device.isDurable()) clearJournal();
        return answer;
      } finally {
        unsent.countWriting(attemptId, -1);
        changed();
        post({ changed: attemptId });
        void flush();
      }
    },
    /** Stores the request to complete an attempt; it is sent once all answers have arrived. */
    async finish(wish: Finishing): Promise<void> {
      if (!isWithPhone(wish.childId)) return;
      unsent.add(wish.attemptId);
      setTimeout(changed, PATIENCE_MS + 50);
      await device.keepFinishing(wish);
      if (wish.end) void askForSync();
      post({ changed: wish.attemptId });
      void flush();
    },
    /**
     * Stores rows on the device; they are sent with the next call of `flush` or `start`.
     *
     * @returns whether they survive closing the page.
     */
    async keepRows(...rows: Waiting[]): Promise<boolean> {
      await keepWaiting(...rows);
      if (rows.some(({ kind }) => kind === 'review')) markPractice(true);
      return device.isDurable();
    },
    /** Starts sending for this user; call it whenever it is known who is signed in. Safe to repeat. 0 sends what was stored while nobody was known. */
    start(userId: number, firstName?: string): Promise<void> {
      if (sender.setOwner(userId)) unsent.reset();
      if (!listening) listen(sender, signals);
      listening = true;
      void device.introduceParent(userId, firstName);
      return flush();
    },
    stateOf(attemptId: number): SaveState {
      const since = unsent.waiting.get(attemptId);
      return saveStateOf({
        ...sender.status(),
        waiting: since !== undefined || !unsent.isKnown(),
        // Undefined on the server.
        online: navigator.onLine !== false,
        since: since === undefined ? 0 : performance.now() - since,
      });
    },
    /** Whether closing the page now could lose a choice: it is being written, or is only in memory and unsent. */
    isAtRisk: (attemptId: number): boolean =>
      unsent.isWriting(attemptId) || (!device.isDurable() && unsent.waiting.has(attemptId)),
  };
}

/** The page's single queue. */
export const answerQueue = createAnswerQueue();
