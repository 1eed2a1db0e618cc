import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, moment, paging } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';

/** A question's calibration and its use in diagnostics. */
const calibratedQuestion = z.object({
  id: z.int(),
  position: z.int(),
  statement: z.string(),
  statementHtml: z.string().optional(),
  test: testCard.pick({ id: true, discipline: true, theme: true, form: true, schoolClass: true }),
  /** The author's difficulty, 1 to 5. */
  author: z.int().nullable(),
  /** Number of answers used. */
  answers: z.int(),
  difficulty: z.string(),
  /** Null if there are too few answers. */
  fits: z.boolean().nullable(),
  fit: z.string(),
  /** Number of diagnostics in which it was asked. */
  uses: z.int(),
});
export type CalibratedRow = z.output<typeof calibratedQuestion>;

/** The calibration of a discipline. */
const calibration = z.object({
  discipline: z.string(),
  answers: z.int(),
  children: z.int(),
  calibratedAt: moment.nullable(),
  diagnostics: z.int(),
  /** How much harder questions are that were asked both ways if they are written, in logits; null if there are none. */
  writing: z.object({ questions: z.int(), harder: z.number(), standardError: z.number().nullable() }).nullable(),
});
export type Calibration = z.output<typeof calibration>;

export const calibrationContract = {
  'GET /api/teacher/calibration': {
    summary: 'Return when each discipline was calibrated, from how many answers, and the number of its diagnostics',
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    output: z.array(calibration),
  },
  'GET /api/teacher/calibration/questions': {
    summary:
      'List the calibrated difficulty and fit of questions, and how often diagnostics asked them; misfits first, then the most used',
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    /** `show`: 'misfits', 'used', or all. */
    query: z.object({ discipline: filter, class: filter, show: filter, ...paging }),
    output: z.array(calibratedQuestion),
  },
} as const satisfies Contract;
