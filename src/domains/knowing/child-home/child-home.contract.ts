import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath } from '../../../shared/fields.ts';
import { DISCIPLINES } from '../../../shared/words.ts';

/** How much of a theme a child sees in its own drawing: what it fails or has forgotten looks as before. */
const grown = z.enum(['knows', 'almost', 'no-data']);

/** A test that the child may start or continue now. */
const offeredTest = z.object({
  testId: z.int(),
  discipline: z.enum(DISCIPLINES),
  theme: z.string(),
  /** Null unless it is of another class than the child's. */
  schoolClass: z.string().nullable(),
});
export type OfferedTest = z.output<typeof offeredTest>;

const childHome = z.object({
  /** The child's drawing in one discipline: its themes in the order of the curriculum. Null when its class has no curriculum. */
  drawing: z
    .object({
      discipline: z.enum(DISCIPLINES),
      states: z.array(grown),
      /** Index of the theme that comes next; null if nothing is suggested. */
      next: z.int().nullable(),
    })
    .nullable(),
  /** The tests that come next, at most three, of the themes that the child has not tried or does not know yet. */
  suggested: z.array(offeredTest),
  /** Disciplines with a test that the child may take now. */
  disciplines: z.array(z.enum(DISCIPLINES)),
  /** Rehearsals of the national exam that the child may take now, one for each discipline. */
  rehearsals: z.array(offeredTest),
  /** With `discipline`: its tests, in the order of the curriculum. */
  tests: z.array(
    offeredTest.extend({
      grown,
      next: z.boolean(),
      /** Up to the 3rd class: a drawing of the theme's questions without words, as checked markup; null if there is none. */
      picture: z.string().nullable(),
    }),
  ),
});
export type ChildHome = z.output<typeof childHome>;

export const childHomeContract = {
  'GET /api/children/:id/home': {
    summary: 'Return what a child can do in child mode, without marks',
    authz: { allow: ['parent'], owner: 'child', childMode: { child: 'params.id' } },
    params: z.object({ id: idInPath }),
    query: z.object({
      /** The discipline whose tests and drawing are returned; otherwise the drawing is that of the next theme. */
      discipline: z.enum(DISCIPLINES, 'Escolha a disciplina.').optional(),
    }),
    output: childHome,
  },
} as const satisfies Contract;
