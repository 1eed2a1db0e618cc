import { countedNow, PHOTO_KEPT_AT, PHOTO_MS, RECORDING_ERASE_AT } from './counted-time.ts';

/** Erases the photographs of sheets and the recordings whose time is over. Their code is loaded only if there are any. */
export async function eraseOld(): Promise<void> {
  const now = countedNow();
  const [keptAt, eraseAt] = [PHOTO_KEPT_AT, RECORDING_ERASE_AT].map((name) => localStorage.getItem(name));
  if (keptAt && now - Number(keptAt) >= PHOTO_MS) await (await import('../kept-photo.ts')).dropPhotos('old');
  if (eraseAt && now >= Number(eraseAt)) await (await import('../reading-store.ts')).eraseOldReadings();
}
