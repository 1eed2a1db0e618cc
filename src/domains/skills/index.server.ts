import type { Feature } from '../../server/feature.ts';
import { calculating } from './calculating/index.server.ts';
import { lines } from './lines/index.server.ts';
import { opinions } from './opinions/index.server.ts';
import { reading } from './reading/index.server.ts';
import { writing } from './writing/index.server.ts';

/** The features of `skills` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const skills: readonly Feature[] = [reading, calculating, writing, opinions, lines];
