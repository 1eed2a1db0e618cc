import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { filter, idInPath, paging } from '../../shared/fields.ts';
import { attempt } from '../attempts/attempts.contract.ts';
import { child } from '../children/children.contract.ts';
import { presentedQuestion, testCard } from '../tests/tests.contract.ts';

/** Whole percentages over completed attempts; null when there is none. */
export const childStats = z.object({
  overallProgress: z.int().nullable(),
  testsCompleted: z.int(),
  correctPercentage: z.int().nullable(),
  incorrectPercentage: z.int().nullable(),
});

export const childWithStats = child.extend({
  stats: childStats,
  /** Whether the family's plan covers this child now. */
  covered: z.boolean(),
});
export type ChildWithStats = z.output<typeof childWithStats>;

const childName = z.object({ id: z.int(), fullName: z.string(), schoolClass: z.string(), cover: z.int() });

/** One row of recent tests and of the history. */
export const recentTest = z.object({
  attempt,
  child: childName,
  test: testCard.pick({ id: true, discipline: true, theme: true, schoolClass: true, difficultyLevel: true }),
  /** Right answers, questions, and the weighted percentage. Null until it is graded. */
  score: z.object({ value: z.int(), total: z.int(), percentage: z.int() }).nullable(),
});
export type RecentTest = z.output<typeof recentTest>;

/** A question in a result. Key, explanation and verdict only once the attempt is completed. */
export const reviewedQuestion = presentedQuestion.extend({
  correctAnswer: z.string().optional(),
  explanation: z.string().nullable().optional(),
  explanationHtml: z.string().optional(),
});

export const attemptResult = z.object({
  attempt,
  child: childName,
  test: testCard.extend({ questions: z.array(reviewedQuestion) }),
  answers: z.array(
    z.object({
      questionId: z.int(),
      selectedAnswer: z.string(),
      isCorrect: z.boolean().optional(),
      responseTime: z.int().nullable(),
    }),
  ),
  /** Null until graded. */
  result: z
    .object({
      value: z.int(),
      total: z.int(),
      percentage: z.int(),
      /** Some questions weigh more than others: the percentage is then not value ÷ total. */
      weighted: z.boolean(),
      /** Right answers per skill category, in the order of the specification. */
      skills: z.array(z.object({ skillCategory: z.string(), correct: z.int(), total: z.int() })),
      /** Reference marks, in whole percent, until real averages are safe to show. */
      reference: z.object({ school: z.int(), national: z.int() }),
    })
    .nullable(),
});
export type AttemptResult = z.output<typeof attemptResult>;

export const resultsContract = {
  'GET /api/children': {
    summary: 'The caller’s children with their figures',
    authz: { allow: ['parent'], owner: 'child' },
    output: z.array(childWithStats),
  },
  'GET /api/recent-tests': {
    summary: 'Attempts of the caller’s children, newest first',
    authz: { allow: ['parent'], owner: 'attempt' },
    query: z.object({ childId: idInPath.optional(), discipline: filter, ...paging }),
    output: z.array(recentTest),
  },
  'GET /api/attempts/:id': {
    summary: 'An attempt with its answers and its test; the key only after completion',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: attemptResult,
  },
} as const satisfies Contract;
