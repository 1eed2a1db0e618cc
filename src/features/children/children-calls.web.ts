import { caller } from '../../web/call.ts';
import type { childrenContract } from './children.contract.ts';

export const callChildren = caller<typeof childrenContract>();

/** What is read anew after a change: names and classes stand in these too. */
export const ABOUT_CHILDREN = [
  '/api/children',
  '/api/recent-tests',
  '/api/tests',
  '/api/attempts',
  '/api/notifications',
] as const;
