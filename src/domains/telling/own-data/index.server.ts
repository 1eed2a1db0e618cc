import type { Feature } from '../../../server/feature.ts';
import { bindData } from './data.server.ts';

export const ownData: Feature = {
  routes: bindData,
};
