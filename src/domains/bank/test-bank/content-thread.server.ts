import { Worker } from 'node:worker_threads';
import type { Database } from '../../../server/db/db.ts';
import type { Log } from '../../../server/watch/log.ts';
import { CONTENT, findLoaded, hashOf, type LoadedContent } from './content-loaded.server.ts';

/**
 * Loads changed content files in a thread: reading and rendering the whole bank takes some 150 MB, which are freed when the thread ends.
 *
 * @throws Error as `loadContent`.
 */
export async function loadContentApart(db: Database, log: Log): Promise<LoadedContent> {
  const loaded = await findLoaded(db, log, hashOf(CONTENT));
  if (loaded) return loaded;
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./content-work.server.ts', import.meta.url), {
      workerData: { url: db.url, logLevel: log.level },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`loading the content files ended with ${code}`)));
  });
}
