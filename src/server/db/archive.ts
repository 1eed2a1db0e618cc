import fs from 'node:fs';
import path from 'node:path';
import type { Figure } from '../watch/figures.ts';
import { listBackups } from './backup.ts';
import type { Database } from './db.ts';

/** Returns when deploy/backups/off-site.sh last copied a backup to another place, from the folder that its unit uses. */
const lastOffSite = (dataDir: string): Date | undefined =>
  fs.statSync(path.join(dataDir, 'off-site', 'copied'), { throwIfNoEntry: false })?.mtime;

const secondsSince = (ms: number): number => Math.round((Date.now() - ms) / 1_000);

/** Metrics of what is kept beside the database: PostgreSQL's archive of the write-ahead log, and the app's own backups. */
export const archiveFigures = (db: Database, dataDir: string): Figure[] => [
  {
    name: 'backup_age_seconds',
    help: 'Seconds since the newest backup, in DATA_DIR/backups or off site, omitted while there is none',
    read: async () => {
      const moments = [listBackups(dataDir)[0]?.at, lastOffSite(dataDir)].filter((at) => at !== undefined);
      if (moments.length === 0) return undefined;
      return secondsSince(Math.max(...moments.map(Number)));
    },
  },
  {
    name: 'backup_off_site_age_seconds',
    help: 'Seconds since a backup was last copied off site, omitted if none ever was',
    read: async () => {
      const copied = lastOffSite(dataDir);
      return copied && secondsSince(Number(copied));
    },
  },
  {
    name: 'database_archive_failing',
    help: 'Whether the last segment of the write-ahead log could not be archived; 0 without an archive',
    read: async () =>
      (
        await db.row<{ failing: number }>(
          `select (coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false))::int as failing from pg_stat_archiver`,
        )
      )?.failing ?? 0,
  },
];
