import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath, optionalText, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;

const objective = z.object({
  id,
  /** Never changes: MAT4.6.1. Questions refer to it. */
  code: z.string(),
  text: z.string(),
  /** Increases with every change. It is sent with a change, so that two people do not overwrite each other's work. */
  revision: z.int(),
});
export type Objective = z.output<typeof objective>;

const theme = z.object({
  id,
  code: z.string(),
  theme: z.string(),
  /** What is taught, in the words of the programme; may be empty. */
  content: z.string(),
  revision: z.int(),
  objectives: z.array(objective),
});
export type Theme = z.output<typeof theme>;

const DISCIPLINE = 'Escolha uma disciplina.';
const CLASS = 'Escolha um ano.';
const plan = { discipline: z.enum(DISCIPLINES, DISCIPLINE), class: z.enum(TEST_CLASSES, CLASS) };

const revision = z.int('Indique um número inteiro.').optional();
/** The same for query strings, where every value is text. */
const revisionInQuery = z
  .string()
  .regex(/^\d{1,9}$/, 'Indique um número inteiro.')
  .transform(Number)
  .optional();
const themeFields = {
  theme: text(160, 1, 'Escreva o nome do tema.'),
  content: optionalText(1000).optional(),
};
const objectiveText = text(400, 1, 'Escreva o objectivo.');
const ids = z
  .array(id, 'Indique a nova ordem.')
  .min(1, 'Indique a nova ordem.')
  .max(200, 'A ordem tem números a mais.');
const params = z.object({ id: idInPath });

export const curriculumContract = {
  'GET /api/teacher/curriculum': {
    summary: 'Return the programme of a discipline in a class: its themes and their objectives, in order',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object(plan),
    output: z.object({
      discipline: plan.discipline,
      schoolClass: plan.class,
      themes: z.array(theme),
    }),
  },
  'GET /api/teacher/curriculum/file': {
    summary:
      'Export the programme of a class as a document to print or as a table; all disciplines unless one is named',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({
      class: plan.class,
      discipline: z.union([plan.discipline, z.literal('')], DISCIPLINE).optional(),
      format: z.enum(['pdf', 'csv'], 'Escolha um dos formatos.'),
    }),
    output: z.null(),
    file: ['application/pdf', 'text/csv'],
  },
  'POST /api/teacher/curriculum/themes': {
    summary: 'Add a theme at the end of a programme; the server assigns its code',
    authz: { ...staff, stepUp: EXEMPT.bank },
    body: z.object({ discipline: plan.discipline, schoolClass: plan.class, ...themeFields }),
    output: theme,
    status: 201,
  },
  'PUT /api/teacher/curriculum/themes/:id': {
    summary: 'Change the name and the content of a theme',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    body: z.object({ ...themeFields, revision }),
    output: theme,
  },
  'DELETE /api/teacher/curriculum/themes/:id': {
    summary: 'Delete a theme with its objectives; 409 while questions measure one of them',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    query: z.object({ revision: revisionInQuery }),
    output: z.null(),
    status: 204,
  },
  'PUT /api/teacher/curriculum/order': {
    summary: 'Set the order of a programme’s themes; needs the ids of all of them',
    authz: { ...staff, stepUp: EXEMPT.bank },
    body: z.object({ discipline: plan.discipline, schoolClass: plan.class, themeIds: ids }),
    output: z.array(theme),
  },
  'POST /api/teacher/curriculum/themes/:id/objectives': {
    summary: 'Add an objective at the end of a theme; the server assigns its code',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    body: z.object({ text: objectiveText }),
    output: objective,
    status: 201,
  },
  'PUT /api/teacher/curriculum/themes/:id/order': {
    summary: 'Set the order of a theme’s objectives; needs the ids of all of them',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    body: z.object({ objectiveIds: ids }),
    output: theme,
  },
  'PUT /api/teacher/curriculum/objectives/:id': {
    summary: 'Change an objective, or move it to another theme of its programme; its code does not change',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    body: z.object({ text: objectiveText, themeId: id.optional(), revision }),
    output: objective,
  },
  'DELETE /api/teacher/curriculum/objectives/:id': {
    summary: 'Delete an objective; 409 while questions measure it',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params,
    query: z.object({ revision: revisionInQuery }),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
