import { reader } from '../../web/api.ts';
import type { resultsContract } from '../results/results.contract.ts';

const useRead = reader<typeof resultsContract>();

/** The caller's children with their figures, as every screen about a child needs them. Only those not archived. */
export function useFamily() {
  return useRead('GET /api/children', {});
}
