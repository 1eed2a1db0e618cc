import type { Feature } from '../../../server/feature.ts';
import { bindCalculating } from './calculating.server.ts';

export const calculating: Feature = { routes: bindCalculating };
