import type { Feature } from '../../../server/feature.ts';
import { bindAuthoring } from './authoring.server.ts';
import { bindCoverage } from './coverage.server.ts';

export const authoring: Feature = {
  routes(frame) {
    bindAuthoring(frame);
    bindCoverage(frame);
  },
};
