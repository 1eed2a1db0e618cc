/** What the child did, for the first view after finishing. Never a score. */
export interface JustFinished {
  child: { firstName: string; cover: number };
  /** One per question, in the order of the test: whether it was answered. */
  answered: boolean[];
  timeIsUp: boolean;
}

// In memory on purpose: a reload or a later visit shows the result at once.
const finished = new Map<number, JustFinished>();

/** Says that this attempt was finished on this page a moment ago. */
export function markJustFinished(attemptId: number, what: JustFinished): void {
  finished.set(attemptId, what);
}

/**
 * What was just finished, once: keep it in the state of the result's screen. It is forgotten a second later and not at
 * once, because a screen that is drawn twice before it settles asks twice.
 */
export function takeJustFinished(attemptId: number): JustFinished | null {
  const what = finished.get(attemptId) ?? null;
  if (what) setTimeout(() => finished.delete(attemptId), 1000);
  return what;
}
