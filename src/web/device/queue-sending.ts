import * as device from './device-store.ts';
import { type Finishing, type Outcome, outcomeOf, type PendingAnswer, sendingOrder } from './queue.rules.ts';
import { type Reply, request } from './queue-request.ts';
import type { Signals } from './queue-signals.ts';

/** The outcome of one call, and what its reply requires of the queue. */
export interface Sent {
  attemptId: number;
  outcome: Outcome;
  /** In seconds. */
  retryAfter: number | null;
}

/** Returns whether an outcome is final: what was sent is deleted from the device and not sent again. */
export const isSettled = (outcome: Outcome) => outcome === 'done' || outcome === 'closed' || outcome === 'refused';

/**
 * Sends the next answer or completion of a user. The queue is read again before each call: a newer choice may have replaced one, or another
 * tab may have sent one.
 *
 * @param skipped attempts to leave out.
 * @param onRead receives the unsent data; if it returns false, nothing is sent.
 * @returns undefined when nothing was sent.
 */
export async function sendNext(
  userId: number,
  skipped: ReadonlySet<number>,
  signals: Signals,
  onRead: (answers: readonly PendingAnswer[], finishings: readonly Finishing[]) => boolean,
): Promise<Sent | undefined> {
  const { answers, finishings } = await device.readPending(userId);
  const proceed = onRead(answers, finishings);
  const ids = finishings.map(({ attemptId }) => attemptId);
  const next = sendingOrder(answers, ids).find(([attemptId]) => !skipped.has(attemptId));
  if (!next || !proceed) return undefined;
  const [attemptId, [answer]] = next;
  const finishing = finishings.find((one) => one.attemptId === attemptId);
  const { outcome, reply } = answer
    ? await sendAnswer(answer, signals)
    : await sendFinishing(attemptId, userId, finishing, signals);
  const { date, status, roundTrip, retryAfter } = reply;
  if (date !== null && status !== 0) signals.emit({ kind: 'clock', serverTime: date, roundTrip });
  if (!isSettled(outcome) && finishing) signals.emit({ kind: 'finish-delayed', attemptId, status });
  return { attemptId, outcome, retryAfter };
}

async function sendAnswer(answer: PendingAnswer, { emit }: Signals): Promise<{ outcome: Outcome; reply: Reply }> {
  const { userId, attemptId, questionId, selectedAnswer, responseTime, timing, sequence, answeredAt } = answer;
  const reply = await request('POST', '/api/answers', {
    attemptId,
    questionId,
    selectedAnswer,
    responseTime,
    ...timing,
    sequence,
    answeredAt,
  });
  const saved = reply.body as { saved?: unknown; attemptId?: unknown } | undefined;
  const ours = reply.code !== '' || (saved?.saved === true && saved.attemptId === attemptId);
  const outcome = await interpret(reply, ours, userId);
  if (isSettled(outcome)) await device.settleAnswer(answer, outcome === 'done' ? undefined : reply.message);
  if (outcome === 'closed' || outcome === 'refused')
    emit({ kind: 'dropped', attemptId, questionId, why: outcome, code: reply.code });
  return { outcome, reply };
}

async function sendFinishing(
  attemptId: number,
  userId: number,
  finishing: Finishing | undefined,
  { emit, post }: Signals,
): Promise<{ outcome: Outcome; reply: Reply }> {
  const offline = finishing?.offline;
  const reply = offline
    ? await request('POST', `/api/prepared/${attemptId}/sitting`, offline)
    : await request('PUT', `/api/attempts/${attemptId}`, { completed: true, ...finishing?.work });
  const attempt = reply.body as { id?: unknown; completed?: unknown; state?: unknown } | undefined;
  const isOver = attempt?.completed === true || (offline !== undefined && attempt?.state === 'abandoned');
  const ours = reply.code !== '' || (attempt?.id === attemptId && isOver);
  const outcome = await interpret(reply, ours, userId);
  if (isSettled(outcome)) {
    const refused = outcome === 'done' ? undefined : reply.message;
    await device.settleFinishing({ attemptId, userId }, refused);
    if (outcome === 'done') {
      post({ completed: attemptId });
      emit({ kind: 'completed', attemptId });
    } else emit({ kind: 'finish-refused', attemptId, status: reply.status, message: reply.message });
  }
  return { outcome, reply };
}

/**
 * Returns the outcome of a reply. The reply is 404 also for another user's attempt, so before discarding anything the queue asks who is
 * signed in, because another tab may have changed it.
 */
async function interpret({ status, code }: Reply, ours: boolean, userId: number): Promise<Outcome> {
  const outcome = outcomeOf(status, ours, code);
  if (outcome !== 'refused' || status !== 404) return outcome;
  const who = await request('GET', '/api/user');
  if (who.status === 200 && (who.body as { id?: unknown } | undefined)?.id === userId) return outcome;
  return who.status === 200 || who.status === 401 ? 'sign-in' : 'wait';
}
