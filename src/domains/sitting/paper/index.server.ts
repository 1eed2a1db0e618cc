import type { Feature } from '../../../server/feature.ts';
import { bindPaper, paperWork } from './paper.server.ts';

export const paper: Feature = { routes: bindPaper, jobs: paperWork };
