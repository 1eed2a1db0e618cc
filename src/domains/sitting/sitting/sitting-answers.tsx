import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import type { PendingAnswer } from '../../../web/device/queue.rules.ts';
import { quickThreshold, wordsToRead } from '../attempts/effort.rules.ts';
import { hurries } from './haste.rules.ts';
import type { ServerClock } from './server-clock.web.ts';
import { lettersToShow, type OwnChoice } from './sitting.rules.ts';
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

/** Milliseconds below which a choice is too quick to have read the question, by its words. */
function quickTimeOf({ questions }: Kept['sitting'], questionId: number): number {
  const question = questions.find(({ id }) => id === questionId);
  if (!question) return 0;
  const words = wordsToRead(question.statement, question.asks ? [] : [question.alternatives]);
  return quickThreshold({ medianMs: null, answers: 0, words });
}

/** Milliseconds without a key after which what was written is stored and sent, so that not every digit of a number is. */
const REST_MS = 1_000;

/**
 * Returns functions for answers that are written: `write` shows one immediately and stores it once the child rests, and `keepWritten` stores
 * it now. It is also stored when the page is hidden or left.
 */
function useWriting(
  choose: (questionId: number, text: string) => void,
  show: (questionId: number, text: string) => void,
) {
  const waiting = useRef<{ questionId: number; text: string; timer: number }>(undefined);
  const keepWritten = () => {
    const { current } = waiting;
    if (!current) return;
    waiting.current = undefined;
    clearTimeout(current.timer);
    choose(current.questionId, current.text);
  };
  const onLeave = useEffectEvent(keepWritten);
  useEffect(() => {
    const onHide = () => onLeave();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onHide);
      onLeave();
    };
  }, []);
  return {
    keepWritten,
    write(questionId: number, text: string): void {
      if (waiting.current?.questionId !== questionId) keepWritten();
      else clearTimeout(waiting.current.timer);
      show(questionId, text);
      waiting.current = { questionId, text, timer: window.setTimeout(keepWritten, REST_MS) };
    },
  };
}

/**
 * The chosen letters by question. `choose` shows a letter immediately, stores it on the device and sends it; `showChoice` shows one that is
 * already being stored; `readBack` shows what the device has stored.
 */
export function useChoices(kept: Kept, clock: ServerClock, { measured, secondsOn }: Work, pause: () => void) {
  const { userId, sitting } = kept;
  const own = useRef(new Map<number, OwnChoice>());
  const [choices, setChoices] = useState(() => lettersToShow(kept, own.current));
  const readBack = useCallback((fresh: Kept) => setChoices(lettersToShow(fresh, own.current)), []);
  useEffect(() => readBack(kept), [kept, readBack]);

  const showChoice = (questionId: number, letter: string, storing: Promise<PendingAnswer>) => {
    setChoices((before) => ({ ...before, [questionId]: letter }));
    const choice: OwnChoice = { letter };
    own.current.set(questionId, choice);
    storing.then(
      ({ sequence }) => {
        choice.sequence = sequence;
      },
      // The phone was handed to another child: this page is being left.
      () => own.current.delete(questionId),
    );
  };
  const choose = (questionId: number, letter: string) => {
    const timing = measured.choose(questionId);
    showChoice(
      questionId,
      letter,
      answerQueue.keep({
        userId,
        childId: sitting.childId,
        testId: sitting.testId,
        attemptId: sitting.id,
        questionId,
        selectedAnswer: letter,
        responseTime: secondsOn(questionId),
        timing,
        startedAt: Date.parse(sitting.startedAt),
        // What stands there when the time is up was written before.
        answeredAt: Math.min(clock.now(), Date.parse(sitting.deadline)),
      }),
    );
    if (timing && hurries(measured.kept(), timing, quickTimeOf(sitting, questionId))) pause();
    measured.keep();
  };

  const written = useWriting(choose, (questionId, text) => {
    setChoices((before) => ({ ...before, [questionId]: text }));
    own.current.set(questionId, { letter: text });
  });
  return { choices, choose, showChoice, readBack, ...written };
}
