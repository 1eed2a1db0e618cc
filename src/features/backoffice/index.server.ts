import { deleteOldBackups } from '../../server/backup.ts';
import type { Feature } from '../../server/feature.ts';
import { bindBackoffice } from './backoffice.server.ts';

export const backoffice: Feature = {
  routes: bindBackoffice,
  jobs: ({ config }) => [
    { name: 'delete-old-backups', every: 3600, work: async () => deleteOldBackups(config.dataDir, new Date()) },
  ],
};
