import type { Feature } from '../../server/feature.ts';
import { payments } from './payments/index.server.ts';
import { plans } from './plans/index.server.ts';
import { subscriptions } from './subscriptions/index.server.ts';

/** The features of `money` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const money: readonly Feature[] = [plans, payments, subscriptions];
