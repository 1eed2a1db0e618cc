import { deleteOldBackups } from '../../../server/db/backup.ts';
import type { Feature } from '../../../server/feature.ts';
import { bindAudit } from './audit.server.ts';
import { backUpWhenDue, bindDatabase, makeRequestedBackup } from './database.server.ts';
import { bindSettings } from './settings.server.ts';

export const operations: Feature = {
  routes: (frame) => {
    bindDatabase(frame);
    bindAudit(frame);
    bindSettings(frame);
  },
  jobs: (frame) => [
    {
      name: 'delete-old-backups',
      every: 3600,
      work: async () => deleteOldBackups(frame.config.dataDir, new Date(), frame.config.backupKeep),
    },
    { name: 'make-requested-backup', every: 5, work: () => makeRequestedBackup(frame, new Date()) },
    // Without a schedule the job is not registered. Each run of a job is taken by one process, and it must not be one that has another
    // DATA_DIR and no schedule.
    ...(frame.config.backupEvery > 0
      ? [{ name: 'make-backup', every: 600, work: () => backUpWhenDue(frame, new Date()) }]
      : []),
  ],
};
