import { type IDBPDatabase, openDB } from 'idb';
import { boot } from '../../../delivery/browser/boot.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { addressOf, CallError, caller, offline, onPersonChange } from '../../../web/call/call.ts';
import { onForget } from '../../../web/device/forget.ts';
import { isWithPhone } from '../../../web/device/hands.ts';
import { journalRow, markPractice } from '../../../web/device/journal.ts';
import { bringQueue, hasUnsentPractice } from '../../../web/device/kept-here.ts';
import { uuid } from '../../../web/device/uuid.ts';
import type { Waiting } from '../../../web/device/waiting.rules.ts';
import { notKept } from '../../../web/parts/not-kept.ts';
import type { PracticePack, practiceContract } from './practice.contract.ts';
import { type AskedCards, afterAnswer } from './session.rules.ts';

// Practice on this device: the week's pack, so that practice opens offline. Packs have their own database; reviews wait with everything else
// that is to be sent (web/waiting.rules.ts). The server validates everything again.

const call = caller<typeof practiceContract>();

/** A pack with the reviews made on this device since it was fetched. */
export interface KeptPack extends PracticePack {
  childId: number;
  /** The parent who was signed in when it was fetched; undefined if the page did not know. */
  userId: number | undefined;
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number;
}

const PACK = 'GET /api/children/:id/practice';

let database: Promise<IDBPDatabase | null> | undefined;
/** Replaces the database in browsers without one: packs are then kept until the page is left. */
const memory = new Map<number, KeptPack>();

/** Opens this device's practice database; null in browsers without one. */
export function open(): Promise<IDBPDatabase | null> {
  const connect = async () =>
    openDB('caderneta-treino', 1, {
      upgrade(db) {
        db.createObjectStore('packs', { keyPath: 'childId' });
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
  const kept = db ? ((await db.get('packs', childId)) as KeptPack | undefined) : memory.get(childId);
  return kept && renewed(kept);
}

/** Stores the week's pack for offline use. */
export async function keepPack(pack: KeptPack): Promise<void> {
  if (!isWithPhone(pack.childId)) return;
  memory.set(pack.childId, pack);
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
    if (hasUnsentPractice()) await sendReviews(childId);
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

/** Brings the week's pack for days without network. @throws CallError as `bringPack`, and if this device did not store what arrived. */
export async function bringPackHere(childId: number): Promise<void> {
  const { now } = await bringPack(childId);
  const kept = (await (await open())?.get('packs', childId)) as KeptPack | undefined;
  if (kept?.now !== now) throw notKept();
}

/** Fetches the cards of a test, a theme or an error; they are not stored. */
export const bringChosen = async (childId: number, query: AskedCards): Promise<KeptPack> =>
  received(await call(PACK, { params: { id: String(childId) }, query }), childId);

/** The code that stores and sends what waits. It is loaded with the first review: many visits to practice make none. */
const waiting = () => import('../../../web/device/answer-queue.ts');

/** Whether a review was made on this page. */
let hasReviews = false;

/** Stores a review to be sent, and moves its card in the stored pack, so that another tab does not ask the same card again. */
export async function keepReview(
  { childId, clockOffset, userId = boot.user?.id, child }: KeptPack,
  answer: { id: string; selectedAnswer: string; right: boolean },
): Promise<void> {
  if (!isWithPhone(childId)) return;
  const { id, selectedAnswer, right } = answer;
  await Promise.all([
    moveCard(childId, (pack) => afterAnswer(pack, id, right)),
    keepRow({ childId, clockOffset, userId, child }, { id, selectedAnswer }),
  ]);
}

/** Stores an answer to a question of a check to be sent. */
export async function keepCheckAnswer(
  { childId, clockOffset, userId = boot.user?.id, child }: KeptPack,
  answer: { id: string; selectedAnswer: string; visibleMs: number },
): Promise<void> {
  if (!isWithPhone(childId)) return;
  await Promise.all([
    moveCard(childId, (pack) => ({ ...pack, check: Math.max(0, pack.check - 1) })),
    keepRow({ childId, clockOffset, userId, child }, answer),
  ]);
}

type OfChild = Pick<KeptPack, 'childId' | 'clockOffset' | 'userId' | 'child'>;

/** Stores an answer in what waits to be sent. */
async function keepRow(
  { childId, clockOffset, userId, child }: OfChild,
  answer: { id: string; selectedAnswer: string; visibleMs?: number },
): Promise<void> {
  const clientId = uuid();
  const row: Waiting<'review'> = {
    id: clientId,
    kind: 'review',
    userId: userId ?? 0,
    childId,
    words: `treino (${child.firstName})`,
    lane: `practice:${childId}`,
    order: Date.now(),
    tries: 0,
    since: Date.now(),
    body: { ...answer, clientId, at: new Date(Date.now() + clockOffset).toISOString() },
  };
  hasReviews = true;
  markPractice(true);
  // Written at once: the code of the database may have to be loaded, which fails without network on a first visit.
  const clearJournal = journalRow(row);
  await waiting()
    .then(({ answerQueue }) => answerQueue.keepRows(row))
    .then(
      (isDurable) => isDurable && clearJournal(),
      () => {},
    );
}

/** Changes the stored pack after an answer, in one transaction. */
async function moveCard(childId: number, changed: (pack: KeptPack) => KeptPack): Promise<void> {
  const db = await open();
  try {
    if (!db) throw new Error('no database');
    const transaction = db.transaction('packs', 'readwrite', { durability: 'strict' });
    const kept = (await transaction.store.get(childId)) as KeptPack | undefined;
    if (kept) await transaction.store.put(changed(renewed(kept)));
    await transaction.done;
  } catch {
    const kept = memory.get(childId);
    if (kept) memory.set(childId, changed(renewed(kept)));
  }
}

/**
 * Sends what waits on this device, reviews among it.
 *
 * @param childId the child whose reviews must have arrived.
 * @throws CallError with status 0 if they have not; they are kept then.
 */
export async function sendReviews(childId?: number): Promise<void> {
  if (!hasReviews && !hasUnsentPractice()) return;
  const [answerQueue, { readPerson }, { readWaiting }] = await Promise.all([
    // With blocked storage nothing says that something waits, but reviews of this page do.
    bringQueue().then(async (queue) => queue ?? (await waiting()).answerQueue),
    import('../../../web/device/device-store.ts'),
    import('../../../web/device/waiting-store.ts'),
  ]);
  const userId = boot.user?.id ?? (await readPerson())?.id;
  if (userId === undefined) throw offline();
  await answerQueue.start(userId);
  const left = (await readWaiting(userId)).filter(({ kind }) => kind === 'review');
  if (left.some((row) => row.childId === childId)) throw offline();
}

/** Runs on signing out, or when another user signs in. Packs contain a child's questions and are deleted; unsent reviews are kept. */
async function dropPacks(): Promise<void> {
  memory.clear();
  const db = await open();
  await db?.clear('packs').catch(() => {});
}
onPersonChange(() => void dropPacks());
onForget(() => void dropPacks());
