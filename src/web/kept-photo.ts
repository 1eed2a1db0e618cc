import { openDB } from 'idb';

// The photograph of a sheet of paper, kept on this device while there is no network and until what was read is confirmed. It is
// erased then, at signing out, and at the first visit after a day, whatever is done there.

const NAME = 'caderneta-paper';
const STORE = 'photos';
/** Local storage: when the photograph was kept, so that a visit (main.web.tsx) knows without opening the database. */
const KEPT_AT = 'photo-kept-at';
/** After so long a kept photograph is erased, sent or not. */
const KEPT_MS = 24 * 3600 * 1000;

interface KeptPhoto {
  userId: number;
  photo: Blob;
  at: number;
}

const open = () => openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore(STORE) });

/** Keeps a photograph in place of the one before. A device that keeps nothing loses only that. */
export async function keepPhoto(userId: number, photo: Blob): Promise<void> {
  try {
    // Noted first: what is kept and not noted would not be erased.
    localStorage.setItem(KEPT_AT, String(Date.now()));
    const database = await open();
    await database.put(STORE, { userId, photo, at: Date.now() } satisfies KeptPhoto, 'last');
    database.close();
  } catch {
    // It is still on the screen.
  }
}

/** The photograph that this person took here and has not confirmed; one that is older than a day, or somebody else's, is erased. */
export async function keptPhoto(userId: number): Promise<Blob | undefined> {
  if (!isKept()) return undefined;
  try {
    const database = await open();
    const kept = (await database.get(STORE, 'last')) as KeptPhoto | undefined;
    database.close();
    if (kept?.userId === userId && Date.now() - kept.at < KEPT_MS) return kept.photo;
  } catch {
    // Nothing can be read: nothing can be sent.
  }
  await dropPhoto();
  return undefined;
}

/** Erases the photograph, whosever it is. */
export async function dropPhoto(): Promise<void> {
  if (!isKept()) return;
  try {
    const database = await open();
    await database.delete(STORE, 'last');
    database.close();
    localStorage.removeItem(KEPT_AT);
  } catch {
    // Tried again at the next visit.
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
