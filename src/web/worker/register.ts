import { onPersonChange } from '../call.ts';
import { whenIdle } from '../when-idle.ts';

/**
 * Brings in the service worker once the page has nothing else to do, and tells it which files the page was made of: on
 * the first visit they came before it did. It then sees to the shell, whose own links name what a test needs.
 */
export function registerWorker(): void {
  // Written in one piece, because the build puts a value in the place of these words.
  const isBuilt = (import.meta as unknown as { env: { PROD: boolean } }).env.PROD;
  if (!isBuilt || !('serviceWorker' in navigator)) return;
  whenIdle(() => void register());
  // The copies of pages are of whoever was here (sw.ts).
  onPersonChange(() => void caches.delete('own'));
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    // The entry first: by it the worker sees whether its shell is of the same build.
    const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = [...(entry ? [entry] : []), ...loaded].filter((url) => url.startsWith(`${location.origin}/assets/`));
    active?.postMessage({ files: [...new Set(files)] });
  } catch {
    // Forbidden (private window) or out of reach: the app works without it, only not offline.
  }
}
