import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { pager } from '../../../web/call/pager.ts';
import type { authoringContract } from './authoring.contract.ts';
import type { themesContract } from './themes/themes.contract.ts';

// Code that the teachers' screens share: their calls, and the cached lists that a change invalidates.

export const useTeaching = reader<typeof authoringContract>();
export const useTeachingPages = pager<typeof authoringContract>();
export const useThemePages = pager<typeof themesContract>();
export const callTeaching = caller<typeof authoringContract>();

/** Invalidates everything that was read of the bank, because every change is visible in several lists. */
export const refreshBank = () =>
  refresh(
    '/api/teacher/tests',
    '/api/teacher/themes',
    '/api/teacher/questions',
    '/api/teacher/coverage',
    '/api/teacher/deleted',
    '/api/teacher/statistics',
  );
