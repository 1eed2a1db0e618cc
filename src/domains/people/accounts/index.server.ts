import type { Feature } from '../../../server/feature.ts';
import { bindAccounts, forgetOldSessions } from './accounts.server.ts';

export const accounts: Feature = {
  routes: bindAccounts,
  jobs: ({ db }) => [{ name: 'forget-old-sessions', every: 3600, work: () => forgetOldSessions(db) }],
};
