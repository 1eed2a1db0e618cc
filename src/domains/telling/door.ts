import type { Capability } from '../domain.ts';

/** What other domains may import from `telling`. */
export const door: readonly Capability[] = [
  {
    what: 'News to families',
    files: ['notifications/news.contract.ts'],
  },
];
