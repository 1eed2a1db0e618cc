import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';

// Takes the place of `idb` in tests of the device's store: databases that outlive the page, whose writes can be made to fail as on a full
// phone. A transaction is on disk as a whole or not at all, and ends as soon as nothing is asked of it.

type Key = string | number;
interface Store {
  keyPath: string | undefined;
  rows: Map<Key, unknown>;
}
interface OnDisk {
  version: number;
  stores: Map<string, Store>;
  /** The end of the last transaction: they run one after the other. */
  last: Promise<unknown>;
}

const failure = (name: string) => new DOMException(`fake: ${name}`, name);
const FULL = 'QuotaExceededError';
/** Lets everything go on that only waits for promises. */
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

export interface Fake {
  openDB: (
    name: string,
    version?: number,
    callbacks?: Pick<OpenDBCallbacks<DBSchema>, 'upgrade'>,
  ) => Promise<IDBPDatabase>;
  /** For the global `indexedDB`. */
  databases: () => Promise<{ name: string }[]>;
  /** Returns what is on disk in a store of a database. */
  rows: <R>(database: string, store: string) => R[];
  /**
   * Called at each `put` and at the end of each transaction with one; if it returns `full` this does not fit, and with `aborted` the
   * browser ends the transaction for a reason of its own, as when a page is closed.
   */
  fault: (at: 'write' | 'end') => 'full' | 'aborted' | undefined;
}

export function createFake(): Fake {
  const disks = new Map<string, OnDisk>();
  const fake: Fake = {
    fault: () => undefined,
    databases: async () => [...disks.keys()].map((name) => ({ name })),
    rows: <R>(database: string, store: string) =>
      [...(disks.get(database)?.stores.get(store)?.rows.values() ?? [])] as R[],
    async openDB(name, version, { upgrade } = {}) {
      const before = disks.get(name);
      const from = before?.version ?? 0;
      const to = version ?? Math.max(1, from);
      if (to < from) throw failure('VersionError');
      const disk = before ?? { version: to, stores: new Map<string, Store>(), last: Promise.resolve() };
      const handle = handleOf(disk, fake);
      if (to > from) {
        let isAborted = false;
        const abort = () => {
          isAborted = true;
        };
        const transaction = {
          abort,
          done: Promise.resolve(),
          objectStore: (of: string) => handle.transaction(of).objectStore(of),
        };
        await upgrade?.(handle as never, from, to, transaction as never, undefined as never);
        if (isAborted) throw failure('AbortError');
        disk.version = to;
      }
      disks.set(name, disk);
      return handle;
    },
  };
  return fake;
}

function handleOf(disk: OnDisk, fake: Fake): IDBPDatabase {
  const handle = {
    get objectStoreNames() {
      return [...disk.stores.keys()];
    },
    createObjectStore(name: string, { keyPath }: { keyPath?: string } = {}) {
      disk.stores.set(name, { keyPath, rows: new Map() });
    },
    transaction(_names: string | readonly string[], mode: 'readonly' | 'readwrite' = 'readonly') {
      return transactionOn(disk, mode, fake);
    },
    close() {},
    ...Object.fromEntries(
      (['get', 'getAll', 'put', 'delete', 'clear'] as const).map((what) => [
        what,
        async (name: string, ...given: never[]) => {
          const transaction = transactionOn(disk, 'readwrite', fake);
          transaction.done.catch(() => {});
          const result = await (transaction.objectStore(name)[what] as (...given: never[]) => Promise<unknown>)(
            ...given,
          );
          await transaction.done;
          return result;
        },
      ]),
    ),
  };
  return handle as unknown as IDBPDatabase;
}

function transactionOn(disk: OnDisk, mode: 'readonly' | 'readwrite', fake: Fake) {
  const stores = new Map<string, Map<Key, unknown>>();
  let state: 'active' | 'over' = 'active';
  let asked = 0;
  let writes = 0;
  let end: { resolve: () => void; reject: (error: unknown) => void };
  const done = new Promise<void>((resolve, reject) => {
    end = { resolve, reject };
  });
  const begun = disk.last;
  disk.last = done.catch(() => {});
  const abort = (error: unknown) => {
    if (state === 'over') throw failure('InvalidStateError');
    state = 'over';
    end.reject(error);
  };
  const endSoon = async () => {
    await aTurn();
    if (asked > 0 || state === 'over') return;
    const fault = writes > 0 && mode === 'readwrite' ? fake.fault('end') : undefined;
    if (fault) return abort(failure(fault === 'full' ? FULL : 'AbortError'));
    state = 'over';
    for (const [name, rows] of stores) (disk.stores.get(name) as Store).rows = rows;
    end.resolve();
  };
  void begun.then(endSoon);
  const ask = async <T>(work: () => T, isWrite: boolean): Promise<T> => {
    if (state === 'over') throw failure('TransactionInactiveError');
    asked += 1;
    try {
      await begun;
      await aTurn();
      if ((state as string) === 'over') throw failure('AbortError');
      const fault = isWrite ? fake.fault('write') : undefined;
      if (isWrite) writes += 1;
      if (fault) {
        const error = failure(fault === 'full' ? FULL : 'AbortError');
        abort(error);
        throw error;
      }
      return work();
    } finally {
      asked -= 1;
      void endSoon();
    }
  };
  const objectStore = (name: string) => {
    const store = disk.stores.get(name);
    if (!store) throw failure('NotFoundError');
    const rows = () => {
      if (!stores.has(name)) stores.set(name, new Map(store.rows));
      return stores.get(name) as Map<Key, unknown>;
    };
    return {
      get: (key: Key) => ask(() => structuredClone(rows().get(key)), false),
      getAll: () => ask(() => [...rows().values()].map((row) => structuredClone(row)), false),
      put: (row: Record<string, unknown>, key?: Key) => {
        const copy = structuredClone(row);
        return ask(
          () => void rows().set(store.keyPath === undefined ? (key as Key) : (row[store.keyPath] as Key), copy),
          true,
        );
      },
      // There is always room for it.
      delete: (key: Key) => ask(() => void rows().delete(key), false),
      clear: () => ask(() => rows().clear(), false),
    };
  };
  return {
    objectStore,
    get store() {
      return objectStore([...disk.stores.keys()][0] as string);
    },
    done,
    abort: () => abort(failure('AbortError')),
  };
}
