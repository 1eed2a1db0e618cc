import type { Figure } from '../watch/figures.ts';
import type { Database } from './db.ts';

/** The metric that says whether PostgreSQL's archive of the write-ahead log stands. Without an archive it is 0. */
export const archiveFigures = (db: Database): Figure[] => [
  {
    name: 'database_archive_failing',
    help: 'Whether the last segment of the write-ahead log could not be archived',
    read: async () =>
      (
        await db.row<{ failing: number }>(
          `select (coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false))::int as failing from pg_stat_archiver`,
        )
      )?.failing ?? 0,
  },
];
