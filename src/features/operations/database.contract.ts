import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { moment } from '../../shared/fields.ts';

/** There is no backup, the newest is old, restoring one was never tried, or not for a long time. */
const backupWarning = z.enum(['none', 'old', 'never-rehearsed', 'rehearsed-long-ago']);
export type BackupWarning = z.output<typeof backupWarning>;

/** What is wrong with the backups, and since when; no warnings where something else backs the database up. */
export const backupHealth = z.object({
  warnings: z.array(backupWarning),
  lastAt: moment.nullable(),
  /** When a backup was last restored for a trial. */
  rehearsedAt: moment.nullable(),
});

const backup = z.object({ name: z.string(), bytes: z.number(), at: moment });

export const databaseState = z.object({
  engine: z.string(),
  bytes: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      /** As the database last estimated it. */
      rows: z.number(),
      /** With its indexes. */
      bytes: z.number(),
    }),
  ),
  migrations: z.array(z.object({ name: z.string(), appliedAt: moment })),
  /** Those in this machine's data folder, the newest first. */
  backups: z.array(backup),
  backupHealth,
});

const authz = { allow: ['admin'], owner: null } as const;

export const databaseContract = {
  'GET /api/admin/database': {
    summary: 'Engine, size, tables, migrations and backups',
    authz,
    output: databaseState,
  },
  'POST /api/admin/backups': {
    summary: 'Make a backup while everything goes on; answers when it is whole',
    authz: { ...authz, stepUp: true },
    output: backup.extend({ rows: z.number() }),
    status: 201,
    longest: 300,
  },
  'POST /api/admin/backups/:name/download': {
    summary: 'Take a backup along; it holds everything of every family',
    authz: { ...authz, stepUp: true },
    params: z.object({ name: z.string().max(60) }),
    output: z.null(),
    file: ['application/gzip'],
    longest: 120,
  },
} as const satisfies Contract;
