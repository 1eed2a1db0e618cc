// Without a network the service worker shows the last copy of a page (web/worker/sw.ts) and writes on it when it was made.
// Until what stands on it has been fetched again, the person is told so.

let at = typeof document === 'undefined' ? undefined : document.documentElement.dataset['kept'];
const listeners = new Set<() => void>();

/** When this page was made, if it is a copy and nothing newer has come yet. */
export const keptAt = (): string | undefined => at;

/** For useSyncExternalStore: called when `keptAt` may have changed. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What stands on the page is of now. */
export function isRenewed(): void {
  at = undefined;
  for (const listener of listeners) listener();
}
