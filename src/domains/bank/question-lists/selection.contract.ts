import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, text } from '../../../shared/fields.ts';
import { LARGEST_WEIGHT, LONGEST, MAX_AT_ONCE, WEIGHT_PROBLEM } from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';
import { chosenIds } from '../authoring/authoring.contract.ts';

const teacher = { allow: ['teacher'], owner: null } as const;

const questionIds = chosenIds(MAX_AT_ONCE);
const changed = z.object({
  /** Number of changed questions. */
  questions: z.int(),
});

export const selectionContract = {
  'PATCH /api/teacher/questions': {
    summary: 'Set the category, weight or objective of several questions, all or none',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    body: z.object({
      questionIds,
      // If absent, the field stays unchanged; null or an empty text removes the category or the objective.
      skillCategory: z.union([z.enum(SKILL_CATEGORIES), z.literal('')], 'Escolha uma das categorias.').nullish(),
      objective: text(LONGEST.objective).nullish(),
      weight: z.int(WEIGHT_PROBLEM).min(1, WEIGHT_PROBLEM).max(LARGEST_WEIGHT, WEIGHT_PROBLEM).optional(),
    }),
    output: changed,
  },
  'POST /api/teacher/questions/move': {
    summary: 'Move questions to the end of another test, all or none; attempts keep the version that they started with',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    body: z.object({ questionIds, testId: id }),
    output: changed,
  },
  'POST /api/teacher/questions/delete': {
    summary: 'Delete several questions, all or none; they can be restored for 30 days',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    body: z.object({ questionIds }),
    output: changed,
  },
} as const satisfies Contract;
