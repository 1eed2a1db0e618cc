import { useEffect, useRef } from 'react';

// A browser does the following when it loads a page; an app must do it itself when it renders another screen: scroll to the top, restore
// the scroll position, and announce the new screen to screen readers.

const KEPT = 'scroll';
/** Scroll positions of history entries, by the id that the entry carries. */
let positions: Record<string, number> = {};
let entry = '';
let comesBack = false;

const markOf = (state: unknown) => (state as { entry?: string } | null)?.entry;

/** Gives the current history entry an id, so that entries can be told apart when going back. */
function markEntry(): void {
  const known = markOf(history.state);
  entry = known ?? Math.random().toString(36).slice(2);
  if (!known) history.replaceState({ ...history.state, entry }, '');
}

/** Stores scroll positions for each history entry, across reloads too. Call once. */
export function followArrivals(): void {
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  try {
    positions = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, number>;
  } catch {
    // Without storage the positions are kept until the page is left.
  }
  comesBack = markOf(history.state) !== undefined;
  markEntry();
  const note = () => {
    positions[entry] = scrollY;
  };
  addEventListener('scroll', note, { passive: true });
  addEventListener('popstate', () => {
    comesBack = true;
    markEntry();
  });
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-50))));
    } catch {
      // Without storage the positions are kept until the page is left.
    }
  });
}

/** Scrolls to the stored position of this entry as soon as the page is long enough; gives up after two seconds. */
function comeBackTo(top: number): () => void {
  const started = performance.now();
  let frame = 0;
  const attempt = () => {
    const reachable = document.documentElement.scrollHeight - innerHeight >= top;
    if (reachable) scrollTo(0, top);
    else if (performance.now() - started < 2000) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/** Returns the heading of the screen. While the code of a screen is loading, the previous one is still in the document, hidden. */
const headingShown = () =>
  [...document.querySelectorAll<HTMLElement>('h1')].find((one) => one.getClientRects().length > 0);

function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Milliseconds for which a screen may load, with the slowest networks. */
const LOADING_MS = 60_000;

/**
 * Focuses the screen's heading as soon as there is one, and again when the heading of the loading state is replaced by that of
 * the data, unless the user has moved the focus meanwhile. An area that shows several screens at one path calls it itself.
 */
export function announceHeading(): () => void {
  /** The element that has the focus unless the user moves it: first the link that was followed, then the heading. */
  let left = document.activeElement;
  // Tabs with addresses of their own keep the focus, for the next arrow key.
  if (left?.matches('[role=tab],select')) return () => {};
  const look = () => {
    const heading = headingShown();
    const focused = document.activeElement;
    if (!heading || heading === left || (focused !== left && focused !== document.body)) return;
    left = heading;
    focusOn(heading);
  };
  look();
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  const enough = setTimeout(() => watch.disconnect(), LOADING_MS);
  return () => {
    watch.disconnect();
    clearTimeout(enough);
  };
}

/** Milliseconds in which a screen may move the focus itself before `keepFocus` does. */
const A_MOMENT_MS = 50;

/**
 * When an action removes the focused element (a row, a question in a dialog, the button of an empty list), moves the focus to the
 * heading of its section instead of the top of the page, or of the screen if all of it has been replaced. Call once.
 */
export function keepFocus(): void {
  let around: Element[] = [];
  addEventListener('focusin', ({ target }) => {
    around = [];
    for (let place = target as Element | null; place; place = place.parentElement) around.push(place);
  });
  const look = () => {
    if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
    const section = around.find(
      (place) =>
        place.isConnected && place.matches('section,main,dialog,[role=dialog]') && place.querySelector('h1,h2,h3'),
    );
    const heading = section?.querySelector<HTMLElement>('h1,h2,h3') ?? headingShown();
    if (heading) focusOn(heading);
  };
  new MutationObserver(() => setTimeout(look, A_MOMENT_MS)).observe(document.body, { childList: true, subtree: true });
}

/** Scrolls and announces when the path of the address has changed. Use once, where screens are chosen. */
export function useArrival(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    const first = shown.current === path;
    shown.current = path;
    const back = comesBack;
    comesBack = false;
    markEntry();
    const top = back ? (positions[entry] ?? 0) : 0;
    if (first) return back && top ? comeBackTo(top) : undefined;
    const stopHeading = announceHeading();
    const stopScroll = comeBackTo(top);
    return () => {
      stopHeading();
      stopScroll();
    };
  }, [path]);
}
