import type { Feature } from '../../../server/feature.ts';
import { bindBegun } from './begun.server.ts';

export const begun: Feature = {
  routes: bindBegun,
};
