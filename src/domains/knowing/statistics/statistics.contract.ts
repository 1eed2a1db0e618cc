import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';

const share = z.number().min(0).max(1);

/** How often an error with a name was shown, of the answers that could show it; the share is null below ten answers. */
export const errorFigures = z.object({
  /** Id in `content/misconceptions.yaml`. */
  id: z.string(),
  /** Completes "O João …". */
  name: z.string(),
  example: z.string(),
  helps: z.string(),
  shown: z.int(),
  answers: z.int(),
  share: share.nullable(),
});
export type ErrorFigures = z.output<typeof errorFigures>;

/** Figures of one question from its attempts. Figures with too few attempts are null. */
export const questionStatistics = z.object({
  id: z.int(),
  position: z.int(),
  statement: z.string(),
  statementHtml: z.string().optional(),
  correctAnswer: z.string(),
  /** Number of valid attempts that asked it in any test, the number of these tests, and the number of attempts in each third. */
  attempts: z.int(),
  tests: z.int(),
  thirds: z.object({ top: z.int(), middle: z.int(), bottom: z.int() }),
  /** Number of attempts that answered it, and that left it out. */
  answered: z.int(),
  omitted: z.int(),
  /** Share of right answers among all attempts, with its 95 % interval. */
  facility: share.nullable(),
  interval: z.tuple([share, share]).nullable(),
  /**
   * The calibrated difficulty compared with the author's, and whether the question fits the model; in words, over all tests that ask it.
   */
  calibrated: z.object({ answers: z.int(), difficulty: z.string(), fits: z.boolean().nullable(), fit: z.string() }),
  /** Correlation with the points in the other questions, −1 … 1. */
  discrimination: z.number().nullable(),
  meanSeconds: z.number().nullable(),
  choices: z.array(
    z.object({
      letter: z.string(),
      text: z.string(),
      /** The error that the alternative shows, completing "O João …"; null if none with a name. */
      error: z.string().nullable(),
      count: z.int(),
      /** In each third; an attempt on the border of two thirds counts in part for both. */
      top: z.number(),
      middle: z.number(),
      bottom: z.number(),
    }),
  ),
  /** Of a question that is answered in writing: the ten values written most often in this test, and how often. */
  written: z.array(z.object({ text: z.string(), count: z.int(), right: z.boolean() })).optional(),
  flags: z.array(z.object({ kind: z.string(), letter: z.string().optional(), text: z.string() })),
});

const testStatistics = z.object({
  testId: z.int(),
  test: testCard.pick({ discipline: true, theme: true, form: true, schoolClass: true }),
  /** Number of valid attempts at the current questions. */
  attempts: z.int(),
  /**
   * Number of attempts at versions with another question, key or weight: they count for the unchanged questions, but not for the whole
   * test.
   */
  attemptsBefore: z.int(),
  /** Number of attempts missing until the next figures are shown; 0 when all are shown. */
  missingForFacility: z.int(),
  missingForDiscrimination: z.int(),
  mean: z.number().nullable(),
  spread: z.number().nullable(),
  alpha: z.number().nullable(),
  error: z.number().nullable(),
  /** The errors that its alternatives show, most frequent first, with the positions of their questions. */
  errors: z.array(errorFigures.extend({ positions: z.array(z.int()) })),
  questions: z.array(questionStatistics),
});
export type TestStatistics = z.output<typeof testStatistics>;

export const statisticsContract = {
  'GET /api/teacher/tests/:id/statistics': {
    summary: 'Return the statistics of a test and of each of its questions, without names',
    stale: true,
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: testStatistics,
    longest: 40,
  },
  'GET /api/teacher/tests/:id/statistics/file': {
    summary: 'Export the statistics of a test as a table with a row for each question',
    stale: true,
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['text/csv'],
    longest: 40,
  },
} as const satisfies Contract;
