import type { Feature } from '../../../server/feature.ts';
import { bindChildErrors } from './child-errors.server.ts';

export const childErrors: Feature = { routes: bindChildErrors };
