import type { Feature } from '../../../server/feature.ts';
import { bindChildren, childrenWork } from './children.server.ts';

export const children: Feature = {
  routes: bindChildren,
  jobs: ({ db, log }) => childrenWork(db, log),
};
