import { openDB } from 'idb';

// Stores the photograph of a paper answer sheet on this device until its result is confirmed. It is deleted then, when signing
// out, and on the first visit after a day.

const NAME = 'caderneta-paper';
const STORE = 'photos';
/** Local storage key: when the photograph was stored, so that a visit (main.web.tsx) knows without opening the database. */
const KEPT_AT = 'photo-kept-at';
/** Maximum age, after which the photograph is deleted, sent or not. */
const KEPT_MS = 24 * 3600 * 1000;

interface KeptPhoto {
  userId: number;
  photo: Blob;
  at: number;
}

const open = () => openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore(STORE) });

/** Stores a photograph, replacing the previous one. Failing to store it loses nothing else. */
export async function keepPhoto(userId: number, photo: Blob): Promise<void> {
  try {
    // Recorded first: a stored photograph without this record would never be deleted.
    localStorage.setItem(KEPT_AT, String(Date.now()));
    const database = await open();
    await database.put(STORE, { userId, photo, at: Date.now() } satisfies KeptPhoto, 'last');
    database.close();
  } catch {
    // It is still on the screen.
  }
}

/** The unconfirmed photograph of this user; one that is older than a day, or another user's, is deleted. */
export async function keptPhoto(userId: number): Promise<Blob | undefined> {
  if (!isKept()) return undefined;
  try {
    const database = await open();
    const kept = (await database.get(STORE, 'last')) as KeptPhoto | undefined;
    database.close();
    if (kept?.userId === userId && Date.now() - kept.at < KEPT_MS) return kept.photo;
  } catch {
    // If it cannot be read, there is nothing to send.
  }
  await dropPhoto();
  return undefined;
}

/** Deletes the photograph, whoever took it. */
export async function dropPhoto(): Promise<void> {
  if (!isKept()) return;
  try {
    const database = await open();
    await database.delete(STORE, 'last');
    database.close();
    localStorage.removeItem(KEPT_AT);
  } catch {
    // Retried on the next visit.
  }
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
