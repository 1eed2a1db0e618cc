/** Milliseconds after loading when the browser has no notion of idle. */
const A_WHILE = 2000;

/** Does something once the page has loaded and has nothing else to do. */
export function whenIdle(work: () => void): void {
  const begin = () =>
    void (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, A_WHILE));
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
