import type { Feature } from '../../../server/feature.ts';
import { bindPractice } from './practice.server.ts';

export const practice: Feature = { routes: bindPractice };
