import type { Feature } from '../../../server/feature.ts';
import { bindPhones } from './phones.server.ts';
import { forgetOldPhoneReports } from './phones.store.ts';

export const phones: Feature = {
  routes: bindPhones,
  jobs: ({ db }) => [{ name: 'forget-phone-reports', every: 24 * 3600, work: () => forgetOldPhoneReports(db) }],
};
