import type { Feature } from '../../../server/feature.ts';
import { bindDeleted } from './deleted.server.ts';
import { bindSelection } from './selection.server.ts';

export const questionLists: Feature = {
  routes(frame) {
    bindDeleted(frame);
    bindSelection(frame);
  },
};
