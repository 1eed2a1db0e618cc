import type { Feature } from '../../../server/feature.ts';
import { bindAuthoring } from './authoring.server.ts';
import { bindCoverage } from './coverage.server.ts';
import { bindThemes } from './themes/themes.server.ts';

export const authoring: Feature = {
  routes(frame) {
    bindAuthoring(frame);
    bindCoverage(frame);
    bindThemes(frame);
  },
};
