import type { Feature } from '../../server/feature.ts';
import { attempts } from './attempts/index.server.ts';
import { catalogue } from './catalogue/index.server.ts';
import { paper } from './paper/index.server.ts';
import { prepared } from './prepared/index.server.ts';
import { regrades } from './regrades/index.server.ts';

/** The features of `sitting` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const sitting: readonly Feature[] = [attempts, catalogue, regrades, paper, prepared];
