import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../server/db/db.ts';
import { createLog } from '../../../server/watch/log.ts';
import { loadContent } from './content.server.ts';

// The thread that content-thread.server.ts starts.

const { url, logLevel } = workerData as { url: string; logLevel: string };
const db = openDatabase(url, { connections: 1 });
const loaded = await loadContent(db, createLog(logLevel));
await db.close();
parentPort?.postMessage(loaded);
