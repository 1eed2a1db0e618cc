import type { Feature } from '../../../server/feature.ts';
import { bindLines } from './lines.server.ts';

export const lines: Feature = { routes: bindLines };
