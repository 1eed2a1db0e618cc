import type { Feature } from '../../server/feature.ts';
import { backoffice } from './backoffice/index.server.ts';
import { operations } from './operations/index.server.ts';
import { phones } from './phones/index.server.ts';

/** The features of `desk` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const desk: readonly Feature[] = [backoffice, operations, phones];
