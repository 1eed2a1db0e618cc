import type { Feature } from '../../server/feature.ts';
import { begun } from './begun/index.server.ts';
import { childErrors } from './child-errors/index.server.ts';
import { childHome } from './child-home/index.server.ts';
import { diagnostic } from './diagnostic/index.server.ts';
import { history } from './history/index.server.ts';
import { knowledge } from './knowledge/index.server.ts';
import { norms } from './norms/index.server.ts';
import { practice } from './practice/index.server.ts';
import { reports } from './reports/index.server.ts';
import { results } from './results/index.server.ts';
import { statistics } from './statistics/index.server.ts';
import { trial } from './trial/index.server.ts';

/** The features of `knowing` that serve calls or pages, run jobs or report metrics. The API document lists their endpoints in this order. */
export const knowing: readonly Feature[] = [
  norms,
  history,
  results,
  knowledge,
  diagnostic,
  trial,
  practice,
  begun,
  childHome,
  childErrors,
  reports,
  statistics,
];
