import { useEffect } from 'react';
import { boot } from '../web/boot.ts';
import { followLinks } from '../web/navigation.ts';

let isTakenOver = false;

/**
 * Once a page that arrived with its content has been hydrated, its links are followed inside the app, and the taps that its own
 * script has kept are repeated (KEEP_TAPS in document-scripts.ts). Call it in the component that renders the screen, below what
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
