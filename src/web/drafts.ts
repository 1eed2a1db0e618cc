// What somebody has typed and not saved, kept in this tab: it survives a reload, going back, and the end of the session. It is
// removed when it is saved or discarded, and with the tab.

const DRAFTS = 'draft:';

/** The draft of this name; nothing when there is none, or when what is kept cannot be read. */
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
    // Without storage, or without room in it, the form on the screen is the only copy.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(DRAFTS + name);
  } catch {
    // Where nothing can be kept there is nothing to drop.
  }
}

/** The names of all drafts that begin so, without that beginning. */
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
