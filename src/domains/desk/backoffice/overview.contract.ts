import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { backupHealth } from '../operations/database.contract.ts';

/** The total number, and the number added in the period. */
const figure = z.object({ total: z.int(), gained: z.int() });

const overview = z.object({
  days: z.int(),
  at: moment,
  parents: figure,
  children: figure,
  tests: figure,
  /** Kz received in the period, and in the period of the same length before it. */
  revenue: z.object({ received: z.int(), before: z.int() }),
  /** Number of people with a session used within the last hour. */
  activeNow: z.int(),
  /** One entry for each day of the period, in order of time; today is last. */
  daily: z.array(z.object({ date: z.string(), parents: z.int(), children: z.int(), tests: z.int(), revenue: z.int() })),
  /** Children by mark, 0 to 9, 10 to 19 … 90 to 100, in blocks of the averages formed in the period; null where it is not safe to show. */
  scores: z.array(z.int()).nullable(),
  /** Number of mails that should have left. */
  lateMails: z.int(),
  backupHealth,
});
export type Overview = z.output<typeof overview>;

export const overviewContract = {
  'GET /api/admin/overview': {
    summary: 'Return the figures of the overview for the last 7, 30 or 90 days',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object({ days: filter.pipe(z.enum(['7', '30', '90'], 'Indique 7, 30 ou 90.').nullable()) }),
    output: overview,
  },
} as const satisfies Contract;
