import type { Feature } from '../../../server/feature.ts';
import { bindVerification, verificationWork } from './verification.server.ts';

export const emailVerification: Feature = {
  routes: bindVerification,
  jobs: ({ db }) => verificationWork(db),
};
