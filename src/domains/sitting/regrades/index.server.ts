import type { Feature } from '../../../server/feature.ts';
import { bindRegrade } from './regrade.server.ts';

export const regrades: Feature = { routes: bindRegrade };
