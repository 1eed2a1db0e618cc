import type { Figure } from '../watch/figures.ts';
import { listBackups } from './backup.ts';
import type { Database } from './db.ts';

/** Metrics of what is kept beside the database: PostgreSQL's archive of the write-ahead log, and the app's own backups. */
export const archiveFigures = (db: Database, dataDir: string): Figure[] => [
  {
    name: 'backup_age_seconds',
    help: 'Seconds since the newest backup in DATA_DIR/backups, omitted while there is none',
    read: async () => {
      const [newest] = listBackups(dataDir);
      return newest ? Math.round((Date.now() - newest.at.getTime()) / 1_000) : undefined;
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
