import type { Closed } from '../device-tables.ts';

// Connects device-store.ts with closed-rows.ts, which it may not import: the page of a test loads it before the app, whose helper every import
// of code at a later time needs.

let opener: ((closed: readonly Closed[]) => Promise<void>) | undefined;

/** Sets the function that puts closed records back. */
export function setOpener(open: typeof opener): void {
  opener = open;
}

/** Returns that function; undefined until the app has loaded. */
export const readOpener = () => opener;
