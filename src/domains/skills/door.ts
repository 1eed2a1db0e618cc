import type { Capability } from '../domain.ts';

/** What other domains may import from `skills`. */
export const door: readonly Capability[] = [
  {
    what: 'How a child reads, calculates and writes, in one sentence each',
    files: ['lines/lines.server.ts'],
  },
];
