import type { Feature } from '../../../server/feature.ts';
import { bindResults } from './results.server.ts';

export const results: Feature = {
  routes: bindResults,
};
