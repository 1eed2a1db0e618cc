import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { flag, moment } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { child } from './children.contract.ts';

/**
 * What a child's last three tests that count say: *the* figure of a child, which every screen, file and mail shows. Made by
 * `knowing/progress/child-now.rules.ts`.
 */
export const childNow = z.object({
  /** The newest first; three at most. */
  tests: z.array(
    z.object({
      attemptId: z.int(),
      date: moment,
      discipline: z.enum(DISCIPLINES),
      theme: z.string(),
      score: z.int(),
    }),
  ),
  /** Questions answered right, and of all, in these tests. */
  right: z.int(),
  asked: z.int(),
  /** The share of right answers as a whole percentage; null without a test. It is an average only from three tests on. */
  percentage: z.int().nullable(),
  /** The same for the three tests before these; null if there are fewer. */
  before: z.int().nullable(),
  /** Whether the difference is more than chance; null without `before`. */
  direction: z.enum(['up', 'down', 'none']).nullable(),
  /** Number of tests since the first of these that were answered too quickly to count. */
  hurried: z.int(),
  /** Whether these are tests of another class than the child's, because none of its own counts yet. */
  otherClass: z.boolean(),
});
export type ChildNow = z.output<typeof childNow>;

/** Whole percentages; null when there is no test. */
const childStats = z.object({
  /** The percentage of `now`. */
  overallProgress: z.int().nullable(),
  /** Number of all tests that count. */
  testsCompleted: z.int(),
  /** Over the tests of `now`. */
  correctPercentage: z.int().nullable(),
  incorrectPercentage: z.int().nullable(),
  /** Of questions left without an answer, which are not wrong ones. */
  unansweredPercentage: z.int().nullable(),
  /** Rehearsals of the exam, which enter none of the figures above, and their mean in whole percent. */
  rehearsals: z.object({ tests: z.int(), mean: z.int().nullable() }),
  now: childNow,
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
    query: z.object({ archived: flag }),
    output: z.array(childWithStats),
  },
} as const satisfies Contract;
