import { useEffect, useEffectEvent, useState } from 'react';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { leaveTo } from '../../../web/call/leave-guard.tsx';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import { readSitting } from '../../../web/device/device-store.ts';
import { request } from '../../../web/device/queue-request.ts';
import type { QueueEvent } from '../../../web/device/queue-signals.ts';
import { countRefused } from '../../../web/device/waiting-store.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { knownUser, setUser } from '../../people/accounts/session.tsx';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { type JustFinished, markJustFinished } from './just-finished.web.ts';
import type { ServerClock } from './server-clock.web.ts';
import type { Kept } from './sitting-clock.tsx';
import type { measureWork } from './sitting-work.web.ts';

type EventOfAttempt = Extract<QueueEvent, { attemptId: number }>;

/** Calls `handle` with each event of one attempt. */
function useQueueEvents(attemptId: number, handle: (event: EventOfAttempt) => void): void {
  const onEvent = useEffectEvent(handle);
  useEffect(
    () =>
      answerQueue.onEvent((event) => {
        if ('attemptId' in event && event.attemptId === attemptId) onEvent(event);
      }),
    [attemptId],
  );
}

/** Why the server has not completed the attempt yet, or never will (`gone`). Status 0: no network. */
export interface FinishProblem {
  status: number;
  message?: string;
  gone?: true;
}

/**
 * Ends a sitting: when the child finishes it, when the time is up, when the server accepts no more answers, or when another tab has ended
 * it (`setFinishing`). This cannot be undone.
 *
 * @param keepWritten stores what is being written: at the end it is the answer.
 */
export function useFinishing(
  { userId, sitting, prepared, state }: Kept,
  { clock, left }: { clock: ServerClock; left: number },
  measured: ReturnType<typeof measureWork>,
  keepWritten: () => void,
) {
  const { id: attemptId, childId, testId } = sitting;
  const [finishing, setFinishing] = useState(state === 'finishing');
  /** Whether the end is being stored. Until then the screen must not say that the test is safe. */
  const [isStoring, setStoring] = useState(false);
  const [timeIsUp, setTimeIsUp] = useState(false);
  const [problem, setProblem] = useState<FinishProblem | null>(null);

  const finish = () => {
    keepWritten();
    setProblem(null);
    setFinishing(true);
    setStoring(true);
    const end = prepared && endOf(prepared, sitting, clock.now());
    void answerQueue
      .finish({ attemptId, userId, childId, testId, work: measured.summary(), ...(end && { end }) })
      .finally(() => setStoring(false));
  };

  const onTimeUp = useEffectEvent(() => {
    setTimeIsUp(true);
    finish();
  });
  const isOver = left <= 0 && !finishing;
  useEffect(() => {
    if (isOver) onTimeUp();
  }, [isOver]);

  useQueueEvents(attemptId, (event) => {
    if (event.kind === 'finish-delayed') {
      setProblem({ status: event.status });
      if (event.status >= 404)
        toast({ kind: 'error', title: 'Erro', text: 'Não foi possível finalizar o teste. Tente novamente.' });
    } else if (event.kind === 'finish-refused') {
      setProblem({ status: event.status, message: event.message, gone: true });
    } else if (event.kind === 'dropped' && !finishing) {
      // The attempt has ended on the server: it was completed on another device, or its time is up. Finishing leads to the result in both
      // cases.
      if (event.why === 'closed') finish();
      else toast({ kind: 'error', title: 'Erro', text: 'Não foi possível registrar sua resposta. Continue o teste.' });
    }
  });

  return { finishing, setFinishing, isStoring, timeIsUp, problem, finish };
}

/** Calls `show` with the device's sitting after another tab has changed it, or after an answer was discarded. */
export function useChangesOnDevice({ userId, sitting }: Kept, show: (fresh: Kept) => void): void {
  useQueueEvents(sitting.id, (event) => {
    if (event.kind !== 'dropped' && event.kind !== 'elsewhere') return;
    void readSitting<Sitting>(userId, sitting.childId, sitting.testId).then((fresh) => {
      if (fresh?.sitting.id === sitting.id && fresh.state !== 'finished') show(fresh);
    });
  });
}

/** Goes to the result, or in child mode to the child's home, once the attempt is graded. */
export function useLeaveWhenGraded(attemptId: number, done: JustFinished): void {
  useQueueEvents(attemptId, (event) => {
    if (event.kind !== 'completed') return;
    const leave = (refused: number) => {
      markJustFinished(attemptId, { ...done, refused });
      return leaveTo(inChildMode() ? `/child?attempt=${attemptId}` : `/results/${attemptId}`, learnUser);
    };
    countRefused(attemptId).then(leave, () => leave(0));
  });
}

/** Warns before the page is closed while a choice could be lost. */
export function useWarningBeforeLoss(attemptId: number): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!answerQueue.isAtRisk(attemptId)) return;
      event.preventDefault();
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [attemptId]);
}

/** Returns when a prepared test ended: now, or at its deadline if that has passed. */
function endOf({ startedAt, clockOffset }: NonNullable<Kept['prepared']>, sitting: Kept['sitting'], now: number) {
  const limit = sitting.timeLimit * 1000;
  const elapsedMs = Math.max(0, Math.round(Math.min(now - Date.parse(sitting.startedAt), limit)));
  const wall = Date.now() + clockOffset;
  // The deadline passed while the page was not running, for example with an empty battery: the wall clock then shows when the user came
  // back.
  return { elapsedMs, at: elapsedMs === limit && wall > startedAt + limit ? startedAt + limit : wall };
}

/** Milliseconds for which leaving the test may wait for the server to say who is signed in. */
const INTRODUCTION_MS = 3000;

/** A page that started without a network does not know who is signed in, but every other screen needs it. */
export async function learnUser(): Promise<void> {
  if (knownUser() || inChildMode()) return;
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, INTRODUCTION_MS));
  const reply = await Promise.race([request('GET', '/api/user'), tooLong]);
  if (reply?.status === 200) setUser(reply.body as User);
}
