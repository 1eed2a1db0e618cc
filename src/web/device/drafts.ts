// Unsaved input, kept in session storage: it survives a reload, the Back button and the end of the session. It is removed when it
// is saved or discarded, or when the tab is closed.

const DRAFTS = 'draft:';

/** Returns the draft of this name, or undefined if there is none or it cannot be read. */
export function draftNamed<Value>(name: string): Partial<Value> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFTS + name) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Value>) : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, value: object): void {
  try {
    sessionStorage.setItem(DRAFTS + name, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: the form on the screen is the only copy.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(DRAFTS + name);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Returns the names of all drafts with this prefix, without the prefix. */
export function draftsUnder(beginning: string): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(DRAFTS + beginning))
      .map((key) => key.slice(DRAFTS.length + beginning.length))
      .sort();
  } catch {
    return [];
  }
}

export function dropAllDrafts(): void {
  for (const name of draftsUnder('')) dropDraft(name);
}
