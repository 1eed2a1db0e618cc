import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import type { Config } from '../../../server/config.ts';
import { type Backup, lastRehearsal, listBackups, makeBackup, pathOfBackup } from '../../../server/db/backup.ts';
import type { Database } from '../../../server/db/db.ts';
import { notFound, Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { audit } from '../../../server/watch/audit.ts';
import {
  failInterrupted,
  findLastRequest,
  finishRequest,
  insertRequest,
  postponeRequest,
  takeRequest,
} from './backup-requests.store.ts';
import { backupIsDue, backupWarnings } from './backups.rules.ts';
import { type backupHealth, databaseContract } from './database.contract.ts';
import { findEngine, findMigrations, findTables } from './database.store.ts';
import { byOf } from './files.server.ts';

/** A downloaded backup is held in memory. Larger ones must be copied from the server's disk. */
const LARGEST_DOWNLOAD = 200 * 1024 * 1024;

/**
 * Returns the state of the backups. There are warnings only if the app itself makes backups: for the embedded database outside the
 * demonstration, or by schedule.
 */
export function healthOfBackups(
  { dataDir, backupEvery, databaseUrl, demo }: Config,
  now: Date,
): z.input<typeof backupHealth> {
  const lastAt = listBackups(dataDir)[0]?.at;
  const rehearsedAt = lastRehearsal(dataDir);
  const isOurs = backupEvery > 0 || (!databaseUrl && !demo);
  return {
    warnings: isOurs ? backupWarnings({ everyHours: backupEvery, lastAt, rehearsedAt }, now) : [],
    lastAt: lastAt ?? null,
    rehearsedAt: rehearsedAt ?? null,
  };
}

/** Binds the endpoints that show the database and make backups. Restoring is possible only by a command, because it replaces all data. */
export function bindDatabase(frame: Frame): void {
  const { db, config } = frame;
  frame.bind(databaseContract, {
    'GET /api/admin/database': async () => {
      const [engine, tables, migrations, request] = await Promise.all([
        findEngine(db),
        findTables(db),
        findMigrations(db),
        findLastRequest(db),
      ]);
      return {
        ...engine,
        tables,
        migrations,
        backups: listBackups(config.dataDir),
        backupRequest: request ?? null,
        backupHealth: healthOfBackups(config, new Date()),
      };
    },

    'POST /api/admin/backups': async (call) => {
      await insertRequest(db, call.caller.userId);
      return (await findLastRequest(db))!;
    },

    'POST /api/admin/backups/:name/download': async (call) => {
      const { name } = call.params;
      const file = pathOfBackup(config.dataDir, name);
      if (!file) throw notFound();
      if ((await stat(file)).size > LARGEST_DOWNLOAD)
        throw new Refused(
          413,
          'too-large',
          'Esta cópia é grande demais para o navegador. Copie-a do disco do servidor.',
        );
      await db.transaction((transaction) =>
        audit(transaction, { ...byOf(call), action: 'backup.downloaded', subject: `backup ${name}` }),
      );
      return { bytes: await readFile(file), type: 'application/gzip', name };
    },
  });
}

function auditBackup(
  db: Database,
  by: { userId: number | null; address: string | null },
  { name, bytes, rows }: Backup & { rows: number },
): Promise<void> {
  return db.transaction((transaction) =>
    audit(transaction, { ...by, action: 'backup.made', subject: `backup ${name}`, after: { bytes, rows } }),
  );
}

/**
 * Makes the backup that an administrator requested. It runs as a job, because a large one takes longer than a call may.
 *
 * @returns the backup, or undefined if none was requested, another one is being made or the schema is changing.
 */
export async function makeRequestedBackup(
  { db, config }: Frame,
  now: Date,
): Promise<(Backup & { rows: number }) | undefined> {
  await db.transaction(failInterrupted);
  const request = await takeRequest(db);
  if (!request) return undefined;
  try {
    const made = await makeBackup(db, config.dataDir, now, config.backupKeep);
    await auditBackup(db, { userId: request.requestedBy, address: null }, made);
    await finishRequest(db, request.id, 'done');
    return made;
  } catch (error) {
    if (isUnderWay(error)) {
      await postponeRequest(db, request.id);
      return undefined;
    }
    await finishRequest(db, request.id, 'failed');
    throw error;
  }
}

/** Whether the backup can be made later: another one is being made, or the schema is changing. */
const isUnderWay = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 'backup-under-way' || error.code === 'migration-under-way');

/** Makes the backup that the schedule requires. @returns its name, or undefined if none is due or one is being made. */
export async function backUpWhenDue({ db, config }: Frame, now: Date): Promise<string | undefined> {
  const [last] = listBackups(config.dataDir);
  if (!backupIsDue(config.backupEvery, last?.at, now)) return undefined;
  try {
    const made = await makeBackup(db, config.dataDir, now, config.backupKeep);
    await auditBackup(db, { userId: null, address: null }, made);
    return made.name;
  } catch (error) {
    if (isUnderWay(error)) return undefined;
    throw error;
  }
}
