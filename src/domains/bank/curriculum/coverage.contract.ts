import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, idInPath } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';

const staff = { allow: ['teacher', 'admin'], owner: null } as const;

const sums = z.object({
  objectives: z.int(),
  /** Number of objectives that no question of an active test measures. */
  gaps: z.int(),
  /** Number of objectives with too few questions to judge a child. */
  few: z.int(),
  /** Number of questions of active tests. */
  questions: z.int(),
});

export const coverageContract = {
  'GET /api/teacher/coverage': {
    summary: 'Return the number of questions that measure each objective of a programme, with the totals of its class',
    authz: { ...staff, stepUp: EXEMPT.reads },
    query: z.object({
      discipline: z.enum(DISCIPLINES, 'Escolha uma disciplina.'),
      class: z.enum(TEST_CLASSES, 'Escolha um ano.'),
    }),
    output: z.object({
      /** Objectives of the requested discipline. `active`: number of questions in active tests; `total`: in all tests. */
      objectives: z.array(z.object({ code: z.string(), active: z.int(), total: z.int() })),
      /** Number of questions without an objective in active tests of this discipline and class. */
      without: z.int(),
      /** Sums for every discipline of the class that has a programme, in the usual order. */
      disciplines: z.array(sums.extend({ discipline: z.enum(DISCIPLINES) })),
    }),
  },
  'POST /api/teacher/curriculum/objectives/:id/join': {
    summary: 'Join an objective to another of its programme: move its questions there and delete it',
    authz: { ...staff, stepUp: EXEMPT.bank },
    params: z.object({ id: idInPath }),
    body: z.object({ into: id, revision: z.int('Indique um número inteiro.').optional() }),
    output: z.object({
      /** Number of questions that now measure the other objective. */
      moved: z.int(),
    }),
  },
} as const satisfies Contract;
