/** A child that chooses so many times in a row before it can have read is asked to read calmly. */
const QUICK_BEFORE_PAUSE = 3;

/** Quick first choices in a row, and when the child was asked to read calmly, in milliseconds since the start. */
interface Haste {
  quickInRow?: number;
  pausedAtMs?: number;
}

/** The times of a choice: how often it replaced another, milliseconds on a visible screen, and when it was tapped since the start. */
interface Choice {
  changes: number;
  visibleMs: number;
  lastTapMs: number;
}

/**
 * Counts a choice in `work`. @returns whether the child is to read calmly now: after three quick first choices in a row, once in an attempt.
 *
 * @param thresholdMs below it a choice is quick (`quickThreshold`).
 */
export function hurries(work: Haste, { changes, visibleMs, lastTapMs }: Choice, thresholdMs: number): boolean {
  if (changes > 0 || work.pausedAtMs !== undefined) return false;
  work.quickInRow = visibleMs < thresholdMs ? (work.quickInRow ?? 0) + 1 : 0;
  if (work.quickInRow < QUICK_BEFORE_PAUSE) return false;
  work.pausedAtMs = lastTapMs;
  return true;
}
