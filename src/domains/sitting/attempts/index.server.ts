import type { Feature } from '../../../server/feature.ts';
import { attemptFigures, attemptsWork, bindAttempts } from './attempts.server.ts';
import { bindShownTest } from './shown-test.server.ts';

export const attempts: Feature = {
  routes(frame) {
    bindAttempts(frame);
    bindShownTest(frame);
  },
  jobs: ({ db }) => attemptsWork(db),
  figures: attemptFigures,
};
