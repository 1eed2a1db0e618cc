import { useSyncExternalStore } from 'react';
import { boot } from '../../delivery/browser/boot.ts';
import { sentAt } from '../../delivery/browser/kept.ts';

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

/** A smaller difference is the time that the page took to arrive. */
const CLOCK_IS_WRONG_MS = 60_000;

const difference = sentAt === undefined ? 0 : sentAt - Date.now();
/** Milliseconds to add to this device's clock, if it is wrong by the time with which the server sent this page. */
const correction = Math.abs(difference) > CLOCK_IS_WRONG_MS ? difference : 0;

/**
 * Returns the time by the server's clock, as far as this page knows it, otherwise by this device's. On the server, and while a page that it rendered is being hydrated, it is the time at which the server
 * rendered the page, because both renders must be equal. It does not change right after hydration: another render would replace parts whose
 * code is still loading by their loading state.
 */
export function useNow(): Date {
  let now = Date.now() + correction;
  const atRender = () => {
    now = boot.drawnAt ?? now;
    return true;
  };
  useSyncExternalStore(never, () => true, atRender);
  return new Date(now);
}
