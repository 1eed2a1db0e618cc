import { deleteOldBackups } from '../../server/backup.ts';
import type { Feature } from '../../server/feature.ts';
import { backUpWhenDue } from '../operations/database.server.ts';
import { bindBackoffice } from './backoffice.server.ts';

export const backoffice: Feature = {
  routes: bindBackoffice,
  jobs: (frame) => [
    {
      name: 'delete-old-backups',
      every: 3600,
      work: async () => deleteOldBackups(frame.config.dataDir, new Date(), frame.config.backupKeep),
    },
    // Without a schedule there is no job, so that a process with another DATA_DIR never takes this one's turn.
    ...(frame.config.backupEvery > 0
      ? [{ name: 'make-backup', every: 600, work: () => backUpWhenDue(frame, new Date()) }]
      : []),
  ],
};
