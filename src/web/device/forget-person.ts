import { openDB } from 'idb';
import { run } from './device-tables.ts';
import { dropAllDrafts } from './drafts.ts';
import { forgetHere } from './forget.ts';
import { dropPhoto } from './kept-photo.ts';

/** Deletes all data of this device's user on signing out, except unsent answers and completions, which are kept under their name. */
export async function forgetPerson(): Promise<void> {
  forgetHere();
  dropAllDrafts();
  await dropPhoto().catch(() => {});
  await dropPacks().catch(() => {});
  await run('readwrite', async (tables) => {
    const person = await tables.get('person', 'last');
    await tables.remove('person', 'last');
    for (const kept of await tables.all('sittings')) {
      if (!person || kept.userId === person.id) await tables.remove('sittings', kept.key);
    }
    for (const kept of await tables.all('prepared')) {
      if (!person || kept.userId === person.id) await tables.remove('prepared', kept.attemptId);
    }
  });
}

/**
 * Deletes practice's packs of questions (domains/knowing/practice/practice-device.web.ts), whose code pages without practice do not load.
 *
 * @throws DOMException if the device has no such database; none is created.
 */
async function dropPacks(): Promise<void> {
  const database = await openDB('caderneta-treino', undefined, {
    upgrade: (_database, _old, _new, transaction) => {
      transaction.done.catch(() => {});
      transaction.abort();
    },
  });
  await database.clear('packs');
  database.close();
}
