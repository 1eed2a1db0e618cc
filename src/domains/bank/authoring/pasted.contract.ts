import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { hasTooManyTags, MAX_PASTED } from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

// Declared here, where the form is; question-files binds it, because the readers of files convert the text.

const TOO_LARGE = 'O texto colado é demasiado grande.';

export const pastedContract = {
  'POST /api/teacher/pasted': {
    summary: 'Convert HTML pasted from another program to the notation of question texts; stores nothing',
    authz: { allow: ['teacher'], owner: null, stepUp: EXEMPT.reads },
    body: z.object({
      html: z
        .string()
        .max(MAX_PASTED, TOO_LARGE)
        .refine((html) => !hasTooManyTags(html), TOO_LARGE),
    }),
    maxBodyBytes: 4 * MAX_PASTED,
    output: z.object({ text: z.string(), notes: z.array(z.string()) }),
  },
} as const satisfies Contract;
