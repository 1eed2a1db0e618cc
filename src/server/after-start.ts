/** Milliseconds after the start, and between two looks whether calls are under way. By then the periodic jobs have run for the first time. */
export const SETTLED_MS = 45_000;

/**
 * Frees what only the start and the first jobs needed, a tenth of the process (docs/decisions/0067), once and when nobody waits: it takes some 0.1 s, because
 * only a collection as a last resort also gives up compiled code. Without `--expose-gc` it does nothing.
 *
 * @param inHand returns the number of calls under way.
 */
export function collectAfterStart(inHand: () => number, collect = globalThis.gc): void {
  const timer = setInterval(() => {
    if (inHand() > 0) return;
    clearInterval(timer);
    collect?.({ execution: 'sync', type: 'major', flavor: 'last-resort' });
  }, SETTLED_MS);
  timer.unref();
}
