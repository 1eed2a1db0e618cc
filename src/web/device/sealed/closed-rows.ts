import { ROW_KEY_INFO, type RowKey } from '../../../shared/parcel.ts';
import { countedNow } from '../aging/counted-time.ts';
import { type Closed, isDurable, keyOf, NAMES, type Name, type Records, runForAll, TABLES } from '../device-tables.ts';
import { childrenWithPhone } from '../hands.ts';
import { dropJournaled, journaledTexts, putBackJournaled } from '../journal.ts';
import { inPacks } from '../kept-packs.ts';
import { type KeptPhoto, putBackPhoto, readPhotos, removePhoto } from '../kept-photo.ts';
import type { KeptReading } from '../kept-reading.ts';
import { request } from '../queue-request.ts';
import { openSound, sealSound } from '../reading-store.ts';
import { uuid } from '../uuid.ts';
import { moveRows } from './move-rows.ts';
import { sealForServer } from './seal-for-server.ts';

// While children have the phone, what it keeps of their siblings and for the parent only is encrypted: rows of the tables, choices in the
// journal, packs of practice, and photographs of sheets. Each child's has a key of its own, which only the server opens, for a session
// that may see that child. Unsent answers are among it, so nothing is deleted before it is stored encrypted (decision 0093).

const AES = 'AES-GCM';

interface Pack {
  childId: number;
  userId?: number | undefined;
}

/** Something that is closed, and whose it is. */
type Thing = { userId: number; childId: number | null } & (
  | { table: Exclude<Name, 'closed'>; record: Records[Exclude<Name, 'closed'>] }
  | { item: string; text: string }
  | { pack: Pack }
);

type OfReading = Thing & { table: 'readings'; record: KeptReading };
const isReading = (thing: Thing): thing is OfReading => 'table' in thing && thing.table === 'readings';
const eraseAtOf = (thing: Thing): number | undefined => (isReading(thing) ? thing.record.eraseAt : undefined);

/** A reading as JSON can hold it. Its own key cannot be exported, so the sound is opened; all of it is encrypted with the row's key. */
interface Portable {
  sound?: { type: string; bytes: string };
}

async function portable(thing: Thing): Promise<Thing & Portable> {
  if (!isReading(thing) || !thing.record.sound) return thing;
  const { sound, ...record } = thing.record;
  const opened = await openSound(sound).catch((error: DOMException) => {
    // Sound of another key is lost already; the marks are not. After any other failure it stays where it is.
    if (error.name !== 'OperationError') throw error;
  });
  if (!opened) return { ...thing, record };
  const bytes = toText(new Uint8Array(await opened.arrayBuffer()));
  return { ...thing, record, sound: { type: sound.type, bytes } };
}

/** The reverse: the sound gets another key that cannot be exported. */
async function fromPortable({ sound, ...thing }: Thing & Portable): Promise<Thing> {
  if (!sound || !isReading(thing)) return thing;
  const sealed = await sealSound(new Blob([toBytes(sound.bytes)], { type: sound.type }));
  return { ...thing, record: { ...thing.record, sound: sealed } };
}

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/**
 * Encrypts the records that do not belong to the children who have the phone, and deletes the plain ones. A record that cannot be encrypted,
 * or for which there is no room, stays where it is, hidden by hands.ts, until the next page tries again.
 *
 * @throws Error if this device does not have the server's key, cannot encrypt, or is full.
 */
export async function closeRows(): Promise<void> {
  // One tab at a time: what two tabs closed would come back twice.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request('caderneta-closing', closeAlone) : closeAlone());
}

async function closeAlone(): Promise<void> {
  const children = childrenWithPhone();
  // Without https browsers have no cryptography; without storage nothing outlives the page.
  if (children === null || !globalThis.crypto?.subtle || !isDurable()) return;
  const person = await forgetName(children);
  const groups = new Map<string, Thing[]>();
  for (const thing of await thingsOfOthers(children, person)) {
    // A reading, dictation or text under way is closed alone, because it is erased in time even while it is closed.
    const whose = `${thing.userId}:${thing.childId}:${eraseAtOf(thing) === undefined ? '' : keyOf('readings', (thing as OfReading).record)}`;
    groups.set(whose, [...(groups.get(whose) ?? []), thing]);
  }
  // What cannot be closed does not keep the others from being closed.
  let fault: unknown;
  const remember = (error: unknown) => {
    fault ??= error;
  };
  for (const things of groups.values()) await closeThings(things).catch(remember);
  for (const photo of await readPhotos().catch(() => [])) await closePhoto(photo).catch(remember);
  if (fault) throw fault;
}

async function closeThings(things: readonly Thing[]): Promise<void> {
  const [first] = things as [Thing];
  const bytes = new TextEncoder().encode(JSON.stringify(await Promise.all(things.map(portable))));
  const closed = await encrypted(first, bytes.buffer);
  const eraseAt = eraseAtOf(first);
  await replace(things, { ...closed, ...(eraseAt === undefined ? {} : { eraseAt }) });
}

async function closePhoto({ userId, photo, at }: KeptPhoto): Promise<void> {
  const closed = await encrypted({ userId, childId: null }, await photo.arrayBuffer());
  await moveRows((tables) => tables.put('closed', { ...closed, photoAt: at }));
  await removePhoto(at);
}

/** Removes the parent's first name from the record of the last user. @returns the user's id, 0 if nobody is known. */
const forgetName = (children: readonly number[]): Promise<number> =>
  moveRows(async (tables) => {
    const person = await tables.get('person', 'last');
    if (person?.firstName) await tables.put('person', { ...person, firstName: '', children });
    return person?.id ?? 0;
  });

/** Returns everything on this device that is not for these children. What has no owner, as of earlier versions, is the last user's. */
async function thingsOfOthers(children: readonly number[], person: number): Promise<Thing[]> {
  const isOthers = (childId: number | null | undefined): childId is number | null =>
    childId === null || (childId !== undefined && !children.includes(childId));
  const things: Thing[] = [];
  const tables = NAMES.filter((name) => name !== 'closed' && name !== 'person') as Exclude<Name, 'closed' | 'person'>[];
  await runForAll('readonly', async (all) => {
    for (const table of tables)
      for (const record of await all.all(table)) {
        const childId = (TABLES[table].childOf as (record: unknown) => number | null | undefined)(record);
        if (isOthers(childId)) things.push({ userId: record.userId || person, childId, table, record });
      }
  });
  for (const { name, text } of journaledTexts()) {
    const { userId, childId = null } = JSON.parse(text) as { userId?: number; childId?: number };
    if (isOthers(childId)) things.push({ userId: userId || person, childId, item: name, text });
  }
  for (const pack of await readPacks())
    if (isOthers(pack.childId)) things.push({ userId: pack.userId ?? person, childId: pack.childId, pack });
  return things;
}

async function encrypted(
  { userId, childId }: Pick<Thing, 'userId' | 'childId'>,
  content: ArrayBuffer,
): Promise<Closed> {
  const key = await crypto.subtle.generateKey({ name: AES, length: 256 }, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: AES, iv }, key, content);
  const raw = toText(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
  const rowKey = new TextEncoder().encode(JSON.stringify({ userId, childId, key: raw } satisfies RowKey));
  const sealedKey = toText(await sealForServer(ROW_KEY_INFO, rowKey.buffer));
  return { id: uuid(), userId, childId, sealedKey, iv, data };
}

/** Stores the encrypted things and removes what they were, unless another tab has changed it since: the next page encrypts that. */
async function replace(things: readonly Thing[], closed: Closed): Promise<void> {
  await moveRows(async (tables) => {
    await tables.put('closed', closed);
    for (const thing of things) {
      if (!('table' in thing)) continue;
      const key = keyOf(thing.table, thing.record as never);
      if (JSON.stringify(await tables.get(thing.table, key)) === JSON.stringify(thing.record))
        await tables.remove(thing.table, key);
    }
  });
  for (const thing of things) if ('item' in thing) dropJournaled(thing.item, thing.text);
  const packs = things.flatMap((thing) => ('pack' in thing ? [thing.pack] : []));
  if (packs.length > 0)
    await inPacks(
      async (database) => void (await Promise.all(packs.map(({ childId }) => database.delete('packs', childId)))),
    );
}

/**
 * Puts back what was closed, as far as the server opens its key: all for the parent, and in child mode what is the children's who have the
 * phone. What is on the device by now is newer, and stays.
 */
export async function openRows(all: readonly Closed[]): Promise<void> {
  // What cannot be opened now stays closed, and does not keep the others from being opened.
  for (const closed of all) await openOne(closed).catch(() => {});
}

async function openOne(closed: Closed): Promise<void> {
  if (closed.eraseAt !== undefined && closed.eraseAt <= countedNow()) return remove(closed);
  const { status, body } = await request('POST', '/api/parcels/row-key', { sealed: closed.sealedKey });
  if (status !== 200) return;
  const raw = toBytes((body as { key: string }).key);
  const key = await crypto.subtle.importKey('raw', raw, AES, false, ['decrypt']);
  const content = await crypto.subtle.decrypt({ name: AES, iv: closed.iv }, key, closed.data);
  if (closed.photoAt === undefined)
    return putBack(
      closed,
      await Promise.all((JSON.parse(new TextDecoder().decode(content)) as (Thing & Portable)[]).map(fromPortable)),
    );
  const photo = new Blob([content], { type: 'image/jpeg' });
  await putBackPhoto({ userId: closed.userId, photo, at: closed.photoAt });
  await remove(closed);
}

const remove = ({ id }: Closed) => moveRows((tables) => tables.remove('closed', id));

async function putBack({ id }: Closed, things: readonly Thing[]): Promise<void> {
  const packs = things.flatMap((thing) => ('pack' in thing ? [thing.pack] : []));
  if (packs.length > 0)
    await inPacks(async (database) => {
      for (const pack of packs) if (!(await database.get('packs', pack.childId))) await database.put('packs', pack);
    });
  const journaled: { item: string; text: string }[] = [];
  try {
    await moveRows(async (tables) => {
      // Another tab may have put it back.
      if (!(await tables.get('closed', id))) return;
      for (const thing of things) {
        if ('item' in thing && putBackJournaled(thing.item, thing.text)) journaled.push(thing);
        if (!('table' in thing)) continue;
        const { table, record } = thing;
        if (!(await tables.get(table, keyOf(table, record as never)))) await tables.put(table, record as never);
      }
      await tables.remove('closed', id);
    });
  } catch (error) {
    // It is all still closed. A choice that came back twice would take the place of a later one.
    for (const { item, text } of journaled) dropJournaled(item, text);
    throw error;
  }
}

async function readPacks(): Promise<Pack[]> {
  let packs: Pack[] = [];
  await inPacks(async (database) => {
    packs = (await database.getAll('packs')) as Pack[];
  });
  return packs;
}
