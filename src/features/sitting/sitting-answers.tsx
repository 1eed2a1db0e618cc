import { useCallback, useEffect, useRef, useState } from 'react';
import { answerQueue } from '../../web/answer-queue.ts';
import type { ServerClock } from './server-clock.web.ts';
import type { Kept } from './sitting-clock.tsx';
import { measureWork } from './sitting-work.web.ts';

/** How the child works on the current question. */
interface Work {
  /** Times, taps and absences, in the form in which the server accepts them. */
  measured: ReturnType<typeof measureWork>;
  /** Whole seconds spent on the current question, over all its visits. */
  secondsOn: (questionId: number) => number;
}

/** Measures work while the sitting is on the screen; `questionId` is the current question. */
export function useWork({ sitting }: Kept, clock: ServerClock, questionId: number | undefined): Work {
  const [measured] = useState(() => measureWork(sitting.id, () => clock.now() - Date.parse(sitting.startedAt)));
  useEffect(() => {
    document.addEventListener('visibilitychange', measured.onVisibility);
    return () => document.removeEventListener('visibilitychange', measured.onVisibility);
  }, [measured]);

  /** Seconds of earlier visits, by question. */
  const spent = useRef(new Map<number, number>());
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
    if (questionId !== undefined) measured.show(questionId);
    const times = spent.current;
    return () => {
      if (questionId !== undefined)
        times.set(questionId, (times.get(questionId) ?? 0) + (performance.now() - shownAt.current) / 1000);
    };
  }, [questionId, measured]);

  const secondsOn = (id: number) =>
    Math.round((spent.current.get(id) ?? 0) + (performance.now() - shownAt.current) / 1000);
  return { measured, secondsOn };
}

type Letters = Readonly<Record<number, string>>;

const lettersOf = ({ choices }: Kept): Letters =>
  Object.fromEntries(Object.entries(choices).map(([questionId, { selectedAnswer }]) => [questionId, selectedAnswer]));

/**
 * The chosen letters by question. `choose` shows a letter immediately, stores it on the device and sends it; `readBack` shows what the
 * device has stored.
 */
export function useChoices(kept: Kept, clock: ServerClock, { measured, secondsOn }: Work) {
  const { userId, sitting } = kept;
  const [choices, setChoices] = useState(() => lettersOf(kept));
  // Choices that are shown but not stored on the device yet: reading the store must not undo them.
  const unkept = useRef(new Map<number, string>());
  const readBack = useCallback(
    (fresh: Kept) => setChoices({ ...lettersOf(fresh), ...Object.fromEntries(unkept.current) }),
    [],
  );
  useEffect(() => readBack(kept), [kept, readBack]);

  const choose = (questionId: number, letter: string) => {
    setChoices((before) => ({ ...before, [questionId]: letter }));
    unkept.current.set(questionId, letter);
    void answerQueue
      .keep({
        userId,
        childId: sitting.childId,
        testId: sitting.testId,
        attemptId: sitting.id,
        questionId,
        selectedAnswer: letter,
        responseTime: secondsOn(questionId),
        timing: measured.choose(questionId),
        startedAt: Date.parse(sitting.startedAt),
        answeredAt: clock.now(),
      })
      .then(() => unkept.current.get(questionId) === letter && unkept.current.delete(questionId));
  };

  /** Shows a letter that the page stored before this screen was rendered; the state read from the device may be older. */
  const takeTap = (questionId: number, letter: string) => setChoices((before) => ({ ...before, [questionId]: letter }));

  return { choices, choose, takeTap, readBack };
}
