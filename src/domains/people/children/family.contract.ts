import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { child } from './children.contract.ts';

/** Whole percentages over completed attempts; null when there is none. */
const childStats = z.object({
  overallProgress: z.int().nullable(),
  testsCompleted: z.int(),
  correctPercentage: z.int().nullable(),
  incorrectPercentage: z.int().nullable(),
  /** Of questions left without an answer, which are not wrong ones. */
  unansweredPercentage: z.int().nullable(),
  /** Rehearsals of the exam, which enter none of the figures above, and their mean in whole percent. */
  rehearsals: z.object({ tests: z.int(), mean: z.int().nullable() }),
});

const childWithStats = child.extend({
  stats: childStats,
  /** Those of the attempts in its history. */
  disciplines: z.array(z.enum(DISCIPLINES)),
  /** Whether the family's plan covers this child now. */
  covered: z.boolean(),
  /** When it will be erased; null unless the parent asked for it. */
  deletionAt: moment.nullable(),
});
export type ChildWithStats = z.output<typeof childWithStats>;

/** Bound by `history`, which has the figures. */
export const familyContract = {
  'GET /api/children': {
    summary: 'List the caller’s active children with their figures, or the archived ones with ?archived=true',
    authz: { allow: ['parent'], owner: 'child' },
    query: z.object({ archived: z.enum(['true', 'false'], 'Indique true ou false.').optional() }),
    output: z.array(childWithStats),
  },
} as const satisfies Contract;
