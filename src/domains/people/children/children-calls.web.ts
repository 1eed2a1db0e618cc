import { caller } from '../../../web/call/call.ts';
import type { childrenContract } from './children.contract.ts';

export const callChildren = caller<typeof childrenContract>();

/** Invalidated after a change, because they contain names and classes. */
export const ABOUT_CHILDREN = [
  '/api/children',
  '/api/recent-tests',
  '/api/tests',
  '/api/attempts',
  '/api/notifications',
] as const;
