import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';

/** Tests of one class, discipline or province. Marks are sums of whole blocks of the averages (decision 0008), so that no subtraction gives a child's. */
const group = z.object({
  name: z.string(),
  tests: z.int(),
  /** Mean of the children; null where it is not safe to show. */
  mean: z.int().nullable(),
  /** Percentage of the children with 70 or more; null where it is not safe to show. */
  reached: z.int().nullable(),
});
export type Group = z.output<typeof group>;

const statistics = z.object({
  days: z.int(),
  tests: z.int(),
  /** Tests by day, in order of time; for a year by week, named by its first day. */
  daily: z.array(z.object({ date: z.string(), tests: z.int() })),
  /** Children by mark: 0 to 9 … 90 to 100; null where it is not safe to show. */
  scores: z.array(z.int()).nullable(),
  classes: z.array(group),
  disciplines: z.array(group),
  provinces: z.array(group),
});
export type Statistics = z.output<typeof statistics>;

export const statisticsContract = {
  'GET /api/admin/statistics': {
    summary:
      'Tests per day, and marks by class, discipline and province, which are sums of whole blocks of the averages',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object({
      days: filter.pipe(z.enum(['30', '90', '365'], 'Indique 30, 90 ou 365.').nullable()),
      discipline: filter.pipe(z.enum(DISCIPLINES, 'Esta disciplina não existe.').nullable()),
      class: filter.pipe(z.enum(TEST_CLASSES, 'Este ano não existe.').nullable()),
      province: filter,
    }),
    output: statistics,
    longest: 20,
  },
} as const satisfies Contract;
