import type { Feature } from '../../server/feature.ts';
import { attemptFigures, attemptsWork, bindAttempts } from './attempts.server.ts';

export const attempts: Feature = {
  routes: bindAttempts,
  jobs: ({ db }) => attemptsWork(db),
  figures: attemptFigures,
};
