import { openDB } from 'idb';
import { countedNow, PHOTO_KEPT_AT, PHOTO_MS } from './aging/counted-time.ts';

// Stores the photograph of a paper answer sheet on this device until its result is confirmed. It is deleted then, on signing out, and on
// the first visit after a day.

const NAME = 'caderneta-paper';
const STORE = 'photos';

interface KeptPhoto {
  userId: number;
  photo: Blob;
  /** When it was stored, by `countedNow`, in milliseconds. */
  at: number;
}

const open = () => openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore(STORE) });

/** Stores a photograph, replacing the previous one. A failure is ignored. */
export async function keepPhoto(userId: number, photo: Blob): Promise<void> {
  try {
    // The time is recorded first: a stored photograph without it would never be deleted.
    const at = countedNow();
    localStorage.setItem(PHOTO_KEPT_AT, String(at));
    const database = await open();
    await database.put(STORE, { userId, photo, at } satisfies KeptPhoto, 'last');
    database.close();
  } catch {
    // The photograph is still on the screen.
  }
}

/** Returns the unconfirmed photograph of this user. A photograph that is older than a day or belongs to another user is deleted. */
export async function keptPhoto(userId: number): Promise<Blob | undefined> {
  if (!isKept()) return undefined;
  try {
    const database = await open();
    const kept = (await database.get(STORE, 'last')) as KeptPhoto | undefined;
    database.close();
    if (kept?.userId === userId && !isOld(kept)) return kept.photo;
  } catch {
    // It is read again at the next visit.
    return undefined;
  }
  await dropPhoto();
  return undefined;
}

/** Deletes the photograph of any user. */
export async function dropPhoto(): Promise<void> {
  if (!isKept()) return;
  try {
    const database = await open();
    await database.delete(STORE, 'last');
    database.close();
    localStorage.removeItem(PHOTO_KEPT_AT);
  } catch {
    // The deletion is retried on the next visit.
  }
}

/** Returns the photograph of any user, with whose it is and when it was taken. */
export async function readPhoto(): Promise<KeptPhoto | undefined> {
  if (!isKept()) return undefined;
  const database = await open();
  const kept = (await database.get(STORE, 'last')) as KeptPhoto | undefined;
  database.close();
  return kept;
}

/** Deletes the photograph that was taken then, and leaves a newer one. */
export async function removePhoto(at: number): Promise<void> {
  const database = await open();
  const transaction = database.transaction(STORE, 'readwrite');
  if (((await transaction.store.get('last')) as KeptPhoto | undefined)?.at === at)
    await transaction.store.delete('last');
  await transaction.done;
  database.close();
}

/** Stores a photograph again, unless it is more than a day old or there is a newer one. */
export async function putBackPhoto(photo: KeptPhoto): Promise<void> {
  if (isOld(photo) || (await readPhoto())) return;
  localStorage.setItem(PHOTO_KEPT_AT, String(photo.at));
  const database = await open();
  await database.put(STORE, photo, 'last');
  database.close();
}

const isOld = ({ at }: Pick<KeptPhoto, 'at'>) => countedNow() - at >= PHOTO_MS;

const isKept = () => keptSince() !== undefined;

function keptSince(): number | undefined {
  try {
    const at = localStorage.getItem(PHOTO_KEPT_AT);
    return at === null ? undefined : Number(at);
  } catch {
    return undefined;
  }
}
