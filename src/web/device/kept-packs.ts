import { type IDBPDatabase, openDB } from 'idb';
import { isKeptHere } from './is-kept-here.ts';

const NAME = 'caderneta-treino';

/**
 * Runs `work` with the database of practice's packs of questions (domains/knowing/practice/practice-device.web.ts), whose code pages without
 * practice do not load. On a device without one, nothing is done or created.
 */
export async function inPacks(work: (database: IDBPDatabase) => Promise<unknown>): Promise<void> {
  if (!(await isKeptHere(NAME))) return;
  const open = () =>
    openDB(NAME, undefined, {
      upgrade: (_database, _old, _new, transaction) => {
        transaction.done.catch(() => {});
        transaction.abort();
      },
    });
  // In browsers that cannot tell which databases there are, a missing one is noticed here.
  const database = await open().catch(() => undefined);
  if (!database) return;
  try {
    if (([...database.objectStoreNames] as string[]).includes('packs')) await work(database);
  } finally {
    database.close();
  }
}
