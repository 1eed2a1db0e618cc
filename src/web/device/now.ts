import { useSyncExternalStore } from 'react';
import { boot } from '../../delivery/browser/boot.ts';

const never = () => () => {};

/**
 * Returns false on the server, and while a page that the server rendered is being hydrated: data that only this device has cannot be shown
 * yet.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Returns the time of this device. On the server, and while a page that it rendered is being hydrated, it is the time at which the server
 * rendered the page, because both renders must be equal. It does not change right after hydration: another render would replace parts whose
 * code is still loading by their loading state.
 */
export function useNow(): Date {
  let now = Date.now();
  const atRender = () => {
    now = boot.drawnAt ?? now;
    return true;
  };
  useSyncExternalStore(never, () => true, atRender);
  return new Date(now);
}
