import type { Feature } from '../../server/feature.ts';
import { eraseOldDeleted } from './deleted.store.ts';
import { bindImages, imagesWork } from './images.server.ts';
import { bindTests } from './tests.server.ts';

export const tests: Feature = {
  routes(frame) {
    bindTests(frame);
    bindImages(frame);
  },
  jobs: ({ db }) => [
    ...imagesWork(db),
    { name: 'erase-deleted-content', every: 3600, work: () => eraseOldDeleted(db) },
  ],
};
