import type { Feature } from '../../../server/feature.ts';
import { normsWork } from './norms.server.ts';

export const norms: Feature = {
  jobs: ({ db }) => normsWork(db),
};
