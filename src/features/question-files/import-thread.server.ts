import { Worker } from 'node:worker_threads';
import type { Database } from '../../server/db.ts';
import { Refused, unavailable } from '../../server/errors.ts';
import type { Figure } from '../../server/figures.ts';
import type { ImportJob, Reply } from './import-work.server.ts';
import type { ImportReport } from './imports.contract.ts';

// A large file is processed in a separate thread with its own database connection, so that it does not delay the requests of families. The
// modules that read files are loaded in that thread, or when the first small file is imported.

/** Files below this number of bytes are processed without a thread. */
const SMALL = 16 * 1024;
/** Milliseconds after which the thread is terminated. Nothing has been stored then. */
const LONGEST_MS = 50_000;
/** Number of imports that may wait for the running one. */
const MOST_WAITING = 3;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

export const importFigures: readonly Figure[] = [
  {
    name: 'imports_under_way',
    help: 'Large files of questions that this process works on, those that wait for their turn among them',
    read: async () => waiting,
  },
];

/**
 * Reads a file and, unless it is a dry run, stores all of its questions or none.
 *
 * @throws Refused 400, 409, 413 or 415 if the file cannot be imported; 503 if too many imports are waiting.
 */
export async function importFile(db: Database, job: ImportJob): Promise<ImportReport> {
  if (job.bytes.length < SMALL && job.bytes[0] !== 0x50) {
    const { runImport } = await import('./import-work.server.ts');
    return runImport(db, job);
  }
  if (waiting > MOST_WAITING) throw unavailable(5);
  waiting += 1;
  const mine = last.then(() => inThread(db.url, job));
  last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

function inThread(url: string, job: ImportJob): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import-work.server.ts', import.meta.url), {
      workerData: { importJob: { url, job } },
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    });
    const limit = setTimeout(() => {
      reject(unavailable(5));
      void worker.terminate();
    }, LONGEST_MS);
    worker.once('message', (reply: Reply) => {
      clearTimeout(limit);
      if ('report' in reply) resolve(reply.report);
      else if ('refused' in reply)
        reject(new Refused(reply.refused.status, reply.refused.code, reply.refused.message, reply.refused.more));
      else reject(Object.assign(new Error(reply.fault.message), { code: reply.fault.code }));
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit);
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new Refused(
              413,
              'too-large',
              'O ficheiro é demasiado grande para ser lido. Divida-o em ficheiros mais pequenos.',
            )
          : error,
      );
    });
    worker.once('exit', () => {
      clearTimeout(limit);
      reject(unavailable(5));
    });
  });
}
