import { onPersonChange } from '../../web/call/call.ts';
import { whenIdle } from '../browser/when-idle.ts';

/**
 * Registers the service worker once the page is idle, and tells it which files the page uses, because on the first visit they were loaded
 * before the worker. The worker then caches the shell, whose links name the files that a test needs.
 */
export function registerWorker(): void {
  // Must be a single expression, because the build replaces it.
  const isBuilt = (import.meta as unknown as { env: { PROD: boolean } }).env.PROD;
  if (!isBuilt || !('serviceWorker' in navigator)) return;
  whenIdle(() => void register());
  // Cached pages belong to the previous user (sw.ts), and so does the PIN for which they are sealed (web/device/sealed/sealed-copies.ts).
  onPersonChange(() => {
    // The worker must not copy a page that was requested before and arrives only now.
    navigator.serviceWorker.controller?.postMessage({ forget: true });
    for (const name of ['own', 'selado']) void caches.delete(name);
  });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    // The entry is first: it tells the worker whether its shell is of the same build.
    const entry = document.querySelector<HTMLScriptElement>('script#app,script[type=module][src*="/app-"]')?.src;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = [...(entry ? [entry] : []), ...loaded].filter((url) => url.startsWith(`${location.origin}/assets/`));
    active?.postMessage({ files: [...new Set(files)] });
  } catch {
    // Service workers are blocked (private window) or unreachable: the app works without one, except offline.
  }
}
