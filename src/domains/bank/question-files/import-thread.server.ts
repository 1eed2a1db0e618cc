import { Worker } from 'node:worker_threads';
import type { Database } from '../../../server/db/db.ts';
import { Refused, unavailable } from '../../../server/http/errors.ts';
import { WrittenReply } from '../../../server/http/written-reply.ts';
import type { Figure } from '../../../server/watch/figures.ts';
import type { ImportJob, Reply } from './import-work.server.ts';
import { type ImportReport, LONGEST_IMPORT_SECONDS } from './imports.contract.ts';
import { upsertProgress } from './imports.store.ts';
import { replyOf } from './thread.server.ts';

// A large file is processed in a separate thread with its own database connection, so that it does not delay the requests of families. The
// modules that read files are loaded in that thread, or when the first small file is imported.

/** Files below this number of bytes, and pasted texts, are processed without a thread; archives never are, because they may unpack to much more. */
export const SMALL = 16 * 1024;
/** The first byte of a ZIP archive, the P of "PK". */
const ARCHIVE = 0x50;
/** Milliseconds of waiting and work after which an import ends: somewhat before its call does. Nothing has been stored then. */
const LONGEST_MS = (LONGEST_IMPORT_SECONDS - 5) * 1_000;
/** Number of imports that may wait for the running one. */
const MAX_WAITING = 3;

let last: Promise<unknown> = Promise.resolve();
let underWay = 0;

export const importFigures: readonly Figure[] = [
  {
    name: 'imports_under_way',
    help: 'Large files of questions that this process works on, those that wait for their turn among them',
    read: async () => underWay,
  },
];

/**
 * Reads a file and, unless it is a dry run, stores all of its questions or none. Large files are processed one after the other.
 *
 * @returns the report; of a large file as its thread wrote it.
 * @param ended aborted when the call has ended: the import is then dropped if it waits, and stopped before it has stored anything if it runs.
 * @throws Refused 400, 409, 413 or 415 if the file cannot be imported; 503 if too many imports are waiting or it takes too long.
 */
export async function importFile(
  db: Database,
  job: ImportJob,
  ended: AbortSignal,
): Promise<ImportReport | WrittenReply> {
  if (job.bytes.length < SMALL && job.bytes[0] !== ARCHIVE) {
    const { runImport } = await import('./import-work.server.ts');
    return runImport(db, job);
  }
  if (underWay > MAX_WAITING) throw unavailable(5);
  const told = underWay > 0 ? tellWaiting(db, job) : undefined;
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, LONGEST_MS);
  ended.addEventListener('abort', stop);
  if (ended.aborted) stop();
  underWay += 1;
  const mine = last.then(() => told).then(() => inThread(db.url, job, limit.signal));
  last = mine.catch(() => {});
  try {
    return await Promise.race([mine, refusalAt(limit.signal)]);
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', stop);
    underWay -= 1;
  }
}

/** Stores that an import waits for others. The import does not depend on it. */
async function tellWaiting(db: Database, { userId, token }: ImportJob): Promise<void> {
  if (token) await upsertProgress(db, userId, token, { stage: 'waiting', done: 0, total: 1 }).catch(() => 0);
}

/** Rejects when a signal is aborted. */
function refusalAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(unavailable(5));
    signal.addEventListener('abort', () => reject(unavailable(5)), { once: true });
  });
}

async function inThread(url: string, job: ImportJob, limit: AbortSignal): Promise<WrittenReply> {
  const reply = await replyOf<Reply>(
    () =>
      new Worker(new URL('./import-work.server.ts', import.meta.url), {
        workerData: { importJob: { url, job } },
        // The buffer is transferred, not copied, if it does not share its memory: it is not read here again.
        transferList: job.bytes.byteLength === job.bytes.buffer.byteLength ? [job.bytes.buffer as ArrayBuffer] : [],
        resourceLimits: { maxOldGenerationSizeMb: 384 },
      }),
    limit,
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refused(413, 'too-large', TOO_LARGE) : error;
  });
  if ('report' in reply) return new WrittenReply(reply.report);
  if ('refused' in reply)
    throw new Refused(reply.refused.status, reply.refused.code, reply.refused.message, reply.refused.more);
  throw Object.assign(new Error(reply.fault.message), { code: reply.fault.code });
}
const TOO_LARGE = 'O ficheiro é demasiado grande para ser lido. Divida-o em ficheiros mais pequenos.';
