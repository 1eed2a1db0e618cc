import type { Feature } from '../../server/feature.ts';
import { notifications } from './notifications/index.server.ts';
import { ownData } from './own-data/index.server.ts';
import { parcels } from './parcels/index.server.ts';

/** The features of `telling` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const telling: readonly Feature[] = [notifications, ownData, parcels];
