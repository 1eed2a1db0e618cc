import type { Feature } from '../../../server/feature.ts';
import { bindOverview } from './overview.server.ts';
import { bindPaymentsPanel } from './payments/payments.server.ts';
import { bindStatistics } from './statistics.server.ts';
import { bindAdminTests } from './tests.server.ts';
import { bindUsers } from './users.server.ts';

export const backoffice: Feature = {
  routes: (frame) => {
    bindOverview(frame);
    bindUsers(frame);
    bindPaymentsPanel(frame);
    bindAdminTests(frame);
    bindStatistics(frame);
  },
};
