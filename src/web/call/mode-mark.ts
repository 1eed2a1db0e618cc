import { MARK } from '../device/hands.ts';
import { BY_DEVICE, BY_SERVER, type Mark, MODE, type Mode } from './mode.ts';

// The device's record of who has the phone. It is in local storage, which can be read before anything else has loaded; the service worker,
// which cannot read that, has a copy (MODE in mode.ts).

const SINCE = 'modo-crianca-desde';
/** Local storage key that is set while the server does not know of the hand-over. */
export const UNTOLD = 'modo-crianca-por-dizer';
/** Session storage key: in this tab the parent has opened the copies on the phone with the PIN, without network. */
const OPENED = 'modo-aberto';

/** Returns whether the phone is with children as far as the device knows, and by whom; null if storage is blocked, too. */
export function readMark(): Mark {
  try {
    if (localStorage.getItem(MARK) === null) return null;
    return localStorage.getItem(UNTOLD) === null ? BY_SERVER : BY_DEVICE;
  } catch {
    return null;
  }
}

/** Returns whether the phone is with children. A reply that was asked for while this was different is neither shown nor kept. */
export const isHandedOver = (): boolean => readMark() !== null;

/** Returns the time (`modeSince` of the server) before which a parent's page is out of date; 0 if there is none. */
export function readSince(): number {
  try {
    return Number(localStorage.getItem(SINCE)) || 0;
  } catch {
    return 0;
  }
}

const storeItem = (name: string, text: string | null) =>
  text === null ? localStorage.removeItem(name) : localStorage.setItem(name, text);

/** Stores which children have the phone, or null, and since when, by the server's clock. */
export async function storeMark(children: readonly number[] | null, byDevice: boolean, since: number): Promise<void> {
  try {
    // In this order no other tab ever sees a hand-over that the server knows of where it does not.
    storeItem(UNTOLD, children && byDevice ? '1' : null);
    storeItem(MARK, children && JSON.stringify(children));
    storeItem(SINCE, String(since));
    await copyMark();
  } catch {
    // Storage is blocked. There are no copies of pages either then, and only the server's reply counts.
  }
}

/** Gives the service worker its copy, unless it has it. A page may end between a change and its copy, so the next page does it again. */
export async function copyMark(): Promise<void> {
  const mode: Mode = { mark: readMark(), since: readSince() };
  const copies = await caches.open(MODE.cache);
  const kept = (await (await copies.match(MODE.entry))?.json()) as Mode | undefined;
  if (kept?.mark !== mode.mark || kept.since !== mode.since) await copies.put(MODE.entry, Response.json(mode));
}

/** Returns whether the parent has opened the copies in this tab. */
export function isOpenedHere(): boolean {
  try {
    return sessionStorage.getItem(OPENED) !== null;
  } catch {
    return false;
  }
}

export function setOpenedHere(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(OPENED, '1');
    else sessionStorage.removeItem(OPENED);
  } catch {
    // Storage is blocked: there are no copies to open.
  }
}
