import type { Closed } from '../device-tables.ts';

// Connects device-store.ts with closed-rows.ts, and device-tables.ts with reading-store.ts, which they may not import: the page of a test
// loads them before the app, whose helper every import of code at a later time needs.

let opener: ((closed: readonly Closed[]) => Promise<void>) | undefined;

/** Sets the function that puts closed records back. */
export function setOpener(open: typeof opener): void {
  opener = open;
}

/** Returns that function; undefined until the app has loaded. */
export const readOpener = () => opener;

let roomMaker: (() => Promise<boolean>) | undefined;

/** Sets the function that erases recordings when storage is full, and returns whether there were any. */
export function setRoomMaker(make: typeof roomMaker): void {
  roomMaker = make;
}

/** Returns that function; undefined until the app has loaded. */
export const readRoomMaker = () => roomMaker;
