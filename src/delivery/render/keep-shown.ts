import { knownUser, signsOut } from '../../domains/people/accounts/session.tsx';
import { queries } from '../../web/call/api.ts';
import { isHandedOver } from '../../web/call/mode-mark.ts';
import { boot } from '../browser/boot.ts';
import { keptAt } from '../browser/kept.ts';

/** Milliseconds without a new request after which a page counts as fully loaded. */
const AT_REST_MS = 1500;
const reads = queries.getQueryCache();
/** The address to which the data embedded in the page belongs. */
let first = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends each page that is shown to the service worker once all its data has been read, and again after a refetch. The worker stores only
 * the pages that it also stores when they are opened by their address (delivery/worker/sw.ts).
 */
export function keepShown(): void {
  if (timer) return;
  first = performance.getEntriesByType('navigation')[0]?.name.replace(/#.*/, '') ?? location.href;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, AT_REST_MS);
  };
  wait();
  reads.subscribe(wait);
}

function keep(): void {
  const url = location.href;
  const user = knownUser();
  const shown = reads.findAll({ type: 'active' });
  const settled = shown.every(({ state }) => state.status === 'success' && state.fetchStatus === 'idle');
  // On a slow network the page is still there some time after its user has signed out.
  if (!user || !settled || keptAt() || isHandedOver() || signsOut()) return;
  const cache = Object.fromEntries(shown.map(({ queryKey, state }) => [String(queryKey[0]), state.data]));
  const at = Math.min(Date.now(), ...shown.map(({ state }) => state.dataUpdatedAt));
  navigator.serviceWorker?.controller?.postMessage({
    shown: {
      url,
      at: new Date(at).toISOString(),
      boot: { user, brand: boot.brand, cache: { ...(url === first ? boot.cache : {}), ...cache } },
    },
  });
}
