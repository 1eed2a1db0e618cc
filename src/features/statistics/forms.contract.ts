import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { idInPath } from '../../shared/fields.ts';
import { testCard } from '../tests/tests.contract.ts';

const themeForms = testCard.pick({ discipline: true, theme: true, schoolClass: true }).extend({
  /** The tests of the theme in the order of their letters, the active ones first. */
  forms: z.array(
    testCard.pick({ id: true, form: true, active: true, questionCount: true }).extend({
      /** Valid attempts; mean and spread of their marks, in per cent, once there are ten. */
      attempts: z.int(),
      mean: z.int().nullable(),
      spread: z.int().nullable(),
    }),
  ),
  /** What the questions measure, with how many of each form do, in the order of `forms`. */
  blueprint: z.array(
    z.object({
      kind: z.enum(['objective', 'category', 'difficulty']),
      name: z.string(),
      /** What an objective says. */
      text: z.string().nullable(),
      counts: z.array(z.int()),
    }),
  ),
});
export type ThemeForms = z.output<typeof themeForms>;

export const formsContract = {
  'GET /api/teacher/tests/:id/forms': {
    summary: 'The forms of a test’s theme side by side: marks, and what their questions measure',
    authz: { allow: ['teacher', 'admin'], owner: null },
    params: z.object({ id: idInPath }),
    output: themeForms,
  },
} as const satisfies Contract;
