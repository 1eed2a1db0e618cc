// On a slow line the call that starts a test would wait for all of the app's code, although nothing in it changes what
// is asked. So the page of a test asks by itself, with its first bytes (EARLY_START in areas/document-scripts.ts), and
// the code finds the answer on its way.

/** Set for each test of a child that this device has kept: then the device's own word comes first. */
const keptName = (childId: number | string, testId: number | string) => `teste:${childId}:${testId}`;

/** A reply that was asked for before the app's code was there. */
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

/** The start that the page has asked for, once, if it is of this child and test. */
export function takeEarlyStart(childId: number, testId: number): Omit<Early, 'key'> | undefined {
  const page = window as { early?: Early | undefined };
  const { early } = page;
  page.early = undefined;
  return early?.key === `${childId}:${testId}` ? early : undefined;
}

/** The same, left for the app to take. */
export const earlyStart = (): Early | undefined => (window as { early?: Early | undefined }).early;

/** The first question of a sitting, as the page shows it until the app has come (sitting/first-question.web.ts). */
export interface FirstQuestion {
  attemptId: number;
  /** Takes it off the screen. */
  end(): FirstTaps;
}

/** What was done on it. */
export interface FirstTaps {
  questionId: number;
  /** The letter that was tapped last. */
  chosen: string | undefined;
  /** The next question was asked for. */
  goesOn: boolean;
  /** The letter whose radio has the focus. */
  focused: string | undefined;
}

let first: FirstQuestion | undefined;
export function showFirstQuestion(shown: FirstQuestion): void {
  first = shown;
}

/** Takes the first question off the screen, once, as the app is about to show the same one; undefined if none was shown. */
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
