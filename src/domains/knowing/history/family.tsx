import { reader } from '../../../web/call/api.ts';
import type { historyContract } from './history.contract.ts';

const useRead = reader<typeof historyContract>();

/** Returns the caller's children with their figures, which every screen about a child needs, without archived ones. */
export function useFamily() {
  return useRead('GET /api/children', {});
}
