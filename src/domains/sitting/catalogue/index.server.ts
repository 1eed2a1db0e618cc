import type { Feature } from '../../../server/feature.ts';
import { bindCatalogue } from './catalogue.server.ts';

export const catalogue: Feature = { routes: bindCatalogue };
