import { useEffect } from 'react';
import { navigate, usePathname as usePathOf, useSearch as useSearchOf } from 'wouter/use-browser-location';
import { rendered } from '../../delivery/browser/boot.ts';
import { keptAt } from '../../delivery/browser/kept.ts';
import { carryToast } from '../ui/base/Toast.tsx';

/** Pages that the server sends as plain HTML, files and shared reports: they are loaded, not rendered by the app. */
const DOCUMENT = /^\/((about|privacy-policy|terms-of-use|funciona)?$|api\/|r\/)/;

/**
 * Returns whether a path belongs to a staff area. Staff areas have separate styles, so a navigation between them and other areas loads the
 * page.
 */
const isStaffs = (path: string) => /^\/(teacher|admin)(\/|$)/.test(path);

const isDocument = (path: string) => DOCUMENT.test(path) || (isStaffs(path) && !isStaffs(location.pathname));

/** Takes entries of open dialogs from the history, in browsers where they have some (close-requests.ts). */
export const entriesOfDialogs: { stepBack?: (below: number) => Promise<void> } = {};

/** Navigates from the entry of the page itself, so that no entry of a dialog stays between the page and the next one. */
function fromPage(navigate: () => void): void {
  if (entriesOfDialogs.stepBack) void entriesOfDialogs.stepBack(0).then(navigate);
  else navigate();
}

/** Navigates to an address of this site; documents are loaded, everything else is rendered in place. */
export function goTo(address: string, options: { replace?: boolean } = {}): void {
  const path = new URL(address, location.origin).pathname;
  fromPage(() => {
    if (isDocument(path)) {
      carryToast();
      if (options.replace) location.replace(address);
      else location.assign(address);
    } else navigate(address, options);
  });
}

/** Loads an address of this site in place of this page, so that nothing of this page remains in memory. */
export const loadInstead = (address: string): void => fromPage(() => location.replace(address));

/** The properties of a click event that decide where the browser opens a link. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Returns whether a click on a link asks the browser for something else than going there: another tab or window, or a download. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Handles clicks on all plain links of this site inside the app, so that components need no router. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || opensElsewhere(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]:not([target]):not([download])');
    // Links in SVG drawings have no `origin`, and are left to the browser.
    if (link?.origin !== location.origin || isDocument(link.pathname)) return;
    if (link.hash && link.pathname === location.pathname) return;
    // Without network, or on a saved copy, the page is loaded as a document: the service worker replies with its copy (worker/sw.ts).
    if (!navigator.onLine || keptAt()) return;
    event.preventDefault();
    goTo(link.pathname + link.search + link.hash);
    window.scrollTo(0, 0);
  });
}

/** Sets the title of the page. */
export function usePage(title: string, productName: string): void {
  const whole = title ? `${title} · ${productName}` : productName;
  // Effects do not run on the server.
  if (rendered.path !== undefined) rendered.title = whole;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}

/** Returns the path of the address. It also works when the server renders the page. */
export const usePathname = (): string => usePathOf(rendered.path === undefined ? {} : { ssrPath: rendered.path });

/** Returns the query of the address. It also works when the server renders the page. */
export const useSearch = (): string => useSearchOf(rendered.search === undefined ? {} : { ssrSearch: rendered.search });

const NEXT = 'next';

/** Stores the current address, to return to it after sign-in; replaces an address stored before. */
export function rememberNext(): void {
  try {
    sessionStorage.setItem(NEXT, location.pathname + location.search);
  } catch {
    // Private windows may block storage; the user then lands on their home page.
  }
}

/** Returns the stored address and removes it, or null if there is none or it is not a path on this site. */
export function takeNext(): string | null {
  try {
    const next = sessionStorage.getItem(NEXT);
    sessionStorage.removeItem(NEXT);
    if (!next || !/^\/(?![/\\])/.test(next)) return null;
    return new URL(next, location.origin).origin === location.origin ? next : null;
  } catch {
    return null;
  }
}
