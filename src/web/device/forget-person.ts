import { run } from './device-tables.ts';
import { dropAllDrafts } from './drafts.ts';
import { forgetHere } from './forget.ts';
import { inPacks } from './kept-packs.ts';
import { dropPhotos } from './kept-photo.ts';
import { eraseReadings } from './reading-store.ts';

/** Deletes all data of this device's user on signing out, except unsent answers and completions, which are kept under their name. */
export async function forgetPerson(): Promise<void> {
  forgetHere();
  dropAllDrafts();
  await dropPhotos('all').catch(() => {});
  await inPacks((database) => database.clear('packs')).catch(() => {});
  const person = await run('readonly', (tables) => tables.get('person', 'last'));
  await eraseReadings(({ userId }) => !person || userId === person.id || userId === 0);
  await run('readwrite', async (tables) => {
    await tables.remove('person', 'last');
    for (const kept of await tables.all('sittings')) {
      if (!person || kept.userId === person.id) await tables.remove('sittings', kept.key);
    }
    for (const kept of await tables.all('prepared')) {
      if (!person || kept.userId === person.id) await tables.remove('prepared', kept.attemptId);
    }
    for (const kept of await tables.all('readers')) {
      if (!person || kept.userId === person.id || kept.userId === 0) await tables.remove('readers', kept.childId);
    }
  });
}
