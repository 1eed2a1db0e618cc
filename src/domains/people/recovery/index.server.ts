import type { Feature } from '../../../server/feature.ts';
import { bindRecovery, recoveryWork } from './recovery.server.ts';

export const recovery: Feature = {
  routes: bindRecovery,
  jobs: ({ db }) => recoveryWork(db),
};
