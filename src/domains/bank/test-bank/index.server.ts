import type { Feature } from '../../../server/feature.ts';
import { eraseOldDeleted } from './deleted.store.ts';
import { bindImages, imagesWork } from './images.server.ts';

export const tests: Feature = {
  routes: bindImages,
  jobs: ({ db }) => [
    ...imagesWork(db),
    { name: 'erase-deleted-content', every: 3600, work: () => eraseOldDeleted(db) },
  ],
};
