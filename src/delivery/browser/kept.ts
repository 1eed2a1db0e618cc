import { boot } from './boot.ts';

// Without a network the service worker shows the last copy of a page (delivery/worker/sw.ts) and adds the time at which it was made. The page
// shows this time until its content has been fetched again.

let at = typeof document === 'undefined' ? undefined : document.documentElement.dataset['kept'];
/** When the server sent this page, in milliseconds since 1970; undefined in a copy, which has the time of an earlier visit, and on the server. */
export const sentAt = typeof document === 'undefined' || at ? undefined : (boot.drawnAt ?? boot.now);
const listeners = new Set<() => void>();

/** Returns the time at which this page was made if it is a copy that has not been refreshed yet, otherwise undefined. */
export const keptAt = (): string | undefined => at;

/**
 * Registers a listener that is called when `keptAt` may have changed, and returns a function that removes it, as useSyncExternalStore
 * needs.
 */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records that the page's content is up to date. */
export function markRenewed(): void {
  at = undefined;
  for (const listener of listeners) listener();
}
