import type { Feature } from '../../../server/feature.ts';
import { bindHistory } from './history.server.ts';

export const history: Feature = {
  routes: bindHistory,
};
