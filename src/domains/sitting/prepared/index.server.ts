import type { Feature } from '../../../server/feature.ts';
import { bindPrepared } from './prepared.server.ts';

export const prepared: Feature = { routes: bindPrepared };
