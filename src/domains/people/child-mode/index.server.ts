import type { Feature } from '../../../server/feature.ts';
import { bindChildMode } from './child-mode.server.ts';

export const childMode: Feature = { routes: bindChildMode };
