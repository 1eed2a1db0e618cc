import type { Feature } from '../../../server/feature.ts';
import { bindChildHome } from './child-home.server.ts';

export const childHome: Feature = {
  routes: bindChildHome,
};
