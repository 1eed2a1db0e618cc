/** Milliseconds after loading, in browsers without `requestIdleCallback`. */
const A_WHILE_MS = 2000;

/** Runs something once the page has loaded and is idle. */
export function whenIdle(work: () => void): void {
  const begin = () =>
    void (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, A_WHILE_MS));
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
