import type { AnswerTiming, AttemptWork } from '../../../web/device/queue.rules.ts';

/** What is measured of an attempt. */
interface Kept {
  shown: number[];
  awayTimes: number;
  awayMs: number;
  textsHeard?: number;
  /** Number of quick first choices in a row, and when the child was asked to read calmly. */
  quickInRow?: number;
  pausedAtMs?: number;
  questions: Record<number, AnswerTiming>;
}

/**
 * Measures how a child works on an attempt: the time on a visible screen for each question, taps, and absences. The data is stored in the
 * tab, so that a reload does not lose it. Times are milliseconds since the start of the attempt.
 */
export function measureWork(attemptId: number, now: () => number) {
  const key = `work:${attemptId}`;
  let stored: Kept | undefined;
  /** Read at the first use: until the app takes over, the script of the first question measures and stores too. */
  const kept = (): Kept => {
    stored ??= read(key);
    return stored;
  };
  let current: number | null = null;
  let visibleSince: number | null = null;
  let hiddenSince: number | null = null;

  /** Adds the time since the last call to the current question. */
  const settle = () => {
    const at = performance.now();
    const question = current === null ? undefined : kept().questions[current];
    if (question && visibleSince !== null) question.visibleMs += at - visibleSince;
    visibleSince = visibleSince === null ? null : at;
  };
  const keep = () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(kept()));
    } catch {
      // Storage is full or blocked: a reload loses the measurements.
    }
  };

  return {
    show(questionId: number): void {
      settle();
      current = questionId;
      visibleSince = document.hidden ? null : performance.now();
      if (!kept().questions[questionId]) {
        kept().shown.push(questionId);
        kept().questions[questionId] = {
          firstShownMs: now(),
          firstTapMs: -1,
          lastTapMs: -1,
          visibleMs: 0,
          changes: -1,
        };
      }
      keep();
    },
    choose(questionId: number): AnswerTiming | undefined {
      settle();
      const question = kept().questions[questionId];
      if (!question) return undefined;
      question.lastTapMs = now();
      if (question.firstTapMs < 0) question.firstTapMs = question.lastTapMs;
      question.changes += 1;
      keep();
      return Object.fromEntries(
        Object.entries(question).map(([name, value]) => [name, Math.round(value)]),
      ) as unknown as AnswerTiming;
    },
    /** What is measured so far; whoever changes it calls `keep`. */
    kept,
    keep,
    /** Time does not count while the question is covered. */
    cover(isCovered: boolean): void {
      settle();
      visibleSince = isCovered || document.hidden ? null : performance.now();
    },
    /** To be called when the page is hidden or shown again. */
    onVisibility(): void {
      settle();
      if (document.hidden) {
        visibleSince = null;
        hiddenSince = performance.now();
        kept().awayTimes += 1;
      } else {
        visibleSince = performance.now();
        if (hiddenSince !== null) kept().awayMs += performance.now() - hiddenSince;
        hiddenSince = null;
      }
      keep();
    },
    /** To be called when a passage in a reading test is read aloud. */
    hearText(): void {
      kept().textsHeard = (kept().textsHeard ?? 0) + 1;
      keep();
    },
    summary: (): AttemptWork => ({
      shown: kept().shown,
      awayTimes: kept().awayTimes,
      awayMs: Math.round(kept().awayMs),
      textsHeard: kept().textsHeard ?? 0,
      ...(kept().pausedAtMs === undefined ? {} : { pausedAtMs: kept().pausedAtMs }),
    }),
  };
}

function read(key: string): Kept {
  try {
    const text = sessionStorage.getItem(key);
    if (text) return JSON.parse(text) as Kept;
  } catch {
    // The stored data is unreadable: start as if there were none.
  }
  return { shown: [], awayTimes: 0, awayMs: 0, questions: {} };
}
