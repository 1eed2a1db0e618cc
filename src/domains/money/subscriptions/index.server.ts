import type { Feature } from '../../../server/feature.ts';
import { openBilling } from '../payments/billing.server.ts';
import { plansWork } from './lifecycle.server.ts';
import { bindPlans } from './subscriptions.server.ts';

export const subscriptions: Feature = {
  routes: (frame) => bindPlans(frame, openBilling(frame)),
  jobs: (frame) => plansWork(openBilling(frame)),
};
