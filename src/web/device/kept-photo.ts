import { type IDBPDatabase, openDB } from 'idb';
import { countedNow, PHOTO_KEPT_AT, PHOTO_MS } from './aging/counted-time.ts';

// Stores the photographs of paper answer sheets on this device until their results are confirmed: without network a parent photographs one
// sheet after the other. Each is deleted when it is confirmed, on signing out, and on the first visit after a day.

const NAME = 'caderneta-paper';
const STORE = 'photos';
/** The key of an earlier version, which kept only one photograph. The key of all others is their time. */
const ONLY = 'last';

export interface KeptPhoto {
  userId: number;
  photo: Blob;
  /** When it was stored, by `countedNow`, in milliseconds. It identifies the photograph. */
  at: number;
}

async function inPhotos<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(NAME, 1, { upgrade: (one) => void one.createObjectStore(STORE) });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const allIn = async (database: IDBPDatabase) =>
  ((await database.getAll(STORE)) as KeptPhoto[]).sort((one, other) => one.at - other.at);

/** Records since when the oldest of these photographs has been stored, or that there is none. */
function markOldest([oldest]: readonly { at: number }[]): void {
  if (oldest) localStorage.setItem(PHOTO_KEPT_AT, String(oldest.at));
  else localStorage.removeItem(PHOTO_KEPT_AT);
}

/** Stores a photograph. @returns its time; undefined if it is not on the device. */
export async function keepPhoto(userId: number, photo: Blob): Promise<number | undefined> {
  try {
    return await inPhotos(async (database) => {
      const others = isKept() ? await allIn(database) : [];
      // The time is also the key. A random fraction of a millisecond keeps it unique: a photograph that is closed while a sibling has the
      // phone is not in this store, and may have the same time if the clock was set back.
      const at = Math.max(countedNow(), ...others.map((other) => other.at)) + Math.random();
      // The time is recorded first: a stored photograph without it would never be deleted.
      markOldest([...others, { at }]);
      await database.put(STORE, { userId, photo, at } satisfies KeptPhoto, at);
      return at;
    });
  } catch {
    // The photograph is still on the screen.
    return undefined;
  }
}

/** Returns the unconfirmed photographs of this user, the oldest first. Those that are older than a day or belong to another user are deleted. */
export async function keptPhotos(userId: number): Promise<KeptPhoto[]> {
  try {
    const all = await readPhotos();
    const mine = all.filter((photo) => photo.userId === userId && !isOld(photo));
    for (const { at } of all.filter((photo) => !mine.includes(photo))) await removePhoto(at);
    return mine;
  } catch {
    // They are read again at the next visit.
    return [];
  }
}

/** Deletes one photograph. A failure is ignored: the deletion is retried on the next visit after a day. */
export const dropPhoto = (at: number): Promise<void> => removePhoto(at).catch(() => {});

/** Deletes the photographs of all users, or only those that are older than a day. */
export async function dropPhotos(which: 'all' | 'old'): Promise<void> {
  for (const photo of await readPhotos()) if (which === 'all' || isOld(photo)) await removePhoto(photo.at);
}

/** Returns the photographs of all users, with whose they are and when they were taken, the oldest first. */
export const readPhotos = async (): Promise<KeptPhoto[]> => (isKept() ? inPhotos(allIn) : []);

/** Deletes the photograph that was taken then. */
export const removePhoto = (at: number): Promise<void> =>
  inPhotos(async (database) => {
    await database.delete(STORE, at);
    const only = (await database.get(STORE, ONLY)) as KeptPhoto | undefined;
    if (only?.at === at) await database.delete(STORE, ONLY);
    markOldest(await allIn(database));
  });

/** Stores a photograph again, unless it is more than a day old. */
export async function putBackPhoto(photo: KeptPhoto): Promise<void> {
  if (isOld(photo)) return;
  await inPhotos(async (database) => {
    markOldest([...(await allIn(database)), photo].sort((one, other) => one.at - other.at));
    await database.put(STORE, photo, photo.at);
  });
}

const isOld = ({ at }: Pick<KeptPhoto, 'at'>) => countedNow() - at >= PHOTO_MS;

function isKept(): boolean {
  try {
    return localStorage.getItem(PHOTO_KEPT_AT) !== null;
  } catch {
    return false;
  }
}
