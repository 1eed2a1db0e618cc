/** What the child did in a test, for the first view after finishing. It never contains a score. */
export interface JustFinished {
  child: { firstName: string; cover: number };
  /** For each question, in the order of the test, whether it was answered. */
  answered: boolean[];
  timeIsUp: boolean;
  /** How many answers given on this phone the server did not accept, because the test had already ended. */
  refused?: number;
}

// Deliberately only in memory: after a reload or on a later visit the result is shown immediately.
const finished = new Map<number, JustFinished>();

/** Records that this attempt has just been finished on this page. */
export function markJustFinished(attemptId: number, what: JustFinished): void {
  finished.set(attemptId, what);
}

/**
 * Returns what has just been finished, once: keep it in the state of the result's screen. It is deleted a second later and not immediately,
 * because a screen that React renders twice calls this twice.
 */
export function takeJustFinished(attemptId: number): JustFinished | null {
  const what = finished.get(attemptId) ?? null;
  if (what) setTimeout(() => finished.delete(attemptId), 1000);
  return what;
}
