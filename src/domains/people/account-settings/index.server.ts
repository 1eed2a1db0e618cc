import type { Feature } from '../../../server/feature.ts';
import { replaceDueFactors } from '../staff/factor-replacement.server.ts';
import { accountWork, bindAccount } from './account.server.ts';
import { bindSecondFactor } from './second-factor.server.ts';

export const accountSettings: Feature = {
  routes(frame) {
    bindAccount(frame);
    bindSecondFactor(frame);
  },
  jobs: ({ db, log }) => [
    ...accountWork(db, log),
    { name: 'replace-lost-factors', every: 60, work: () => replaceDueFactors(db) },
  ],
};
