import { sentAt } from '../../../delivery/browser/kept.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';

// The age of what the device keeps for a time only (recordings, photographs of sheets). A phone's clock may be wrong and be set right, so
// that time seems to pass which did not: what waits for the parent is not erased because of it.

/** Local storage keys: when the oldest photograph of a sheet was stored, and when the next recording is to be erased, both by `countedNow`. */
export const PHOTO_KEPT_AT = 'photo-kept-at';
export const RECORDING_ERASE_AT = 'recording-erase-at';
/** Age of a photograph in milliseconds at which it is erased, whether sent or not. */
export const PHOTO_MS = DAY_MS;

/** Local storage key of the last look. */
const NAME = 'tempo-contado';
/** What an absence counts for, in milliseconds, if the clock may as well have been set: then recordings end too, after some more visits. */
const UNSURE_MS = 6 * HOUR_MS;

/** A look at the time. All in milliseconds. */
export interface Look {
  /** By this device's clock, since 1970. */
  here: number;
  /** By the server's clock, since 1970, if the page knew it. */
  sure?: number | undefined;
  /** How far this device's clock has moved on without being counted. Less than 0 if it was set back. */
  skipped: number;
}

/**
 * Returns the look that follows another. Time counts in full between two pages of the server, and up to a day by this device's clock; a
 * clock that went further counts as six hours, and one that went back as none.
 *
 * @param sure the time by the server's clock, if this page knows it.
 */
export function lookAgain(before: Look | null, here: number, sure?: number): Look {
  const passed = here - (before?.here ?? here);
  const known = before?.sure;
  const counted = sure && known ? sure - known : passed > DAY_MS ? UNSURE_MS : passed;
  return {
    here,
    // A copy of a page that has been renewed has the time of an earlier visit.
    ...(sure && { sure: Math.max(sure, known ?? 0) }),
    skipped: (before?.skipped ?? 0) + passed - Math.max(0, counted),
  };
}

/** Returns the time by which ages are counted, in milliseconds. It never goes back, and is the device's as long as its clock is not set. */
export function countedNow(): number {
  const here = Date.now();
  let before: Look | null = null;
  try {
    before = JSON.parse(localStorage.getItem(NAME) ?? 'null') as Look | null;
  } catch {
    // Storage is blocked: then nothing outlives the page.
  }
  const look = lookAgain(before, here, sentAt && sentAt + performance.now());
  try {
    localStorage.setItem(NAME, JSON.stringify(look));
  } catch {
    // The next look counts from the same one.
  }
  return here - look.skipped;
}
