import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';

const begun = z.object({
  childId: z.int(),
  firstName: z.string(),
  kind: z.enum(['test', 'rehearsal', 'diagnostic']),
  /** Null for a diagnostic. */
  testId: z.int().nullable(),
  discipline: z.enum(DISCIPLINES),
  /** The test's theme; null for a diagnostic. */
  theme: z.string().nullable(),
  /** When its time is over. */
  deadline: moment,
});

export const begunContract = {
  'GET /api/begun': {
    summary: 'List what the caller’s children have begun and can go on with, what ends first coming first',
    authz: { allow: ['parent'], owner: 'user', childMode: 'open' },
    output: z.array(begun),
  },
} as const satisfies Contract;
