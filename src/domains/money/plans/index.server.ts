import type { Feature } from '../../../server/feature.ts';
import { bindCovered } from './covered.server.ts';
import { bindWebinars } from './webinars.server.ts';

export const plans: Feature = {
  routes(frame) {
    bindCovered(frame);
    bindWebinars(frame);
  },
};
