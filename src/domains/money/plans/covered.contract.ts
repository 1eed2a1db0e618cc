import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, moment } from '../../../shared/fields.ts';
import { CHILD_CLASSES } from '../../../shared/words.ts';

const place = z.object({
  id: z.int(),
  fullName: z.string(),
  schoolClass: z.enum(CHILD_CLASSES),
  /** Colour of the booklet, 1 to 6. */
  cover: z.int(),
  /** False for an archived child that still holds a place. */
  active: z.boolean(),
  covered: z.boolean(),
  /** Until when the child holds its place because it had a test under the plan; null if it does not hold one. */
  heldUntil: moment.nullable(),
});

const coveredChildren = z.object({
  /** Number of children that the current plan covers; 0 for "Essencial". */
  places: z.int(),
  /** In the order in which the plan covers them. */
  children: z.array(place),
  /** From when a place may again be taken from a child that holds it; null if it may be now. */
  swapFrom: moment.nullable(),
});
export type CoveredChildren = z.output<typeof coveredChildren>;

export const coveredContract = {
  'GET /api/covered-children': {
    summary: 'List the children that the plan covers, and those whose place may be given to another child',
    authz: { allow: ['parent'], owner: null },
    output: coveredChildren,
  },
  'PUT /api/covered-children': {
    summary:
      'Choose the children that the plan covers; free places go to the oldest entries. 409 if a child that holds its place would lose it and another did in the last 30 days',
    authz: { allow: ['parent'], owner: 'child' },
    body: z.object({
      childIds: z
        .array(id, 'Escolha as crianças neste plano.')
        .min(1, 'Escolha pelo menos uma criança.')
        .max(12, 'Escolha no máximo 12 crianças.'),
    }),
    output: coveredChildren,
  },
} as const satisfies Contract;
