import type { Feature } from '../../../server/feature.ts';
import { bindReading } from './reading.server.ts';

export const reading: Feature = { routes: bindReading };
