import type { Capability } from '../domain.ts';

/** What other domains may import from `skills`. */
export const door: readonly Capability[] = [];
