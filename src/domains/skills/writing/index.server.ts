import type { Feature } from '../../../server/feature.ts';
import { bindWriting } from './writing.server.ts';

export const writing: Feature = { routes: bindWriting };
