import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, idInPath, paging } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';
import { familyContract } from '../../people/children/family.contract.ts';
import { attempt } from '../../sitting/attempts/attempts.contract.ts';
import { childName } from '../results/results.contract.ts';

/** One row of recent tests and of the history. */
const recentTest = z.object({
  attempt,
  child: childName,
  test: testCard.pick({ id: true, discipline: true, theme: true, schoolClass: true, difficultyLevel: true }),
  /** 1 when the child took this test for the first time, 2 the second time. */
  time: z.int(),
  /** Right answers, questions, and the weighted percentage. Null until it is graded. */
  score: z.object({ value: z.int(), total: z.int(), percentage: z.int() }).nullable(),
  /** Given too quickly to count: *a lápis*. */
  lowEffort: z.boolean(),
});
export type RecentTest = z.output<typeof recentTest>;

/** How far back a history looks: 30 days, 90 days, or since the school year began. */
const historyPeriod = z
  .enum(['month', 'quarter', 'year', 'todos', 'todas', ''], 'Indique month, quarter ou year.')
  .optional()
  .transform((value) => (value === 'month' || value === 'quarter' || value === 'year' ? value : null));

/** How far back the dashboard looks: 30 days, 90 days, or since the school year began. */
const period = z.enum(['month', 'quarter', 'year']);

/** How a discipline goes: how many tests, and their mean score in whole percent. */
export const disciplineMean = z.object({ discipline: z.enum(DISCIPLINES), tests: z.int(), mean: z.int() });

const childPerformance = z.object({
  childId: z.int(),
  /** Weakest first; empty when nothing was done in the period. */
  disciplines: z.array(disciplineMean),
});
export type ChildPerformance = z.output<typeof childPerformance>;

export const historyContract = {
  ...familyContract,
  'GET /api/recent-tests': {
    summary: 'List the attempts of the caller’s children, newest first',
    authz: { allow: ['parent'], owner: 'attempt' },
    query: z.object({ childId: idInPath.optional(), discipline: filter, period: historyPeriod, ...paging }),
    output: z.array(recentTest),
  },
  'GET /api/children/performance': {
    summary:
      'Return the number of tests and the mean score of each of the caller’s children by discipline, over a period',
    authz: { allow: ['parent'], owner: 'user' },
    query: z.object({ period: period.default('month') }),
    output: z.array(childPerformance),
  },
} as const satisfies Contract;
