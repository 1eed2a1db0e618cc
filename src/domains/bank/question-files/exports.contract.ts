import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, flagInForm, idInPath } from '../../../shared/fields.ts';
import { EXPORT_FORMATS, QUESTION_FORMATS, TWO_WAY_FORMATS } from '../../../shared/questions/question-formats.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;

const EXPORT_SCOPES = ['all', 'filtered', 'selected'] as const;

const unlessFalse = flagInForm.transform((value) => value !== 'false');

const FILES = [...new Set(Object.values(QUESTION_FORMATS).map(({ type }) => type))];

export const exportsContract = {
  'GET /api/teacher/tests/:id/export': {
    summary:
      'Export the questions of a test as a file that can be imported again, or as a printed test with its answer sheet',
    authz: { ...staff, stepUp: EXEMPT.reads },
    params: z.object({ id: idInPath }),
    query: z.object({
      format: z
        .enum(EXPORT_FORMATS, 'Escolha um dos formatos.')
        .optional()
        .transform((value) => value ?? 'json'),
      scope: z
        .enum(EXPORT_SCOPES, 'Escolha o que exportar.')
        .optional()
        .transform((value) => value ?? 'filtered'),
      /** Whether the first row contains the column names. */
      headers: unlessFalse,
      /** Whether to include data about the test: discipline, theme, class and so on. */
      metadata: unlessFalse,
      /** The filters set on the screen, for the scope `filtered`. */
      search: filter,
      category: filter,
      /** Ids separated by commas, for the scope `selected`. */
      ids: z
        .string()
        .max(12_000, 'Escolheu questões a mais: exporte todas.')
        .regex(/^(\d{1,9}(,\d{1,9})*)?$/, 'Indique números separados por vírgulas.')
        .optional()
        .transform((value) => (value ? value.split(',').map(Number) : [])),
    }),
    output: z.null(),
    file: FILES,
    longest: 30,
  },
  'GET /api/teacher/export': {
    summary: 'Export the whole bank as one archive with a JSON file for each test, which can be imported again',
    authz: { ...staff, stepUp: EXEMPT.reads },
    output: z.null(),
    file: ['application/zip'],
    longest: 30,
  },
  'GET /api/teacher/templates/:format': {
    summary: 'Download a template with two example questions',
    authz: { ...staff, stepUp: EXEMPT.reads },
    params: z.object({ format: z.enum(TWO_WAY_FORMATS) }),
    output: z.null(),
    file: FILES,
  },
} as const satisfies Contract;
