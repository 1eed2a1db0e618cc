import { HOUR_MS } from '../../shared/time.ts';
import { countedNow, RECORDING_ERASE_AT } from './aging/counted-time.ts';
import { isDurable, run, runForAll, type Tables } from './device-tables.ts';
import type { KeptReader, KeptReading, SealedSound } from './kept-reading.ts';

// Readings under way on this device, with their recordings. A recording is stored encrypted, for a key that cannot be exported and stands
// beside it: whoever copies the database has sound that cannot be opened elsewhere. It is erased when its marks are confirmed, after a day,
// on signing out, when the child is no longer this family's, also while it is closed because a sibling has the phone (closed-rows.ts), and
// when storage is full (aging/erase-sounds.ts).

/** Hours for which a recording is kept, and days when it waits for a second listener, or a child's sheet for the parent. */
const KEPT_HOURS = 24;
const WAITING_DAYS = 7;

/** Changes the readings of everybody, and records when the next one is to be erased. */
const change = (work: (tables: Tables) => Promise<void>): Promise<void> =>
  runForAll('readwrite', async (tables) => {
    await work(tables);
    const all = [...(await tables.all('readings')), ...(await tables.all('closed'))];
    const next = Math.min(...all.map(({ eraseAt }) => eraseAt ?? Number.POSITIVE_INFINITY));
    try {
      if (Number.isFinite(next)) localStorage.setItem(RECORDING_ERASE_AT, String(next));
      else localStorage.removeItem(RECORDING_ERASE_AT);
    } catch {
      // Storage is blocked: then nothing outlives the page.
    }
  });

/** Erases the readings for which `isOver` says so, also those that are closed. */
export const eraseReadings = (
  isOver: (reading: { userId: number; childId: number | null; eraseAt: number }) => boolean,
): Promise<void> =>
  change(async (tables) => {
    for (const reading of await tables.all('readings'))
      if (isOver(reading)) await tables.remove('readings', reading.id);
    for (const { id, eraseAt, ...closed } of await tables.all('closed'))
      if (eraseAt !== undefined && isOver({ ...closed, eraseAt })) await tables.remove('closed', id);
  });

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

/**
 * Stores a reading under way, for a day, or for a week if it waits for somebody.
 *
 * @returns whether it is on the device; if not, it ends with this page.
 */
export async function keepReading(reading: Omit<KeptReading, 'keptAt' | 'eraseAt'>): Promise<boolean> {
  const now = countedNow();
  const waits = (one: Pick<KeptReading, 'isForSecond' | 'isForParent'>) => Boolean(one.isForSecond || one.isForParent);
  const life = waits(reading) ? WAITING_DAYS * 24 : KEPT_HOURS;
  await run('readwrite', async (tables) => {
    const before = await tables.get('readings', reading.id);
    const isSameWait = before && waits(before) === waits(reading);
    await tables.put('readings', {
      ...reading,
      keptAt: before?.keptAt ?? now,
      eraseAt: isSameWait ? before.eraseAt : now + life * HOUR_MS,
    });
  });
  await change(async () => {});
  return isDurable();
}

async function readKept(isWriting: boolean, userId: number, childId: number): Promise<KeptReading[]> {
  await eraseOldReadings();
  const all = await run('readonly', (tables) => tables.all('readings'));
  return (
    all
      .filter((one) => Boolean(one.isWriting) === isWriting && one.childId === childId)
      // Earlier versions stored what was done without network for nobody.
      .filter((one) => one.userId === userId || one.userId === 0)
      .sort((one, other) => (other.keptAt ?? 0) - (one.keptAt ?? 0))
  );
}

/** Returns the readings under way of a child that are not too old, the newest first. */
export const readKeptReadings = (userId: number, childId: number): Promise<KeptReading[]> =>
  readKept(false, userId, childId);

/** Returns the dictations and texts under way of a child that are not too old, the newest first. */
export const readKeptWritings = (userId: number, childId: number): Promise<KeptReading[]> =>
  readKept(true, userId, childId);

/** Returns how many readings, dictations and texts of a user are under way, also those that are closed. */
export const countReadings = (userId: number): Promise<number> =>
  run('readonly', async (tables) => {
    const all = [...(await tables.all('readings')), ...(await tables.all('closed'))];
    return all.filter((one) => one.userId === userId && one.eraseAt !== undefined).length;
  });

/** Erases a reading with its recording. */
export const dropReading = (id: string): Promise<void> => change((tables) => tables.remove('readings', id));

/** Erases all readings whose time is over. */
export const eraseOldReadings = (): Promise<void> => {
  const now = countedNow();
  return eraseReadings(({ eraseAt }) => eraseAt <= now);
};

const packKey = (schoolClass: number | string, isForParent: boolean) =>
  `${schoolClass}:${isForParent ? 'parent' : 'child'}`;

/** Stores a pack twice: as the parent uses it, and without what the child must not see. */
export const keepReadingPack = (schoolClass: number | string, pack: unknown, forChild: unknown): Promise<void> =>
  run('readwrite', async (tables) => {
    const forParent = pack !== forChild;
    if (forParent) await tables.put('readingPacks', { key: packKey(schoolClass, true), isForParent: true, pack });
    await tables.put('readingPacks', { key: packKey(schoolClass, false), isForParent: false, pack: forChild });
  });

/** Returns a pack as whoever has the phone may see it. */
export const readReadingPack = (schoolClass: number | string): Promise<unknown> =>
  run('readonly', async (tables) => {
    const full = await tables.get('readingPacks', packKey(schoolClass, true));
    return (full ?? (await tables.get('readingPacks', packKey(schoolClass, false))))?.pack;
  });

/** The same of what a class writes. */
export const keepWritingPack = (schoolClass: number, pack: unknown, forChild: unknown): Promise<void> =>
  keepReadingPack(`writing-${schoolClass}`, pack, forChild);
export const readWritingPack = (schoolClass: number): Promise<unknown> => readReadingPack(`writing-${schoolClass}`);

/** Stores what is known of a child; what it does not name is kept as it was. */
export const keepReader = (one: KeptReader): Promise<void> =>
  run('readwrite', async (tables) => {
    const before = await tables.get('readers', one.childId);
    const isSame = before && (before.userId === one.userId || !before.userId || !one.userId);
    await tables.put('readers', { ...(isSame ? before : {}), ...one, userId: one.userId || (before?.userId ?? 0) });
  });

export const readReader = (childId: number): Promise<KeptReader | undefined> =>
  run('readonly', (tables) => tables.get('readers', childId));
