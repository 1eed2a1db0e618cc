import { useEffect, useRef } from 'react';
import { goTo } from '../../web/navigation.ts';

// While a test is taken its address is in the history twice, so that the browser's Back lands on the lower of the two
// and can be answered with a question. Both entries carry the attempt, so that neither is mistaken for a new start once
// the attempt is over.

interface Entry {
  sitting?: number;
  guard?: true;
}
const entry = () => (history.state ?? {}) as Entry;

/** The attempt that was being taken at this entry of the history. */
export const sittingOfEntry = (): number | null => entry().sitting ?? null;

let leaving = false;

/** Asks (`onBack`) before the browser's Back leaves the test, as long as `active`. */
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
      // What others have noted on the entry stays.
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

/** Takes the guard out of the way of Back; the address stays the same. */
export async function letGo(): Promise<void> {
  leaving = true;
  if (!entry().guard) return;
  await new Promise<unknown>((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    // A browser that ignores the step must not keep anybody here.
    setTimeout(resolve, 400);
    history.back();
  });
}

/**
 * Leaves the test for another address of ours, taking both entries out of the way of Back. `prepare` runs just before,
 * and what it changes is drawn together with the new address.
 */
export async function leaveTo(address: string, prepare: () => Promise<void> = async () => {}): Promise<void> {
  await letGo();
  await prepare();
  goTo(address, { replace: true });
  window.scrollTo(0, 0);
}
