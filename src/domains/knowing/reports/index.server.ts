import type { Feature } from '../../../server/feature.ts';
import { bindPdf } from './pdf.server.ts';
import { bindReports } from './report.server.ts';
import { bindShares, sharesWork } from './shares.server.ts';

export const reports: Feature = {
  routes(frame) {
    bindReports(frame);
    bindPdf(frame);
    bindShares(frame);
  },
  jobs: ({ db }) => sharesWork(db),
};
