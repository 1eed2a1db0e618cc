import type { PendingAnswer } from '../../web/device/queue.rules.ts';

// On a slow line, the call that starts a test would wait for all of the app's code, although the call does not depend on it. The page of a
// test therefore sends the call itself, in its first bytes (delivery/inline/early-start.ts), and the app takes over the reply.

/**
 * Returns the local storage key that is set for each test that this device keeps for a child. If it is set, the device is read before the
 * server is asked.
 */
const keptName = (childId: number | string, testId: number | string) => `teste:${childId}:${testId}`;

/** A reply to a call that the page sent before the app's code had loaded. */
export interface EarlyReply {
  response: Response;
  /** Milliseconds. */
  roundTrip: number;
  /** On this device's clock. */
  receivedAt: number;
}

interface Early {
  /** `${childId}:${testId}` */
  key: string;
  clientId: string;
  reply: Promise<EarlyReply>;
}

/**
 * Takes the start that the page has requested, if it is for this child and test.
 *
 * @returns undefined if there is none, or if it has already been taken.
 */
export function takeEarlyStart(childId: number, testId: number): Omit<Early, 'key'> | undefined {
  const page = window as { early?: Early | undefined };
  const { early } = page;
  page.early = undefined;
  return early?.key === `${childId}:${testId}` ? early : undefined;
}

/** Returns the page's start without taking it; the app can still take it. */
export const earlyStart = (): Early | undefined => (window as { early?: Early | undefined }).early;

/** The first question of a sitting, which the page shows until the app has loaded (sitting/first-question.web.ts). */
export interface FirstQuestion {
  attemptId: number;
  /** Removes the first question from the screen. */
  end(): FirstTaps;
}

/** The child's actions on the first question. */
export interface FirstTaps {
  questionId: number;
  /** The letter that was tapped last, and the answer as the device stores it. */
  chosen: { letter: string; storing: Promise<PendingAnswer> } | undefined;
  /** Whether the child pressed the button for the next question. */
  goesOn: boolean;
  /** The letter whose radio has the focus. */
  focused: string | undefined;
}

let first: FirstQuestion | undefined;
export function showFirstQuestion(shown: FirstQuestion): void {
  first = shown;
}

/**
 * Removes the first question from the screen before the app renders the same one.
 *
 * @returns undefined if no first question was shown, or on a second call.
 */
export function takeFirstQuestion(attemptId: number): FirstTaps | undefined {
  if (first?.attemptId !== attemptId) return undefined;
  const { end } = first;
  first = undefined;
  return end();
}

/** Tells later pages that this device keeps the test, so that they read the device before they ask the server. */
export function setTestKept(childId: number, testId: number): void {
  try {
    localStorage.setItem(keptName(childId, testId), '1');
  } catch {
    // Storage is blocked: the page's script cannot read it either, and leaves the start to the app.
  }
}
