import type { Feature } from '../../../server/feature.ts';
import { bindOpinions, opinionsWork } from './opinions.server.ts';

export const opinions: Feature = { routes: bindOpinions, jobs: opinionsWork };
