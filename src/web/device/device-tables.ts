import { type IDBPDatabase, openDB } from 'idb';
import { upgradeRecords } from './device-upgrade.ts';
import { childrenWithPhone } from './hands.ts';
import type { KeptReader, KeptReading, KeptReadingPack } from './kept-reading.ts';
import type { AnswerTiming } from './queue.rules.ts';
import { readRoomMaker } from './room.ts';
import type { KindName, Waiting } from './waiting.rules.ts';

// The database on the device and its records. Every record carries its user's id, and says which child it is about: in child mode only
// records of the children who have the phone are read and written (`inHands`), and the others are encrypted (closed-rows.ts). Scores, keys
// and e-mail addresses are never stored.

/** The last user of the app on this device: only what the offline shell needs. */
export interface Person {
  id: number;
  role: 'parent' | 'teacher' | 'admin';
  firstName: string;
  /** The children who have the phone, for the service worker, which cannot read local storage; null for the parent. */
  children?: readonly number[] | null;
}

/** An alternative as chosen on this device, or as the server returned it. */
export interface Choice {
  selectedAnswer: string;
  /** 0 if the server returned it. */
  sequence: number;
  /** Only for a prepared test: the data sent with the choice at the end. */
  given?: GivenOffline;
}

/** When and how an alternative of a prepared test was chosen. */
export interface GivenOffline {
  /** Milliseconds since the start by the monotonic clock. */
  elapsedMs: number;
  /** ISO 8601, by the device's clock with the correction measured when the test was prepared. */
  at: string;
  /** In seconds. */
  responseTime: number;
  timing?: AnswerTiming | undefined;
}

/** A prepared test as stored on this device; only the screens know the type of `sealed`. */
export interface KeptPrepared<S extends AnySealed = AnySealed> {
  attemptId: number;
  userId: number;
  sealed: S;
  /** Milliseconds to add to this device's clock to get the server's, measured when it was prepared. */
  clockOffset: number;
}

export interface AnySealed {
  attemptId: number;
  childId: number;
  testId: number;
  /** ISO 8601. */
  expiresAt: string;
  /** ISO 8601. Absent in what earlier versions stored. */
  beginBefore?: string;
  ticket: string;
}

/** The part of a sitting that storage needs; only the screens know the rest. */
export interface AnySitting {
  id: number;
  childId: number;
  testId: number;
  questions: { id: number }[];
  answers: { questionId: number; selectedAnswer: string }[];
  /** For messages about the sitting. */
  test?: { theme: string };
  child?: { firstName: string };
}

export interface KeptSitting<S extends AnySitting = AnySitting> {
  /** `${userId}:${childId}:${testId}` */
  key: string;
  userId: number;
  sitting: S;
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number;
  /** The server's time at the last write, so that setting the device's clock back does not extend the deadline. */
  seenAt: number;
  /** Index of the question on the screen. */
  current: number;
  choices: Record<number, Choice>;
  /** The largest sequence assigned on this device for this attempt. */
  lastSequence: number;
  state: 'open' | 'finishing' | 'finished';
  /** Only for a prepared test, of which nothing is sent before its end. `startedAt` is by the wall clock, in milliseconds since 1970. */
  prepared?: { ticket: string; clockOffset: number; startedAt: number };
}

/** What the server did not accept of a lane of waiting rows. It is kept until a parent has read it. */
export interface Refusal {
  lane: string;
  userId: number;
  childId: number;
  /** What was sent; absent if an earlier version stored it. */
  kind?: KindName;
  /** "Fracções (Maria)". */
  words: string;
  /** The number of answers that were not accepted, or `all` for a sitting that was sent as a whole. */
  answers: number | 'all';
  /** The reason in the server's words. */
  why: string;
  /** What was not accepted, as far as it can be sent again: a child's work is deleted only by the parent. */
  rows?: Waiting[] | undefined;
}

/** What this device keeps of one child, or for the parent only, encrypted while others have the phone (closed-rows.ts). */
export interface Closed {
  id: string;
  userId: number;
  /** Null if it is for the parent only. */
  childId: number | null;
  /** The key (`RowKey`), encrypted for the server, in base64. */
  sealedKey: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** When it was taken, if `data` is the photograph of a sheet. */
  photoAt?: number;
  /** When it is to be erased, if `data` is a reading, dictation or text under way. By `countedNow`, in milliseconds. */
  eraseAt?: number;
}

export interface Records {
  sittings: KeptSitting;
  waiting: Waiting;
  person: Person & { key: 'last' };
  prepared: KeptPrepared;
  refused: Refusal;
  closed: Closed;
  readings: KeptReading;
  readingPacks: KeptReadingPack;
  readers: KeptReader;
}
export type Name = keyof Records;

interface Table<R> {
  /** The field by which its records are found. */
  key: keyof R & string;
  /** The child of a record; null if it is for the parent only; undefined if it is about no child, and always open. */
  childOf: (record: R) => number | null | undefined;
  /** Whether its records exist nowhere else, or are for days without network: the browser is asked not to delete them. */
  isOnlyHere?: true;
}

/** The tables of the device. A new one says here which child its records are about. */
export const TABLES: { readonly [N in Name]: Table<Records[N]> } = {
  sittings: { key: 'key', childOf: ({ sitting }) => sitting.childId },
  waiting: { key: 'id', childOf: ({ childId }) => childId ?? null, isOnlyHere: true },
  person: { key: 'key', childOf: () => undefined },
  prepared: { key: 'attemptId', childOf: ({ sealed }) => sealed.childId, isOnlyHere: true },
  refused: { key: 'lane', childOf: ({ childId }) => childId },
  closed: { key: 'id', childOf: ({ childId }) => childId },
  readings: { key: 'id', childOf: ({ childId }) => childId, isOnlyHere: true },
  // Questions and model answers are for the parent only.
  readingPacks: { key: 'key', childOf: ({ isForParent }) => (isForParent ? null : undefined) },
  readers: { key: 'childId', childOf: ({ childId }) => childId },
};
export const NAMES = Object.keys(TABLES) as Name[];

export const keyOf = <N extends Name>(name: N, record: Records[N]) => record[TABLES[name].key] as string | number;

/** Thrown by a write about a child who does not have the phone. Nothing of its transaction is written. */
export class NotWithPhone extends Error {}

/** Returns the tables as whoever has the phone may use them: records of other children are neither found nor written. */
function inHands(tables: Tables): Tables {
  const children = childrenWithPhone();
  if (children === null) return tables;
  const isOpen = <N extends Name>(name: N, record: Records[N]) => {
    const child = TABLES[name].childOf(record);
    return child === undefined || (child !== null && children.includes(child));
  };
  return {
    async get(name, key) {
      const record = await tables.get(name, key);
      return record && isOpen(name, record) ? record : undefined;
    },
    all: async (name) => (await tables.all(name)).filter((record) => isOpen(name, record)),
    async put(name, record) {
      const before = await tables.get(name, keyOf(name, record));
      if (!isOpen(name, record) || (before && !isOpen(name, before))) throw new NotWithPhone();
      await tables.put(name, record);
    },
    async remove(name, key) {
      const record = await tables.get(name, key);
      if (record && isOpen(name, record)) await tables.remove(name, key);
    },
  };
}

export interface Tables {
  get<N extends Name>(name: N, key: string | number): Promise<Records[N] | undefined>;
  all<N extends Name>(name: N): Promise<Records[N][]>;
  put<N extends Name>(name: N, record: Records[N]): Promise<void>;
  remove(name: Name, key: string | number): Promise<void>;
}
export const sittingKey = (userId: number, childId: number, testId: number) => `${userId}:${childId}:${testId}`;

// In-memory copy of what this page has written or read. It is used if the database is blocked, full or damaged.
const mirror = Object.fromEntries(NAMES.map((name) => [name, new Map()])) as {
  [N in Name]: Map<string | number, Records[N]>;
};
const mirrorOf = <N extends Name>(name: N) => mirror[name] as Map<string | number, Records[N]>;

const inMemory: Tables = {
  get: async (name, key) => mirrorOf(name).get(key),
  all: async (name) => [...mirrorOf(name).values()],
  put: async (name, record) => {
    mirrorOf(name).set(keyOf(name, record), record);
  },
  remove: async (name, key) => {
    mirror[name].delete(key);
  },
};

let isAsked = false;
/** Asks the browser, once for each page, to keep this site's data when it needs space. */
function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  // Absent in old browsers and without https.
  (navigator.storage as StorageManager | undefined)?.persist().catch(() => {});
}

let durable = true;
let database: Promise<IDBPDatabase> | null = null;

/** Returns whether stored data survives closing the page. It does not in private windows without storage and on a full phone. */
export const isDurable = () => durable;

/** Milliseconds that the database may take to open before the page continues without it; some browsers never answer. */
const OPENING_MS = 4000;

function open(): Promise<IDBPDatabase> {
  database ??= new Promise<IDBPDatabase>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB does not open')), OPENING_MS);
    const forget = () => {
      database = null;
    };
    // A separate function, because without IndexedDB the call throws synchronously.
    const connect = async () =>
      openDB('caderneta', 6, {
        async upgrade(db, from, _to, transaction) {
          const known = [...db.objectStoreNames] as string[];
          for (const name of NAMES)
            if (!known.includes(name)) db.createObjectStore(name, { keyPath: TABLES[name].key });
          await upgradeRecords(transaction, from);
        },
        blocking: (_current, _wanted, event) => {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      });
    connect()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
  return database;
}

function tablesOf(db: IDBPDatabase, mode: IDBTransactionMode) {
  // 'strict' waits for the disk, in case the battery dies right after a tap.
  const transaction = db.transaction(NAMES, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });
  const changes: (() => void)[] = [];
  const store = (name: Name) => transaction.objectStore(name) as unknown as IDBObjectStoreOf;
  const tables: Tables = {
    get: (name, key) => store(name).get(key) as Promise<never>,
    all: (name) => store(name).getAll() as Promise<never>,
    put: async (name, record) => {
      changes.push(() => void inMemory.put(name, record));
      await store(name).put(record);
      if (TABLES[name].isOnlyHere) askToPersist();
    },
    remove: async (name, key) => {
      changes.push(() => void inMemory.remove(name, key));
      await store(name).delete(key);
    },
  };
  const done = transaction.done.then(() => {
    for (const change of changes) change();
  });
  return { tables, done, abort: () => transaction.abort() };
}

interface IDBObjectStoreOf {
  get(key: string | number): Promise<unknown>;
  getAll(): Promise<unknown[]>;
  put(record: unknown): Promise<unknown>;
  delete(key: string | number): Promise<void>;
}

async function attempt<T>(
  mode: IDBTransactionMode,
  work: (tables: Tables) => Promise<T>,
  asSeen: (tables: Tables) => Tables,
): Promise<T> {
  const { tables, done, abort } = tablesOf(await open(), mode);
  done.catch(() => {});
  try {
    const result = await work(asSeen(tables));
    await done;
    return result;
  } catch (error) {
    if (error instanceof NotWithPhone) abort();
    // Requests of a transaction that does not fit may only fail as aborted; the transaction says why.
    throw await done.then(
      () => error,
      (why: unknown) => (isFull(why) ? why : error),
    );
  }
}

const isFull = (error: unknown) => /^Quota/.test((error as DOMException)?.name);

/** Runs `work` in one transaction on disk. A connection that the browser has closed is opened again once. */
export const onDisk: typeof attempt = (...what) =>
  attempt(...what).catch((error: unknown) => {
    if ((error as DOMException)?.name !== 'InvalidStateError') throw error;
    database = null;
    return attempt(...what);
  });

/**
 * Runs `work` in one transaction over all stores, for isolation between tabs. In child mode it sees only what is with the phone.
 *
 * @throws NotWithPhone if `work` writes about another child.
 *
 * A full storage is tried again without the recordings on it; after any other failure this page continues in memory only.
 */
export const run = <T>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<T>): Promise<T> =>
  runAs(inHands, mode, work);

/**
 * Runs `work` over the records of everybody, whoever has the phone: to find what is to be encrypted (closed-rows.ts), and to erase
 * recordings whose time is over (reading-store.ts).
 */
export const runForAll = <T>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<T>): Promise<T> =>
  runAs((tables) => tables, mode, work);

async function runAs<T>(
  asSeen: (tables: Tables) => Tables,
  mode: IDBTransactionMode,
  work: (tables: Tables) => Promise<T>,
): Promise<T> {
  if (durable) {
    try {
      return await onDisk(mode, work, asSeen).catch(async (error: unknown) => {
        if (!isFull(error) || !(await readRoomMaker()?.())) throw error;
        return onDisk(mode, work, asSeen);
      });
    } catch (error) {
      if (error instanceof NotWithPhone) throw error;
      durable = false;
      await rescue();
    }
  }
  return work(asSeen(memoryWithDeletes));
}

/** Copies readable data into memory: with a full storage, writes fail long before reads do. */
async function rescue(): Promise<void> {
  try {
    const { tables } = tablesOf(await open(), 'readonly');
    for (const name of NAMES) {
      for (const record of await tables.all(name)) {
        if (!mirror[name].has(keyOf(name, record))) await inMemory.put(name, record);
      }
    }
  } catch {
    // Nothing can be read: memory starts with the data that this page has seen.
  }
}

// Data that was sent from memory is also deleted from disk if possible; otherwise the next visit would send it again.
const memoryWithDeletes: Tables = {
  ...inMemory,
  remove: async (name, key) => {
    await inMemory.remove(name, key);
    open()
      .then((db) => db.delete(name, key))
      .catch(() => {});
  },
};
