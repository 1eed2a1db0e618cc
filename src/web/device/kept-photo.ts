import { openDB } from 'idb';

// Stores the photograph of a paper answer sheet on this device until its result is confirmed. It is deleted then, on signing out, and on
// the first visit after a day.

const NAME = 'caderneta-paper';
const STORE = 'photos';
/** Local storage key of the time at which the photograph was stored. A visit (main.web.tsx) reads it without opening the database. */
const KEPT_AT = 'photo-kept-at';
/** Maximum age in milliseconds, after which the photograph is deleted, whether sent or not. */
const KEPT_MS = 24 * 3600 * 1000;

interface KeptPhoto {
  userId: number;
  photo: Blob;
  at: number;
}

const open = () => openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore(STORE) });

/** Stores a photograph, replacing the previous one. A failure is ignored. */
export async function keepPhoto(userId: number, photo: Blob): Promise<void> {
  try {
    // The time is recorded first: a stored photograph without it would never be deleted.
    localStorage.setItem(KEPT_AT, String(Date.now()));
    const database = await open();
    await database.put(STORE, { userId, photo, at: Date.now() } satisfies KeptPhoto, 'last');
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
    if (kept?.userId === userId && Date.now() - kept.at < KEPT_MS) return kept.photo;
  } catch {
    // A photograph that cannot be read cannot be sent.
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
    localStorage.removeItem(KEPT_AT);
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
  if (Date.now() - photo.at >= KEPT_MS || (await readPhoto())) return;
  localStorage.setItem(KEPT_AT, String(photo.at));
  const database = await open();
  await database.put(STORE, photo, 'last');
  database.close();
}

const isKept = () => keptSince() !== undefined;

function keptSince(): number | undefined {
  try {
    const at = localStorage.getItem(KEPT_AT);
    return at === null ? undefined : Number(at);
  } catch {
    return undefined;
  }
}
