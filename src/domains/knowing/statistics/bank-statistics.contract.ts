import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, paging } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';
import { errorFigures, questionStatistics } from './statistics.contract.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;

/** Combined figures of the valid attempts at some tests. */
const figures = z.object({
  tests: z.int(),
  questions: z.int(),
  /** Number of valid attempts that asked at least one of the test's current questions. */
  attempts: z.int(),
  /** Questions answered in them. */
  answers: z.int(),
  /** Questions by number of attempts: none; 1 to 9, counts only; 10 to 29, facility; 30 or more, discrimination too. */
  none: z.int(),
  few: z.int(),
  some: z.int(),
  enough: z.int(),
  /** Share of right answers over the questions that a test asked ten times or more, unanswered counted as wrong; null without one. */
  facility: z.number().min(0).max(1).nullable(),
  /** Questions that a teacher should review. */
  flagged: z.int(),
});
export type BankFigures = z.output<typeof figures>;

/** A discipline in a class. */
const bankGroup = figures.extend({ discipline: z.enum(DISCIPLINES), schoolClass: z.enum(TEST_CLASSES) });
export type BankGroup = z.output<typeof bankGroup>;

/** A question with statistics, and its test. */
const flaggedQuestion = questionStatistics
  .pick({
    id: true,
    position: true,
    statement: true,
    statementHtml: true,
    facility: true,
    interval: true,
    discrimination: true,
    flags: true,
  })
  .extend({
    attempts: z.int(),
    test: testCard.pick({ id: true, discipline: true, theme: true, form: true, schoolClass: true, active: true }),
  });
export type FlaggedQuestion = z.output<typeof flaggedQuestion>;

/** An error, with the number of tests that can show it. */
const bankError = errorFigures.extend({ tests: z.int() });
export type BankError = z.output<typeof bankError>;

export const bankStatisticsContract = {
  'GET /api/teacher/statistics': {
    summary:
      'Return the bank’s numbers of questions, attempts and flagged questions, in total and by discipline and class',
    authz: { ...staff, stepUp: EXEMPT.reads },
    output: figures.extend({ groups: z.array(bankGroup) }),
  },
  'GET /api/teacher/statistics/file': {
    summary: 'Export the figures of the bank as a table with a row for each class and discipline',
    authz: { ...staff, stepUp: EXEMPT.reads },
    output: z.null(),
    file: ['text/csv'],
  },
  'GET /api/teacher/statistics/errors': {
    summary:
      'Return the errors with a name that the answers to the bank’s tests of Matemática show, most frequent first',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({ class: filter }),
    output: z.array(bankError),
  },
  'GET /api/teacher/statistics/questions': {
    summary: 'List the questions of the bank that need attention, the most serious first',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({ discipline: filter, class: filter, ...paging }),
    output: z.array(flaggedQuestion),
  },
} as const satisfies Contract;
