import type { Feature } from '../../../server/feature.ts';
import { bindCalibration } from './calibration.server.ts';
import { calibrateBank } from './calibration-thread.server.ts';
import { bindDiagnostics, diagnosticWork } from './diagnostic.server.ts';

export const diagnostic: Feature = {
  routes(frame) {
    bindDiagnostics(frame);
    bindCalibration(frame);
  },
  jobs: ({ db }) => [
    ...diagnosticWork(db),
    // Runs every hour but does its work once a day: an interrupted calibration continues in the next run.
    { name: 'calibrate-bank', every: 3600, work: () => calibrateBank(db) },
  ],
};
