import type { Feature } from '../../../server/feature.ts';
import { bindVariants } from './variants.server.ts';

export const variants: Feature = { routes: bindVariants };
