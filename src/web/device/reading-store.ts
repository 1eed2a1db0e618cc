import { run } from './device-tables.ts';
import type { KeptReader, KeptReading, SealedSound } from './kept-reading.ts';

// Readings under way on this device, with their recordings. A recording is stored encrypted, for a key that cannot be exported and stands
// beside it: whoever copies the database has sound that cannot be opened elsewhere. It is erased when its marks are confirmed, after a day,
// on signing out, and when the child is no longer this family's.

/** Hours for which a recording is kept, and days when it waits for a second listener. */
const KEPT_HOURS = 24;
const SECOND_LISTENER_DAYS = 7;
/** Local storage key of the time at which the next recording is to be erased; a visit reads it without opening the database. */
export const ERASE_AT = 'recording-erase-at';

const noteNext = (all: readonly KeptReading[]) => {
  try {
    const next = Math.min(...all.map(({ eraseAt }) => eraseAt));
    if (Number.isFinite(next)) localStorage.setItem(ERASE_AT, String(next));
    else localStorage.removeItem(ERASE_AT);
  } catch {
    // Storage is blocked: then nothing outlives the page.
  }
};

/** Encrypts sound for this device. @throws DOMException where the page is not secure. */
export async function sealSound(sound: Blob): Promise<SealedSound> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, await sound.arrayBuffer());
  return { type: sound.type, key, iv, bytes };
}

/** Returns sound that this device encrypted. */
export async function openSound({ type, key, iv, bytes }: SealedSound): Promise<Blob> {
  return new Blob([await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)], { type });
}

/** Stores a reading under way, for a day. */
export async function keepReading(reading: Omit<KeptReading, 'eraseAt'>, now = Date.now()): Promise<void> {
  const life = reading.isForSecond ? SECOND_LISTENER_DAYS * 24 : KEPT_HOURS;
  await run('readwrite', async (tables) => {
    const before = await tables.get('readings', reading.id);
    const eraseAt = before && !reading.isForSecond ? before.eraseAt : now + life * 3_600_000;
    await tables.put('readings', { ...reading, eraseAt });
    noteNext(await tables.all('readings'));
  });
}

/** Returns the readings under way of a child that are not too old, the newest first. */
export async function readKeptReadings(userId: number, childId: number, now = Date.now()): Promise<KeptReading[]> {
  await eraseOldReadings(now);
  const all = await run('readonly', (tables) => tables.all('readings'));
  return all
    .filter((one) => one.userId === userId && one.childId === childId)
    .sort((one, other) => other.eraseAt - one.eraseAt);
}

/** Erases a reading with its recording. */
export const dropReading = (id: string): Promise<void> =>
  run('readwrite', async (tables) => {
    await tables.remove('readings', id);
    noteNext(await tables.all('readings'));
  });

/** Erases all readings whose time is over. */
export const eraseOldReadings = (now = Date.now()): Promise<void> =>
  run('readwrite', async (tables) => {
    for (const { id, eraseAt } of await tables.all('readings')) if (eraseAt <= now) await tables.remove('readings', id);
    noteNext(await tables.all('readings'));
  });

/** Erases the readings of a parent, or of one child of theirs. */
export const eraseReadings = (userId: number | undefined, childId?: number): Promise<void> =>
  run('readwrite', async (tables) => {
    for (const one of await tables.all('readings'))
      if ((userId === undefined || one.userId === userId) && (childId === undefined || one.childId === childId))
        await tables.remove('readings', one.id);
    noteNext(await tables.all('readings'));
  });

const packKey = (schoolClass: number, isForParent: boolean) => `${schoolClass}:${isForParent ? 'parent' : 'child'}`;

/** Stores a pack twice: as the parent uses it, and without what the child must not see. */
export const keepReadingPack = (schoolClass: number, pack: unknown, forChild: unknown): Promise<void> =>
  run('readwrite', async (tables) => {
    const forParent = pack !== forChild;
    if (forParent) await tables.put('readingPacks', { key: packKey(schoolClass, true), isForParent: true, pack });
    await tables.put('readingPacks', { key: packKey(schoolClass, false), isForParent: false, pack: forChild });
  });

/** Returns a pack as whoever has the phone may see it. */
export const readReadingPack = (schoolClass: number): Promise<unknown> =>
  run('readonly', async (tables) => {
    const full = await tables.get('readingPacks', packKey(schoolClass, true));
    return (full ?? (await tables.get('readingPacks', packKey(schoolClass, false))))?.pack;
  });

export const keepReader = (one: KeptReader): Promise<void> => run('readwrite', (tables) => tables.put('readers', one));

export const readReader = (childId: number): Promise<KeptReader | undefined> =>
  run('readonly', (tables) => tables.get('readers', childId));
