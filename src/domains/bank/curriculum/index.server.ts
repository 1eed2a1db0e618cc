import type { Feature } from '../../../server/feature.ts';
import { bindCurriculum } from './curriculum.server.ts';

export const curriculum: Feature = {
  routes: bindCurriculum,
};
