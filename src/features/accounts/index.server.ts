import type { Feature } from '../../server/feature.ts';
import { bindAccounts, forgetOldSessions } from './accounts.server.ts';
import { bindRecovery, recoveryWork } from './recovery.server.ts';

export const accounts: Feature = {
  routes(frame) {
    bindAccounts(frame);
    bindRecovery(frame);
  },
  jobs: ({ db }) => [
    ...recoveryWork(db),
    { name: 'forget-old-sessions', every: 3600, work: () => forgetOldSessions(db) },
  ],
};
