import { useEffect, useRef } from 'react';
import { entriesOfDialogs, goTo } from './navigation.ts';

// During a test its address is in the history twice, so that the browser's Back leads to the lower entry and the app can ask before
// leaving. Both entries contain the attempt, so that neither starts a new attempt after this one has ended.

interface Entry {
  sitting?: number;
  guard?: true;
}
const entry = () => (history.state ?? {}) as Entry;

/** Returns the attempt that was in progress at this history entry. */
export const sittingOfEntry = (): number | null => entry().sitting ?? null;

let leaving = false;

/** While `active`, calls `onBack` before the browser's Back leaves the test. */
export function useLeaveGuard(attemptId: number, active: boolean, onBack: () => void): void {
  const ask = useRef(onBack);
  useEffect(() => {
    ask.current = onBack;
  });
  useEffect(() => {
    if (!active) return;
    leaving = false;
    const guard = () => history.pushState({ sitting: attemptId, guard: true } satisfies Entry, '');
    if (!entry().guard) {
      // State that other code has stored in the entry is kept.
      history.replaceState({ ...history.state, sitting: attemptId } satisfies Entry, '');
      guard();
    }
    const onPop = () => {
      if (leaving || entry().guard) return;
      guard();
      ask.current();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [attemptId, active]);
}

/** Removes the guard, so that Back works again; the address stays the same. */
export async function letGo(): Promise<void> {
  leaving = true;
  if (!entry().guard) return;
  await (entriesOfDialogs.stepBack?.(1) ??
    new Promise<unknown>((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
      // A browser that ignores the step back must not block the user here.
      setTimeout(resolve, 400);
      history.back();
    }));
}

/**
 * Leaves the test for another address of this site and removes both guard entries. `prepare` runs just before, and its changes are rendered
 * together with the new address.
 */
export async function leaveTo(address: string, prepare: () => Promise<void> = async () => {}): Promise<void> {
  await letGo();
  await prepare();
  goTo(address, { replace: true });
  window.scrollTo(0, 0);
}
