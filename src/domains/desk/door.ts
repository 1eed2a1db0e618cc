import type { Capability } from '../domain.ts';

/** What other domains may import from `desk`. */
export const door: readonly Capability[] = [];
