import { reader } from '../../web/api.ts';
import type { historyContract } from './history.contract.ts';

const useRead = reader<typeof historyContract>();

/** The caller's children with their figures, as every screen about a child needs them. Only those not archived. */
export function useFamily() {
  return useRead('GET /api/children', {});
}
