import { caller } from '../../../web/call/call.ts';
import type { accountContract } from './account.contract.ts';

/** Calls an endpoint of the account settings. */
export const callAccount = caller<typeof accountContract>();
