import { type IDBPDatabase, openDB } from 'idb';
import { boot } from '../../../delivery/browser/boot.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addressOf, CallError, caller, onPersonChange } from '../../../web/call/call.ts';
import { onForget } from '../../../web/device/forget.ts';
import { isWithPhone } from '../../../web/device/hands.ts';
import { uuid } from '../../../web/device/uuid.ts';
import type { PracticePack, practiceContract } from './practice.contract.ts';
import { type AskedCards, afterAnswer } from './session.rules.ts';
import { keepHasUnsentPractice, PRACTICE_SENT } from './unsent.web.ts';

// Practice on this device: the week's pack, so that practice opens offline, and reviews until the server has them. They have their own
// database. The server validates everything again.

const call = caller<typeof practiceContract>();

/** A pack with the reviews made on this device since it was fetched. */
export interface KeptPack extends PracticePack {
  childId: number;
  /** The parent who was signed in when it was fetched; undefined if the page did not know. */
  userId: number | undefined;
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number;
}

interface Unsent {
  clientId: string;
  childId: number;
  id: string;
  selectedAnswer: string;
  at: string;
}

const PACK = 'GET /api/children/:id/practice';
const LOCK = 'treino-envio';
/** Maximum number of reviews in one call, as in the contract. */
const MOST = 300;

let database: Promise<IDBPDatabase | null> | undefined;
/** Replaces the database in browsers without one: practice is then kept until the page is left. */
const memory = { packs: new Map<number, KeptPack>(), reviews: new Map<string, Unsent>() };

/** Opens this device's practice database; null in browsers without one. */
export function open(): Promise<IDBPDatabase | null> {
  const connect = async () =>
    openDB('caderneta-treino', 1, {
      upgrade(db) {
        db.createObjectStore('packs', { keyPath: 'childId' });
        db.createObjectStore('reviews', { keyPath: 'clientId' });
      },
      terminated: () => {
        database = undefined;
      },
    });
  database ??= connect().catch(() => null);
  return database;
}

/** Today's date in Luanda by the server's clock. */
const todayOf = (pack: Pick<KeptPack, 'clockOffset'>) => dateInLuanda(new Date(Date.now() + pack.clockOffset));

/** Returns the pack as of today: counts of earlier days are reset. */
export function renewed(pack: KeptPack): KeptPack {
  const today = todayOf(pack);
  return pack.today === today ? pack : { ...pack, today, doneToday: 0 };
}

/** Returns a child's pack on this device, including reviews made here. */
export async function readPack(childId: number): Promise<KeptPack | undefined> {
  if (!isWithPhone(childId)) return undefined;
  const db = await open();
  const kept = db ? ((await db.get('packs', childId)) as KeptPack | undefined) : memory.packs.get(childId);
  return kept && renewed(kept);
}

/** Stores the week's pack for offline use. */
export async function keepPack(pack: KeptPack): Promise<void> {
  if (!isWithPhone(pack.childId)) return;
  memory.packs.set(pack.childId, pack);
  const db = await open();
  await db?.put('packs', pack).catch(() => {});
}

/** Returns a pack that has just been fetched. */
const received = (pack: PracticePack, childId: number): KeptPack => ({
  ...pack,
  childId,
  userId: boot.user?.id,
  clockOffset: Date.parse(pack.now) - Date.now(),
});

/** Returns a pack that is embedded in the page. */
export function packInPage(childId: number, query: AskedCards): KeptPack | undefined {
  const pack = boot.cache[addressOf(PACK, { params: { id: childId }, query })] as PracticePack | undefined;
  return pack && received(pack, childId);
}

/**
 * Deletes the packs embedded in the page. Someone who returns to practice on the same page has practised meanwhile, so they are out of
 * date.
 */
export function dropPacksInPage(childId: number): void {
  const whose = addressOf(PACK, { params: { id: childId } });
  for (const address of Object.keys(boot.cache)) if (address.startsWith(whose)) delete boot.cache[address];
}

/**
 * Returns the week's pack: from the server, after sending unsent reviews, and stored for offline use; otherwise the stored one.
 *
 * @throws CallError if neither is available.
 */
export async function bringPack(childId: number): Promise<KeptPack> {
  try {
    await sendReviews(childId);
    const kept = received(await call(PACK, { params: { id: String(childId) } }), childId);
    await keepPack(kept);
    return kept;
  } catch (error) {
    const kept = await readPack(childId);
    const isAway = !(error instanceof CallError) || error.status === 0 || error.status >= 500;
    if (kept && isAway) return kept;
    throw error;
  }
}

/** Fetches the cards of a test or a theme; they are not stored. */
export const bringChosen = async (childId: number, query: AskedCards): Promise<KeptPack> =>
  received(await call(PACK, { params: { id: String(childId) }, query }), childId);

/**
 * Stores a review to be sent and moves its card in the stored pack, in one transaction, so that a crash leaves both or neither, and another
 * tab does not ask the same card again.
 */
export async function keepReview(
  { childId, clockOffset }: KeptPack,
  answer: { id: string; selectedAnswer: string; right: boolean },
): Promise<void> {
  if (!isWithPhone(childId)) return;
  const { id, selectedAnswer, right } = answer;
  const at = new Date(Date.now() + clockOffset).toISOString();
  const review: Unsent = { clientId: uuid(), childId, id, selectedAnswer, at };
  keepHasUnsentPractice(true);
  const db = await open();
  try {
    if (!db) throw new Error('no database');
    const transaction = db.transaction(['packs', 'reviews'], 'readwrite', { durability: 'strict' });
    const kept = (await transaction.objectStore('packs').get(childId)) as KeptPack | undefined;
    if (kept) await transaction.objectStore('packs').put(afterAnswer(renewed(kept), id, right));
    await transaction.objectStore('reviews').put(review);
    await transaction.done;
  } catch {
    memory.reviews.set(review.clientId, review);
    const kept = memory.packs.get(childId);
    if (kept) memory.packs.set(childId, afterAnswer(renewed(kept), id, right));
  }
}

async function unsent(): Promise<Unsent[]> {
  const db = await open();
  const stored = db ? ((await db.getAll('reviews').catch(() => [])) as Unsent[]) : [];
  return [...stored, ...memory.reviews.values()].filter(({ childId }) => isWithPhone(childId));
}

/** Records for all pages whether reviews of any child are unsent. */
async function noteUnsent(): Promise<void> {
  const db = await open();
  const count = memory.reviews.size + ((await db?.count('reviews').catch(() => 0)) ?? 0);
  keepHasUnsentPractice(count > 0);
}

async function forget(reviews: readonly Unsent[]): Promise<void> {
  const db = await open();
  for (const { clientId } of reviews) {
    memory.reviews.delete(clientId);
    await db?.delete('reviews', clientId).catch(() => {});
  }
}

/** Days for which reviews are kept that this session may not send, because the child belongs to another family or was erased. */
const KEPT_DAYS = 60;

/** Returns what a failed call means for its reviews: `drop` them, keep them for another session (`not-ours`), or try again (`later`). */
function meaningOf(error: unknown): 'drop' | 'not-ours' | 'later' {
  if (!(error instanceof CallError)) return 'later';
  if (error.status === 400) return 'drop';
  return error.status === 404 || error.code === 'child-mode' ? 'not-ours' : 'later';
}

const isOld = ({ at }: Unsent) => Date.parse(at) < Date.now() - KEPT_DAYS * 86_400_000;

/**
 * Sends unsent reviews, oldest first, in one tab at a time. A review is deleted from the device only after the server's reply, and has an
 * id that makes sending it again harmless. Reviews of a child that this session cannot access are kept for a session that can. Rejects when
 * the network or the server is unavailable; all reviews are kept then.
 *
 * @param childId only this child's reviews; all when omitted.
 */
export async function sendReviews(childId?: number): Promise<void> {
  const work = async () => {
    const waiting = (await unsent()).filter((review) => childId === undefined || review.childId === childId);
    for (const id of new Set(waiting.map((review) => review.childId))) {
      const all = waiting.filter((review) => review.childId === id);
      const reviews = all.sort((one, other) => one.at.localeCompare(other.at)).slice(0, MOST);
      try {
        await call('POST /api/children/:id/practice', {
          params: { id: String(id) },
          body: { reviews: reviews.map(({ childId: _, ...review }) => review) },
        });
      } catch (error) {
        const meaning = meaningOf(error);
        if (meaning === 'later') throw error;
        await forget(meaning === 'drop' ? reviews : reviews.filter(isOld));
        continue;
      }
      await forget(reviews);
      dispatchEvent(new Event(PRACTICE_SENT));
    }
    await noteUnsent();
  };
  // Old browsers have no locks: two tabs may then send the same review, which the server stores once.
  await (navigator.locks ? navigator.locks.request(LOCK, work) : work());
}

/** Runs on signing out, or when another user signs in. Packs contain a child's questions and are deleted; unsent reviews are kept. */
async function dropPacks(): Promise<void> {
  memory.packs.clear();
  const db = await open();
  await db?.clear('packs').catch(() => {});
}
onPersonChange(() => void dropPacks());
onForget(() => void dropPacks());
