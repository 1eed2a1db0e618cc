import type { Feature } from '../../server/feature.ts';
import { bindAuthoring } from './authoring.server.ts';
import { bindCoverage } from './coverage.server.ts';
import { bindDeleted } from './deleted.server.ts';
import { bindSelection } from './selection.server.ts';

export const authoring: Feature = {
  routes(frame) {
    bindAuthoring(frame);
    bindCoverage(frame);
    bindDeleted(frame);
    bindSelection(frame);
  },
};
