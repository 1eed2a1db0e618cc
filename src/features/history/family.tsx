import { queries, reader } from '../../web/api.ts';
import type { historyContract } from './history.contract.ts';

const useRead = reader<typeof historyContract>();

/**
 * The caller's children with their figures, as every screen about a child needs them. Only those not archived.
 *
 * @param figures false on a screen that shows none of the figures: what is known is then good enough, and is read again where they are
 *   shown.
 */
export function useFamily(figures = true) {
  const isKnown = queries.getQueryData(['/api/children']) !== undefined;
  return useRead('GET /api/children', {}, { enabled: figures || !isKnown });
}
