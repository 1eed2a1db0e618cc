import { type EarlyReply, setTestKept } from '../../../delivery/browser/early-start.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { sittingOfEntry } from '../../../web/call/leave-guard.tsx';
import { goTo, rememberNext } from '../../../web/call/navigation.ts';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import {
  introduceParent,
  keepSitting,
  readPerson,
  readSentUpTo,
  readSitting,
} from '../../../web/device/device-store.ts';
import { outcomeOf, pauseAfter } from '../../../web/device/queue.rules.ts';
import { request } from '../../../web/device/queue-request.ts';
import { countUnsent } from '../../../web/device/waiting-store.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { knownUser } from '../../people/accounts/session.tsx';
import type { Sitting, StartedSitting } from '../attempts/attempts.contract.ts';
import type { SealedSitting } from '../attempts/sealed-sitting.contract.ts';
import { clockOffset, isEndDoubted, secondsLeft, timeOnOpening } from './sitting.rules.ts';
import type { Kept } from './sitting-clock.tsx';

type Opened =
  | { kind: 'sitting'; kept: Kept }
  /** The plan does not include this test now; the server's message gives the reason. */
  | { kind: 'plan'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; status: number; detail: string; retryAfter?: number | null };

export type Phase = Opened | { kind: 'opening' };

interface Ids {
  userId: number;
  childId: number;
  testId: number;
}

export interface Start {
  clientId: string;
  /** The reply to the page's own early call, if there was one. */
  reply?: Promise<EarlyReply> | undefined;
  /** The attempt to go on with: if it has ended, none is started. */
  attemptId?: number;
}

/** Starts the attempt, or continues the open one, and stores it on the device. */
async function startAttempt(ids: Ids, { clientId, reply: early, attemptId }: Start): Promise<Opened> {
  const { userId, childId, testId } = ids;
  // The page sent the call before anything could be chosen here (first-question.web.ts).
  const before = early ? 0 : await readSentUpTo(userId, childId, testId);
  const reply = await request('POST', '/api/attempts', { childId, testId, clientId, attemptId, order: 'own' }, early);
  // The test was finished on this device while the server replied.
  if (attemptId && !(await isOpenHere(ids, attemptId))) return ENDED;
  const { drawn: _drawn, ...sitting } = (reply.body ?? {}) as StartedSitting;
  if ((reply.status === 200 || reply.status === 201) && sitting.testId === testId && Array.isArray(sitting.questions)) {
    const offset = clockOffset(Date.parse(sitting.serverTime), reply.receivedAt, reply.roundTrip);
    setTestKept(childId, testId);
    return { kind: 'sitting', kept: await keepSitting(userId, sitting, offset, before) };
  }
  if (reply.status === 402) return { kind: 'plan', message: reply.message };
  if (reply.status === 401) return { kind: 'signed-out' };
  return { kind: 'failed', status: reply.status, detail: reply.message, retryAfter: reply.retryAfter };
}

const ENDED: Opened = { kind: 'failed', status: 409, detail: 'ended' };

async function isOpenHere({ userId, childId, testId }: Ids, attemptId: number): Promise<boolean> {
  const kept = await readSitting(userId, childId, testId);
  return kept?.sitting.id === attemptId && kept.state === 'open';
}

// Only one call for each visit, even if the screen is mounted twice in a row (as React does in development).
const underWay = new Map<string, Promise<Opened>>();
function startOnce(ids: Ids, start: Start): Promise<Opened> {
  const key = `${ids.userId}:${ids.childId}:${ids.testId}`;
  const known = underWay.get(key);
  if (known) return known;
  const started = startAttempt(ids, { ...start }).finally(() => underWay.delete(key));
  // A reply can be read only once; a second attempt sends a new call.
  start.reply = undefined;
  underWay.set(key, started);
  return started;
}

/**
 * Returns what the device can show before the server replies, or without it: a sitting that is being finished, or one with time left. A
 * sitting whose time is over matters only while it has unsent data; otherwise the server decides what comes next.
 */
async function keptUnderWay({ userId, childId, testId }: Ids): Promise<Kept | null> {
  const kept = await readSitting<Sitting>(userId, childId, testId);
  if (!kept || kept.state === 'finished') return null;
  if (kept.state === 'finishing' || kept.prepared || !isOver(kept)) return kept;
  return (await hasUnsent(kept)) ? kept : null;
}

const hasUnsent = async ({ sitting: { id } }: Kept): Promise<boolean> => (await countUnsent(id)) > 0;

/** Milliseconds to wait for the server to say whether a test on the device is still valid; after that the device's copy is used. */
const VALIDITY_TIMEOUT_MS = 3000;

/** Begins the test that is prepared for this child on this device. @returns null if there is none. */
async function beginHere({ userId, childId, testId }: Ids): Promise<Kept | null> {
  const { beginPrepared, canBegin, dropPrepared, readPrepared } = await import('../../../web/device/prepared-store.ts');
  const here = (await readPrepared<SealedSitting>(userId)).find(
    ({ sealed }) => sealed.childId === childId && sealed.testId === testId,
  );
  if (!here) return null;
  const { sealed } = here;
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, VALIDITY_TIMEOUT_MS));
  const reply = await Promise.race([request('GET', `/api/prepared?childId=${childId}`), tooLong]);
  const listed = reply?.status === 200 && Array.isArray(reply.body) ? (reply.body as { attemptId: number }[]) : null;
  const isGone = listed && !listed.some(({ attemptId }) => attemptId === sealed.attemptId);
  // It was given back or taken on another phone, or has lapsed. Only the server knows: this phone's clock may have been set ahead.
  if (isGone) await dropPrepared(sealed.attemptId);
  // It would lapse before it could end, and accept no answers.
  if (isGone || !canBegin(here)) return null;
  return beginPrepared(here, (startedAt) => ({
    id: sealed.attemptId,
    childId,
    testId,
    startedAt: new Date(startedAt).toISOString(),
    deadline: new Date(startedAt + sealed.timeLimit * 1000).toISOString(),
    serverTime: new Date(startedAt).toISOString(),
    remainingSeconds: sealed.timeLimit,
    timeLimit: sealed.timeLimit,
    test: sealed.test,
    child: sealed.child,
    questions: sealed.questions,
    answers: [],
  }));
}

const isAt = (testId: number) => location.pathname.replace(/\/+$/, '') === `/tests/${testId}`;

/**
 * Opens a test: shows what the device has of it, and asks the server to start or resume the attempt.
 *
 * @param signedIn null when the server could not be asked: the user is then the one whom the device knows.
 * @param isLive returns false once the screen has been left; nothing is started or shown after that.
 */
export async function openTest(
  { childId, testId }: Omit<Ids, 'userId'>,
  signedIn: number | null,
  start: Start,
  isLive: () => boolean,
  show: (phase: Phase) => void,
): Promise<void> {
  const userId = signedIn ?? (await readPerson())?.id;
  if (userId === undefined) return show({ kind: 'failed', status: 0, detail: '' });
  const ids = { userId, childId, testId };
  const ended = sittingOfEntry();
  let kept = await keptUnderWay(ids);
  // The test of this address has ended and another page is being opened: no new attempt may start.
  if (!isLive() || !isAt(testId)) return;
  if (!kept && ended !== null) {
    const last = await readSitting(userId, childId, testId);
    // Back or Forward led to the address of a test that has ended: it must not start another attempt.
    if (last?.state === 'finished' && last.sitting.id === ended)
      return goTo(inChildMode() ? '/child' : `/results/${ended}`, { replace: true });
  }
  kept ??= await beginHere(ids);
  if (!isLive() || !isAt(testId)) return;
  const isDoubted = kept !== null && !kept.prepared && kept.state === 'open' && isEndDoubted(kept, Date.now());
  const hasToSend = kept !== null && isDoubted && (await hasUnsent(kept));
  if (kept && (!isDoubted || hasToSend)) show({ kind: 'sitting', kept });
  void answerQueue.start(userId);
  if (signedIn !== null) void introduceParent(signedIn, firstNameOf(signedIn));
  // Asking the server now would start another attempt.
  if (kept && (kept.prepared || isOver(kept) || hasToSend)) return;
  const opening = startOnce(ids, start);
  if (kept && isDoubted) await showUnlessAnswered(kept, opening, (phase) => isLive() && show(phase));
  const opened = await opening;
  if (!isLive()) return;
  // With a sitting on the device it does not matter if the server cannot be reached or does not know the user.
  if (kept && opened.kind === 'signed-out') return;
  if (kept && opened.kind === 'failed') return followKept(kept, ids, start, isLive, show).catch(() => {});
  if (opened.kind === 'signed-out') {
    rememberNext();
    return goTo('/', { replace: true });
  }
  if (opened.kind === 'failed')
    toast({ kind: 'error', title: 'Erro', text: 'Não foi possível iniciar o teste. Tente novamente.' });
  show(opened);
}

/**
 * Asks the server again for a sitting that is shown from this device, until it answers or the sitting ends: another phone may have answered
 * since. What this phone has not sent goes first, so that of two answers the later one is shown, as it is the one that counts.
 */
async function followKept(
  { sitting: { id: attemptId } }: Kept,
  ids: Ids,
  { clientId }: Start,
  isLive: () => boolean,
  show: (phase: Phase) => void,
): Promise<void> {
  let retryAfter: number | null | undefined;
  for (let failures = 1; ; failures += 1) {
    await pauseUntilBack(pauseAfter(failures, retryAfter));
    if (!isLive() || !(await isOpenHere(ids, attemptId))) return;
    await answerQueue.flush();
    if ((await countUnsent(attemptId)) > 0) continue;
    const opened = await startAttempt(ids, { clientId, attemptId });
    if (!isLive()) return;
    if (opened.kind === 'sitting') return show(opened);
    if (opened.kind !== 'failed') return;
    const outcome = outcomeOf(opened.status, opened.detail !== '');
    if (outcome !== 'wait' && outcome !== 'skip') return;
    retryAfter = opened.retryAfter;
  }
}

/** Waits these milliseconds, or until there is a network again or somebody returns to the page. */
const pauseUntilBack = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    document.addEventListener('visibilitychange', end);
  });

/** Shows the device's copy of a test that may be over if the server does not say so in time. */
async function showUnlessAnswered(
  kept: Kept,
  opening: Promise<Opened>,
  show: (phase: Phase) => unknown,
): Promise<void> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, VALIDITY_TIMEOUT_MS));
  const answer = await Promise.race([opening, tooLong]);
  if (!answer || answer.kind === 'failed' || answer.kind === 'signed-out') show({ kind: 'sitting', kept });
}

const isOver = (kept: Kept) =>
  kept.state === 'finishing' || secondsLeft(Date.parse(kept.sitting.deadline), timeOnOpening(kept, Date.now())) === 0;

/** Returns the parent's first name if the page knows it; the device stores it for a start without a network. */
function firstNameOf(userId: number): string {
  const known = knownUser();
  return known?.id === userId ? (known.fullName.trim().split(/\s+/)[0] ?? '') : '';
}
