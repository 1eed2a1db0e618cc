import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';

const themeForms = testCard.pick({ discipline: true, theme: true, schoolClass: true }).extend({
  /** The tests of the theme by letter, the active ones first. */
  forms: z.array(
    testCard.pick({ id: true, form: true, active: true, questionCount: true }).extend({
      /** Valid attempts; mean and standard deviation of their marks, in percent, from ten attempts on. */
      attempts: z.int(),
      mean: z.int().nullable(),
      spread: z.int().nullable(),
    }),
  ),
  /** What the questions measure, with the number of questions in each form, in the order of `forms`. */
  blueprint: z.array(
    z.object({
      kind: z.enum(['objective', 'category', 'difficulty']),
      name: z.string(),
      /** Text of an objective. */
      text: z.string().nullable(),
      counts: z.array(z.int()),
    }),
  ),
});
export type ThemeForms = z.output<typeof themeForms>;

export const formsContract = {
  'GET /api/teacher/tests/:id/forms': {
    summary: 'Compare the forms of a test’s theme: their marks, and what their questions measure',
    authz: { allow: ['teacher', 'admin'], owner: null, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    output: themeForms,
  },
} as const satisfies Contract;
