import type { Feature } from '../../../server/feature.ts';
import { bindTrial, trialFigures } from './trial.server.ts';
import { trialWork } from './weeks.server.ts';

export const trial: Feature = {
  routes: bindTrial,
  jobs: ({ db, log }) => trialWork(db, log),
  figures: trialFigures,
};
