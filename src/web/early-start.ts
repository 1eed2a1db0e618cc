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

/** Notes that the device knows this test, before it does: the next page then asks the device first. */
export function noteKept(childId: number, testId: number): void {
  try {
    localStorage.setItem(keptName(childId, testId), '1');
  } catch {
    // Forbidden: then the page's script could not look either, and leaves the start to the app.
  }
}
