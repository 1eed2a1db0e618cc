/** How a child worked on a question, in milliseconds since the start of the attempt. */
export interface AnswerTiming {
  firstShownMs: number;
  firstTapMs: number;
  lastTapMs: number;
  /** On a visible screen, over all visits. */
  visibleMs: number;
  changes: number;
}

/** How a child worked on a whole attempt: questions in the order shown, and how often and how long the page was hidden. */
export interface AttemptWork {
  shown: number[];
  awayTimes: number;
  awayMs: number;
  /** How often a passage in a reading test was read aloud. Absent in records of earlier versions. */
  textsHeard?: number;
}

/** An unsent choice. One per question: the newest. */
export interface PendingAnswer {
  /** Whose answer it is. A shared phone must never send it as another user. */
  readonly userId: number;
  readonly attemptId: number;
  readonly questionId: number;
  readonly selectedAnswer: string;
  /** Seconds spent on the question. */
  readonly responseTime: number;
  /** How the child worked; absent in what earlier versions kept. */
  readonly timing?: AnswerTiming | undefined;
  readonly sequence: number;
  /** ISO 8601, by the server's clock as the device knows it. */
  readonly answeredAt: string;
}

/** The request to complete an attempt, kept until the server has done it. */
export interface Finishing {
  attemptId: number;
  userId: number;
  childId: number;
  testId: number;
  work?: AttemptWork;
  /** Of a prepared test: when it ended. `elapsedMs` since the start by the monotonic clock, `at` by the wall clock. */
  end?: { elapsedMs: number; at: number };
  /** Of a prepared test: the whole sitting, built once from the device's store. */
  offline?: OfflineSitting;
}

/** A sitting that was taken without network: the body of `POST /api/prepared/{attemptId}/sitting`. */
export interface OfflineSitting {
  attemptId: number;
  ticket: string;
  /** ISO 8601, by the wall clock. */
  startedAt: string;
  finishedAt: string;
  /** Milliseconds, by the monotonic clock. */
  elapsedMs: number;
  answers: {
    questionId: number;
    selectedAnswer: string;
    elapsedMs: number;
    at: string;
    responseTime: number;
    firstShownMs?: number;
    firstTapMs?: number;
    lastTapMs?: number;
    visibleMs?: number;
    changes?: number;
  }[];
  shown?: number[];
  awayTimes?: number;
  awayMs?: number;
}

/** What the screen passes on when an option is chosen. */
export interface NewAnswer {
  userId: number;
  childId: number;
  testId: number;
  attemptId: number;
  questionId: number;
  selectedAnswer: string;
  /** Seconds. */
  responseTime: number;
  timing?: AnswerTiming | undefined;
  /** Milliseconds, by the server's clock. */
  startedAt: number;
  answeredAt: number;
}

/** The save state of one attempt's answers, for the screen. */
export type SaveState = 'saving' | 'saved' | 'on-device' | 'signed-out';

/**
 * What to do after a call that sends something kept.
 *
 * - `done`: the server has it; forget the copy.
 * - `wait`: nothing else will get through now either (no network, overloaded, starting); stop and try later.
 * - `skip`: this one failed on the server; go on with other attempts, try this one later.
 * - `sign-in`: keep everything until this person is signed in again.
 * - `closed`: the attempt takes no more answers; forget the copy and say so.
 * - `refused`: the server will never take it; forget the copy and say so.
 */
export type Outcome = 'done' | 'wait' | 'skip' | 'sign-in' | 'closed' | 'refused';

/**
 * Reads the reply to a kept answer or finishing.
 *
 * `ours` says that the body really came from this server: for a success, that it confirms what was sent; for a refusal,
 * that it carries a code. Hotel networks and proxies answer 200, 403 or 404 with pages of their own, and an answer must
 * not be thrown away (or believed saved) on their word.
 *
 * @param status HTTP status; 0 when no reply came.
 */
export function outcomeOf(status: number, ours: boolean): Outcome {
  if (status === 0 || status === 429 || status === 503) return 'wait';
  if (status === 408 || status === 425 || status >= 500) return 'skip';
  // 403 means that the current user has another role: a parent's answers wait for the parent.
  if (status === 401 || status === 403) return 'sign-in';
  if (!ours) return 'wait';
  if (status < 300) return 'done';
  return status === 409 ? 'closed' : 'refused';
}

const PAUSES = [2, 5, 15, 60] as const;

/**
 * Milliseconds until the next try after a number of failures in a row (1 is the first): 2, 5, 15, then every 60 seconds. A longer
 * `Retry-After` is respected, up to fifteen minutes.
 */
export function pauseAfter(failures: number, retryAfter: number | null = null): number {
  const own = PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1] as number;
  return Math.max(own, Math.min(retryAfter ?? 0, 900)) * 1000;
}

/** Seconds of a `Retry-After` header (a number, or a date compared with `now`); null if absent or invalid. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** The largest sequence that the call accepts (31 bits). */
const LARGEST = 2_147_483_647;

/**
 * The sequence number of the next choice: tenths of a second since the attempt started, by the server's clock, and
 * always more than the last one this device gave.
 *
 * Tabs of one browser share `last` through the device's store, in one transaction. Two devices share nothing, but both
 * know the server's clock to within a round trip, so the later tap has the larger number there too. 31 bits last 6 years.
 */
export function nextSequence(last: number, startedAt: number, now: number): number {
  const tenths = Math.floor((now - startedAt) / 100);
  return Math.min(LARGEST, Math.max(last + 1, Number.isFinite(tenths) ? tenths : 0, 1));
}

/** The newer of two choices for the same question. */
export function newest<A extends { sequence: number }>(kept: A | undefined, incoming: A): A {
  return kept && kept.sequence > incoming.sequence ? kept : incoming;
}

/** Whether a copy may be deleted once `sent` has arrived: not if a newer choice was made meanwhile. */
export function settles(sent: { sequence: number }, kept: { sequence: number } | undefined): boolean {
  return kept !== undefined && kept.sequence <= sent.sequence;
}

/** Attempts with something to send, each with its answers in the order they were chosen; oldest attempt first. */
export function sendingOrder(
  pending: readonly PendingAnswer[],
  finishing: readonly number[],
): [number, PendingAnswer[]][] {
  const attempts = new Map<number, PendingAnswer[]>();
  for (const answer of pending) {
    const queue = attempts.get(answer.attemptId);
    if (queue) queue.push(answer);
    else attempts.set(answer.attemptId, [answer]);
  }
  for (const attemptId of finishing) if (!attempts.has(attemptId)) attempts.set(attemptId, []);
  for (const queue of attempts.values()) queue.sort((a, b) => a.sequence - b.sequence);
  return [...attempts].sort(([a], [b]) => a - b);
}

/** How long a choice may be in flight before the screen changes from "A guardar…" to offline. */
export const PATIENCE_MS = 4000;

/**
 * What the screen says of an attempt.
 *
 * @param waiting whether anything of it is still to be sent
 * @param since milliseconds that the oldest of it has waited
 */
export function saveStateOf(state: {
  waiting: boolean;
  signedOut: boolean;
  online: boolean;
  failing: boolean;
  since: number;
}): SaveState {
  if (state.signedOut && state.waiting) return 'signed-out';
  if (!state.online) return 'on-device';
  if (!state.waiting) return 'saved';
  return state.failing || state.since >= PATIENCE_MS ? 'on-device' : 'saving';
}
