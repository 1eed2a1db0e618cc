import { useEffect } from 'react';
import { boot } from '../delivery/browser/boot.ts';
import { followLinks } from '../web/call/navigation.ts';

let isTakenOver = false;

/**
 * After a page that the server rendered has been hydrated, links are followed inside the app, and the taps that the page's own script has
 * recorded are repeated (delivery/inline/keep-taps.ts). Call this in the component that renders the screen, inside the boundary that
 * waits for its code.
 */
export function useTakeOver(): void {
  useEffect(() => {
    if (boot.drawnAt === undefined || isTakenOver) return;
    isTakenOver = true;
    followLinks();
    (window as { keptTaps?: { repeat(): void } }).keptTaps?.repeat();
  }, []);
}
