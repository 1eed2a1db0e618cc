import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

/** There is no backup, the newest is too old, or a trial restore was never done or is long ago. */
const backupWarning = z.enum(['none', 'old', 'never-rehearsed', 'rehearsed-long-ago']);
export type BackupWarning = z.output<typeof backupWarning>;

/** The warnings about backups, with the times that they refer to. There are no warnings if the app does not make the backups. */
export const backupHealth = z.object({
  warnings: z.array(backupWarning),
  lastAt: moment.nullable(),
  /** Time of the last trial restore. */
  rehearsedAt: moment.nullable(),
});

const backup = z.object({ name: z.string(), bytes: z.number(), at: moment });

/** A backup that an administrator requested: it waits for the job that makes it, is being made, or has ended. */
const backupRequest = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  requestedAt: moment,
});

const databaseState = z.object({
  engine: z.string(),
  bytes: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** The database's own estimate of the number of rows. */
      rows: z.number(),
      /** Including indexes. */
      bytes: z.number(),
    }),
  ),
  migrations: z.array(z.object({ name: z.string(), appliedAt: moment })),
  /** The backups in this machine's data folder, newest first. */
  backups: z.array(backup),
  /** The last request; null if there was none. */
  backupRequest: backupRequest.nullable(),
  backupHealth,
});

const authz = { allow: ['admin'], owner: null } as const;

export const databaseContract = {
  'GET /api/admin/database': {
    summary: 'Return the engine, size, tables, migrations and backups of the database',
    authz: { ...authz, stepUp: EXEMPT.reads },
    output: databaseState,
  },
  'POST /api/admin/backups': {
    summary: 'Request a backup; returns the request that is waiting or running, if there is one',
    authz: { ...authz, stepUp: true },
    output: backupRequest,
  },
  'POST /api/admin/backups/:name/download': {
    summary: 'Download a backup; it contains the data of all families',
    authz: { ...authz, stepUp: true },
    params: z.object({ name: z.string().max(60) }),
    output: z.null(),
    file: ['application/gzip'],
    longest: 120,
  },
} as const satisfies Contract;
