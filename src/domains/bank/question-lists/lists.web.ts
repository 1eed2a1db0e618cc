import { caller } from '../../../web/call/call.ts';
import { pager } from '../../../web/call/pager.ts';
import type { deletedContract } from './deleted.contract.ts';
import type { selectionContract } from './selection.contract.ts';

export const callSelection = caller<typeof selectionContract>();
export const useDeletedPages = pager<typeof deletedContract>();
export const callDeleted = caller<typeof deletedContract>();
