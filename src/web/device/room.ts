// Connects device-tables.ts with aging/erase-sounds.ts, which it may not import, for the same reason as in sealed/opener.ts.

let roomMaker: (() => Promise<boolean>) | undefined;

/** Sets the function that erases recordings when storage is full, and returns whether there were any. */
export function setRoomMaker(make: typeof roomMaker): void {
  roomMaker = make;
}

/** Returns that function; undefined until the app has loaded. */
export const readRoomMaker = () => roomMaker;
