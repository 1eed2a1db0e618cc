import { useSyncExternalStore } from 'react';
import { boot } from './boot.ts';

const never = () => () => {};

/** False on the server, and while a page that it rendered is hydrated: what only this device knows cannot be shown yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * This device's time. On the server, and while a page that it rendered is hydrated, the time at which that was done, because both
 * have to say the same. Hydration is not followed by another render: parts whose code is still loading would be replaced
 * by their loading state.
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
