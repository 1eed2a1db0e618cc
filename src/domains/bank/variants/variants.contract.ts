import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { CHILD_CLASSES } from '../../../shared/words.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;
const params = z.object({ key: z.string().regex(/^[a-z0-9-]{1,80}$/, 'Indique um modelo.') });

const listed = z.object({
  key: z.string(),
  name: z.string(),
  schoolClass: z.enum(CHILD_CLASSES),
  objective: z.string(),
  /** Whether practice uses the template. */
  active: z.boolean(),
});
export type ListedTemplate = z.output<typeof listed>;

const previewed = z.object({
  seed: z.int(),
  statement: z.string(),
  statementHtml: z.string().optional(),
  alternatives: z.array(
    z.object({
      text: z.string(),
      html: z.string().optional(),
      /** The error of a child who chooses the alternative; null for the right one. */
      misconception: z.string().nullable(),
    }),
  ),
  explanation: z.string(),
  explanationHtml: z.string().optional(),
});

export const variantsContract = {
  'GET /api/teacher/variants': {
    summary: 'List the templates from which practice generates questions with new numbers, by class',
    authz: { ...staff, stepUp: EXEMPT.reads },
    output: z.array(listed),
  },
  'GET /api/teacher/variants/:key': {
    summary: 'Return a template with ten variants, their keys and the misconception behind each wrong alternative',
    authz: { ...staff, stepUp: EXEMPT.reads },
    params,
    output: listed.extend({ variants: z.array(previewed) }),
  },
  'PUT /api/teacher/variants/:key': {
    summary: 'Exclude a template from practice, or include it again; safe to repeat',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    body: z.object({ active: z.boolean('Indique se o modelo se usa.') }),
    output: listed,
  },
} as const satisfies Contract;
