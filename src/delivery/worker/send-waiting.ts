import { photoForm } from '../../web/call/photo-form.ts';
import { isCostly, type Outcome, outcomeOf } from '../../web/device/queue.rules.ts';
import {
  isOurs,
  isPhoto,
  isPhotoDue,
  KINDS,
  nextOf,
  sendingOf,
  sendingOrder,
  type Waiting,
} from '../../web/device/waiting.rules.ts';

/**
 * Sends what waits on the device (web/device/waiting.rules.ts) while the app is closed, in the order and by the rules of the app. Photographs,
 * which take long on a slow line, come after everything else. What the server has accepted is deleted. What ends a sitting, and what was
 * refused, stays on the device: the app sends it again when it is opened, gets the same reply, and tells the family.
 *
 * @throws if the network is off again, or the server is busy; the browser then retries later.
 */
export async function sendWaiting(): Promise<void> {
  const database = await openDevice();
  if (!database) return;
  try {
    const waiting = await readWaiting(database);
    const isBusy = [];
    for (const lane of sendingOrder(waiting.filter((row) => !isPhoto(row))))
      isBusy.push(await sendLane(database, lane));
    const left = await readWaiting(database);
    const due = left.filter((row) => isPhoto(row) && isPhotoDue(row, left));
    for (const lane of sendingOrder(due)) isBusy.push(await sendLane(database, lane));
    if (isBusy.includes(true)) throw new Error('the server asks to send some of it later');
  } finally {
    database.close();
  }
}

/**
 * Sends the rows of a lane until one is not accepted.
 *
 * @returns whether the server asks to send this lane later.
 * @throws if there is no reply, or the server is busy.
 */
async function sendLane(database: IDBDatabase, lane: readonly Waiting[]): Promise<boolean> {
  let left = lane;
  while (left.length > 0) {
    const rows = nextOf(left as [Waiting, ...Waiting[]]);
    const { outcome, reply } = await sendRows(database, rows);
    if (outcome === 'wait') throw new Error('the server is busy');
    if (outcome === 'skip') return true;
    if (outcome === 'sign-in') return false;
    const { endsSitting, refusals } = KINDS[rows[0].kind];
    if (outcome === 'done' && !endsSitting) {
      const refused = refusals?.(reply as Record<string, unknown>);
      await remove(
        database,
        rows.filter(({ id }) => !refused?.has(id)),
      );
    }
    left = left.slice(rows.length);
  }
  return false;
}

async function sendRows(
  database: IDBDatabase,
  rows: readonly [Waiting, ...Waiting[]],
): Promise<{ outcome: Outcome; reply: unknown }> {
  const { method, path, body, photo } = sendingOf(rows);
  const sent = photo
    ? { body: photoForm(photo) }
    : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const begun = performance.now();
  let response: Response;
  try {
    response = await fetch(path, { method, ...sent, redirect: 'error' });
  } catch (error) {
    if (isCostly(0, performance.now() - begun)) await countTry(database, rows);
    throw error;
  }
  const reply: unknown = await response.json().catch(() => undefined);
  const { code = '' } = (reply ?? {}) as { code?: string };
  const outcome = outcomeOf(response.status, isOurs(rows[0], response.status, reply), code);
  if (outcome === 'wait' || outcome === 'skip' || outcome === 'sign-in') await countTry(database, rows);
  return { outcome, reply };
}

/** Opens the device's database; undefined if there is none, or none of this version. */
function openDevice(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('caderneta');
    opening.onerror = () => resolve(undefined);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      const { result } = opening;
      // A page of a newer version must not wait for a long photograph.
      result.onversionchange = () => result.close();
      if (result.objectStoreNames.contains('waiting')) return resolve(result);
      result.close();
      resolve(undefined);
    };
  });
}

const replyOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The part of the record of the last user (web/device/device-tables.ts) that is read here. */
interface LastPerson {
  id: number;
  children?: readonly number[] | null;
}

/** Returns what waits of the last user, and in child mode of the children who have the phone. */
async function readWaiting(database: IDBDatabase): Promise<Waiting[]> {
  const stores = database.transaction(['waiting', 'person']);
  const [rows, person] = await Promise.all([
    replyOf<Waiting[]>(stores.objectStore('waiting').getAll()),
    replyOf<LastPerson | undefined>(stores.objectStore('person').get('last')),
  ]);
  const isOpen = ({ userId, childId = 0 }: Waiting) =>
    (userId === 0 || userId === person?.id) && (person?.children?.includes(childId) ?? true);
  return rows.filter(isOpen);
}

/** Deletes rows, unless newer ones have replaced them. */
async function remove(database: IDBDatabase, rows: readonly Waiting[]): Promise<void> {
  const store = database.transaction('waiting', 'readwrite').objectStore('waiting');
  await Promise.all(
    rows.map(async ({ id, order }) => {
      const now = await replyOf<Waiting | undefined>(store.get(id));
      if (now && now.order <= order) await replyOf(store.delete(id));
    }),
  );
}

/** Counts a failed try of rows that are still there. */
async function countTry(database: IDBDatabase, rows: readonly Waiting[]): Promise<void> {
  const store = database.transaction('waiting', 'readwrite').objectStore('waiting');
  for (const { id } of rows) {
    const now = await replyOf<Waiting | undefined>(store.get(id));
    if (now) await replyOf(store.put({ ...now, tries: now.tries + 1 }));
  }
}
