import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { readSetting, saveSetting } from '../../../server/db/settings.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { Log } from '../../../server/watch/log.ts';
import { clearUnknownObjectives } from './content.store.ts';

// Detects by a hash whether the content files have changed since they were last loaded. It runs at every start, so it imports none of the
// modules that parse them.

export const CONTENT = path.join(import.meta.dirname, '..', '..', '..', '..', 'content');

/** To be increased when a change of the loader, here or in the curriculum, requires loading everything again. */
export const LOADER_VERSION = 2;

export interface LoadedContent {
  tests: number;
  questions: number;
}

interface Remembered extends LoadedContent {
  hash: string;
}

/** Returns the hash over the bytes of all files, which are read into one buffer, so that a start leaves little garbage in memory. */
export function hashOf(folder: string): string {
  const hash = createHash('sha256').update(String(LOADER_VERSION));
  const buffer = Buffer.alloc(64 * 1024);
  for (const [part, ending] of [
    ['bank', '.yaml'],
    ['figures', '.svg'],
    ['curriculum', '.yaml'],
    ['misconceptions', '.yaml'],
  ] as const) {
    const place = path.join(folder, part);
    const names = fs.existsSync(place) ? fs.readdirSync(place).filter((name) => name.endsWith(ending)) : [];
    for (const name of names.sort()) {
      hash.update(`\n${part}/${name}\n`);
      const file = fs.openSync(path.join(place, name), 'r');
      for (let read = fs.readSync(file, buffer); read > 0; read = fs.readSync(file, buffer))
        hash.update(buffer.subarray(0, read));
      fs.closeSync(file);
    }
  }
  return hash.digest('hex');
}

/** Returns the loaded content, if it was loaded from files with this hash. */
export async function findLoaded(db: Database, log: Log, hash: string): Promise<LoadedContent | undefined> {
  const known = await readSetting<Remembered>(db, 'content');
  if (known?.hash !== hash) return undefined;
  await settleObjectives(db, log);
  return known;
}

export const recordLoadedContent = (transaction: Queryable, hash: string, loaded: LoadedContent) =>
  saveSetting(transaction, 'content', { hash, ...loaded } satisfies Remembered);

/** Removes unknown objectives from questions that are older than the curriculum. The audit log keeps their text. */
export async function settleObjectives(db: Database, log: Log): Promise<void> {
  await db.transaction(async (transaction) => {
    for (const { id, objective } of await clearUnknownObjectives(transaction)) {
      log.warn({ question: id }, 'its objective is not in the curriculum and was taken off');
      await audit(transaction, {
        userId: null,
        action: 'question.changed',
        subject: `question ${id}`,
        before: { objective },
        after: { objective: null },
        address: null,
      });
    }
  });
}
