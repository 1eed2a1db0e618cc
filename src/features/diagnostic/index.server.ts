import type { Feature } from '../../server/feature.ts';
import { bindCalibration, calibrateBank } from './calibration.server.ts';
import { bindDiagnostics, diagnosticWork } from './diagnostic.server.ts';

export const diagnostic: Feature = {
  routes(frame) {
    bindDiagnostics(frame);
    bindCalibration(frame);
  },
  jobs: ({ db }) => [
    ...diagnosticWork(db),
    // Asked every hour, done once a day: what was interrupted is taken up by the next turn.
    { name: 'calibrate-bank', every: 3600, work: () => calibrateBank(db) },
  ],
};
