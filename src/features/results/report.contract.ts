import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath, moment } from '../../shared/fields.ts';
import { DISCIPLINES, GENDERS } from '../../shared/words.ts';
import { comparisonMark, nextStep } from './results.contract.ts';

/** How far back the dashboard looks: 30 days, 90 days, or since the school year began. */
export const period = z.enum(['month', 'quarter', 'year']);

/** How a discipline goes: how many tests, and their mean score in whole percent. */
const disciplineMean = z.object({ discipline: z.enum(DISCIPLINES), tests: z.int(), mean: z.int() });

export const childPerformance = z.object({
  childId: z.int(),
  /** Weakest first; empty when nothing was done in the period. */
  disciplines: z.array(disciplineMean),
});
export type ChildPerformance = z.output<typeof childPerformance>;

const themeMean = z.object({ discipline: z.enum(DISCIPLINES), theme: z.string(), tests: z.int(), mean: z.int() });

/** A trimester's figures; no mean where there was no test. */
const trimesterMean = z.object({ tests: z.int(), mean: z.int().nullable() });

export const childReport = z.object({
  child: z.object({
    id: z.int(),
    fullName: z.string(),
    schoolClass: z.string(),
    school: z.string().nullable(),
    gender: z.enum(GENDERS).nullable(),
    cover: z.int(),
  }),
  /** The last eight tests, the oldest of them first. */
  trend: z.array(
    z.object({
      attemptId: z.int(),
      date: moment,
      discipline: z.enum(DISCIPLINES),
      theme: z.string(),
      score: z.int(),
    }),
  ),
  /** Means of the first and of the last tests of the trend, and how many tests make each. Null below three tests. */
  change: z.object({ from: z.int(), to: z.int(), of: z.int() }).nullable(),
  /** Weakest first, each with what stands beside it for the child's class. */
  disciplines: z.array(disciplineMean.extend({ marks: z.array(comparisonMark) })),
  /** Whether the plan gives real averages for this child. */
  compared: z.boolean(),
  /** Reference marks, in whole percent, until real averages are safe to show. */
  reference: z.object({ school: z.int(), national: z.int() }),
  /** Themes that were tested, and those of the child's class that wait, in the order of the disciplines. */
  themes: z.array(
    z.object({
      discipline: z.enum(DISCIPLINES),
      themes: z.array(
        z.object({
          theme: z.string(),
          tests: z.int(),
          mean: z.int().nullable(),
          mastery: z.enum(['mastered', 'consolidating', 'practising', 'unknown']),
        }),
      ),
    }),
  ),
  /** Right answers per skill category, in the order of the specification. */
  skills: z.array(z.object({ skillCategory: z.string(), correct: z.int(), total: z.int(), share: z.int() })),
  trimesters: z.object({
    /** The year in which the current school year began. */
    schoolYear: z.int(),
    current: z.int(),
    /** One row a discipline; each has the three trimesters in turn. */
    disciplines: z.array(z.object({ discipline: z.enum(DISCIPLINES), trimesters: z.array(trimesterMean) })),
    all: z.array(trimesterMean),
  }),
  /** The strongest theme from 70 % on, and the weakest below it. */
  strength: themeMean.nullable(),
  gap: themeMean.nullable(),
  /** Of the weakest theme's discipline and the child's class. */
  next: nextStep,
});
export type ChildReport = z.output<typeof childReport>;

export const reportContract = {
  'GET /api/children/performance': {
    summary: 'How each of the caller’s children does in each discipline, over a period',
    authz: { allow: ['parent'], owner: 'user' },
    query: z.object({ period: period.default('month') }),
    output: z.array(childPerformance),
  },
  'GET /api/children/:id/report': {
    summary: 'A child’s report: trend, disciplines, themes, skill categories, trimesters, and what to practise next',
    authz: { allow: ['parent'], owner: 'child' },
    params: z.object({ id: idInPath }),
    output: childReport,
  },
} as const satisfies Contract;
