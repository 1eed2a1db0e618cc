import type { Feature } from '../../../server/feature.ts';
import { bindParcels } from './parcels.server.ts';

export const parcels: Feature = { routes: bindParcels };
