/** How a child worked on a question, in milliseconds since the start of the attempt. */
export interface AnswerTiming {
  firstShownMs: number;
  firstTapMs: number;
  lastTapMs: number;
  /** Time on a visible screen, over all visits. */
  visibleMs: number;
  changes: number;
}

/** How a child worked on a whole attempt: the questions in the order shown, and how often and how long the page was hidden. */
export interface AttemptWork {
  shown: number[];
  awayTimes: number;
  awayMs: number;
  /** How often a passage in a reading test was read aloud. Absent in records of earlier versions. */
  textsHeard?: number;
  /** When the child was asked to read calmly, in milliseconds since the start; absent if it was not. */
  pausedAtMs?: number;
}

/** An unsent choice. There is only one for each question: the newest. */
export interface PendingAnswer {
  /** The user to whom the answer belongs. A shared phone must never send it as another user. */
  readonly userId: number;
  /** The child whose answer it is; absent in data stored by earlier versions without its sitting. */
  readonly childId?: number | undefined;
  readonly attemptId: number;
  readonly questionId: number;
  readonly selectedAnswer: string;
  /** Seconds spent on the question. */
  readonly responseTime: number;
  /** How the child worked; absent in data stored by earlier versions. */
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
  /**
   * Only for a prepared test: when it ended. `elapsedMs` is the time since the start by the monotonic clock, `at` the time by the wall
   * clock.
   */
  end?: { elapsedMs: number; at: number };
}

/** A sitting that took place without network: the body of `POST /api/prepared/{attemptId}/sitting`. */
export interface OfflineSitting extends Partial<AttemptWork> {
  attemptId: number;
  ticket: string;
  /** ISO 8601, by the wall clock. */
  startedAt: string;
  finishedAt: string;
  /** In milliseconds, by the monotonic clock. */
  elapsedMs: number;
  answers: ({
    questionId: number;
    selectedAnswer: string;
    elapsedMs: number;
    at: string;
    responseTime: number;
  } & Partial<AnswerTiming>)[];
}

/** The data that the screen passes on when an option is chosen. */
export interface NewAnswer {
  userId: number;
  childId: number;
  testId: number;
  attemptId: number;
  questionId: number;
  selectedAnswer: string;
  /** In seconds. */
  responseTime: number;
  timing?: AnswerTiming | undefined;
  /** In milliseconds, by the server's clock. */
  startedAt: number;
  answeredAt: number;
}

/** The save state of one attempt's answers, for the screen. */
export type SaveState = 'saving' | 'saved' | 'on-device' | 'signed-out';

/**
 * What to do after a call that sends stored data.
 *
 * - `done`: the server has the data; delete the copy.
 * - `wait`: no other call will succeed now either (no network, overload, server starting); stop and try later.
 * - `skip`: the server did not take this one now; continue with other attempts, try this one later.
 * - `sign-in`: keep everything until this user is signed in again.
 * - `closed`: the attempt accepts no more answers; delete the copy and notify the screen.
 * - `refused`: the server does not accept the data; tell the parent, and keep a child's work until the parent decides (`settle`).
 */
export type Outcome = 'done' | 'wait' | 'skip' | 'sign-in' | 'closed' | 'refused';

/**
 * Interprets the reply to a stored answer or completion.
 *
 * `ours` says that the body really came from this server: for a success, that it confirms what was sent; for a refusal, that it contains a
 * code. Networks of hotels and proxies reply with 200, 403 or 404 and pages of their own, and because of such a reply an answer must not be
 * discarded, nor taken as saved.
 *
 * @param status HTTP status; 0 when there was no reply.
 * @param code code of the refusal; empty if there is none.
 */
export function outcomeOf(status: number, ours: boolean, code = ''): Outcome {
  if (status === 0 || status === 429 || status === 503) return 'wait';
  // In child mode the server refuses the attempts of other children. Those of the session's children must not wait for them.
  if (status === 408 || status === 425 || status >= 500 || code === 'child-mode') return 'skip';
  // Status 403 means that the current user has another role: a parent's answers wait until the parent is signed in.
  if (status === 401 || status === 403) return 'sign-in';
  if (!ours) return 'wait';
  if (status < 300) return 'done';
  return status === 409 ? 'closed' : 'refused';
}

/** Returns whether a failed call may have cost data: without a reply within three seconds next to nothing was sent. */
export const isCostly = (status: number, tookMs: number): boolean => status > 0 || tookMs >= 3_000;

const PAUSES = [2, 5, 15, 60] as const;

/**
 * Returns the milliseconds until the next try after a number of consecutive failures (from 1): 2, 5, 15, then always 60 seconds. A longer
 * `Retry-After` is respected, up to fifteen minutes.
 */
export function pauseAfter(failures: number, retryAfter: number | null = null): number {
  const own = PAUSES[Math.min(Math.max(failures, 1), PAUSES.length) - 1] as number;
  return Math.max(own, Math.min(retryAfter ?? 0, 900)) * 1000;
}

/** Returns the seconds of a `Retry-After` header (a number, or a date compared with `now`), or null if it is absent or invalid. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** The largest sequence that the call accepts (31 bits). */
const LARGEST = 2_147_483_647;

/**
 * Returns the sequence number of the next choice: tenths of a second since the attempt started, by the server's clock, and always larger
 * than the last number that this device assigned.
 *
 * Tabs of one browser share `last` through the device's store, in one transaction. Two devices share nothing, but both know the server's
 * clock to within a round trip, so the later tap has the larger number there too. 31 bits suffice for 6 years.
 */
export function nextSequence(last: number, startedAt: number, now: number): number {
  const tenths = Math.floor((now - startedAt) / 100);
  return Math.min(LARGEST, Math.max(last + 1, Number.isFinite(tenths) ? tenths : 0, 1));
}

/** Returns the newer of two choices for the same question. */
export function newest<A extends { sequence: number }>(kept: A | undefined, incoming: A): A {
  return kept && kept.sequence > incoming.sequence ? kept : incoming;
}

/** Returns whether a copy may be deleted once `sent` has arrived: not if a newer choice was made meanwhile. */
export function settles(sent: { sequence: number }, kept: { sequence: number } | undefined): boolean {
  return kept !== undefined && kept.sequence <= sent.sequence;
}

/** Milliseconds that sending a choice may take before the screen changes from "A guardar…" to offline. */
export const PATIENCE_MS = 4000;

/**
 * Returns the save state that the screen shows for an attempt.
 *
 * @param waiting whether it has unsent data
 * @param since milliseconds for which the oldest unsent data has waited
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
