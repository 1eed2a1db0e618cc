import { photoForm } from '../call/photo-form.ts';
import { recoverJournal } from './device-store.ts';
import { isCostly, type Outcome, outcomeOf } from './queue.rules.ts';
import { type Reply, request } from './queue-request.ts';
import type { Signals } from './queue-signals.ts';
import { isAnswer, isGivenUp, isOurs, KINDS, nextOf, sendingOf, sendingOrder, type Waiting } from './waiting.rules.ts';
import { countTry, mayBeAnothers, readWaiting, settle } from './waiting-store.ts';

/** The outcome of one call, and what its reply requires of the queue. */
export interface Sent {
  lane: string;
  outcome: Outcome;
  /** In seconds. */
  retryAfter: number | null;
}

/** Returns whether an outcome is final: what was sent waits no longer. What was refused is sent again only if the parent asks for it. */
export const isSettled = (outcome: Outcome) => outcome === 'done' || outcome === 'closed' || outcome === 'refused';

/**
 * Sends the next rows of a user, in one call. What waits is read again before each call: a newer choice may have replaced one, another tab
 * may have sent one, or the phone may have been handed to a child.
 *
 * @param skipped lanes to leave out.
 * @param onRead receives what waits; if it returns false, nothing is sent.
 * @param isMine whether a row is sent by this caller, given everything that waits.
 * @returns undefined when nothing was sent.
 */
export async function sendNext(
  userId: number,
  skipped: ReadonlySet<string>,
  signals: Signals,
  onRead: (waiting: readonly Waiting[]) => boolean,
  isMine: (row: Waiting, waiting: readonly Waiting[]) => boolean = () => true,
): Promise<Sent | undefined> {
  await recoverJournal();
  const waiting = await readWaiting(userId);
  const proceed = onRead(waiting);
  const next = sendingOrder(waiting).find(([row]) => !skipped.has(row.lane) && isMine(row, waiting));
  if (!next || !proceed) return undefined;
  const rows = nextOf(next);
  const [row] = rows;
  const { method, path, body, photo } = sendingOf(rows);
  const begun = performance.now();
  const reply = await request(method, path, body, undefined, photo === undefined ? undefined : photoForm(photo));
  const outcome = await interpret(reply, row, userId);
  const { date, status, roundTrip, retryAfter } = reply;
  const isTried = !isSettled(outcome) && isCostly(status, performance.now() - begun);
  if (isSettled(outcome)) await settle(rows, refusalsOf(rows, reply, outcome), status !== 404);
  else if (isTried) await countTry(rows);
  if (date !== null && status !== 0) signals.emit({ kind: 'clock', serverTime: date, roundTrip });
  tell(isTried ? { ...row, tries: row.tries + 1 } : row, outcome, reply, signals);
  const end = next.find(({ kind }) => KINDS[kind].endsSitting);
  if (!isSettled(outcome) && end?.attemptId !== undefined)
    signals.emit({ kind: 'finish-delayed', attemptId: end.attemptId, status });
  return { lane: row.lane, outcome, retryAfter };
}

/** Returns why rows were not accepted, by their id. */
function refusalsOf(rows: readonly Waiting[], { body, message }: Reply, outcome: Outcome): ReadonlyMap<string, string> {
  if (outcome !== 'done') return new Map(rows.map(({ id }) => [id, message]));
  const { refusals } = KINDS[(rows[0] as Waiting).kind];
  return refusals?.(body as Record<string, unknown>) ?? new Map();
}

/** Tells the screens what became of a row. */
function tell(row: Waiting, outcome: Outcome, { status, code, message }: Reply, { emit, post }: Signals): void {
  const { attemptId } = row;
  // After the last try the page of the opinion says that the photograph did not arrive.
  if (!isSettled(outcome) && !isGivenUp(row)) return;
  if (attemptId === undefined) {
    // Absent on the server.
    if (typeof dispatchEvent === 'function') dispatchEvent(new Event('waiting-changed'));
  } else if (isAnswer(row)) {
    const { questionId } = row.body;
    if (outcome !== 'done')
      emit({ kind: 'dropped', attemptId, questionId, why: outcome === 'closed' ? outcome : 'refused', code });
  } else if (outcome === 'done') {
    post({ completed: attemptId });
    emit({ kind: 'completed', attemptId });
  } else emit({ kind: 'finish-refused', attemptId, status, message });
}

/**
 * Returns the outcome of a reply. The reply is 404 also for another user's attempt, so before discarding anything the queue asks who is
 * signed in, because another tab may have changed it.
 */
async function interpret(reply: Reply, row: Waiting, userId: number): Promise<Outcome> {
  const { status, code, body } = reply;
  const outcome = outcomeOf(status, isOurs(row, status, body), code);
  if (outcome !== 'refused' || status !== 404) return outcome;
  if (mayBeAnothers(row, status)) return 'skip';
  const who = await request('GET', '/api/user');
  if (who.status === 200 && (who.body as { id?: unknown } | undefined)?.id === userId) return outcome;
  return who.status === 200 || who.status === 401 ? 'sign-in' : 'wait';
}
