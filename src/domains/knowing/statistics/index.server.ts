import type { Feature } from '../../../server/feature.ts';
import { bankStatisticsWork, bindBankStatistics } from './bank-statistics.server.ts';
import { bindForms } from './forms.server.ts';
import { bindStatistics } from './statistics.server.ts';

export const statistics: Feature = {
  routes(frame) {
    bindStatistics(frame);
    bindBankStatistics(frame);
    bindForms(frame);
  },
  jobs: ({ db }) => bankStatisticsWork(db),
};
