import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { filter, idInPath, moment } from '../../shared/fields.ts';
import { TEST_KINDS } from '../../shared/words.ts';
import { testCard } from '../tests/tests.contract.ts';

/** What the catalogue says of a test for one child. */
export const catalogueTest = testCard.extend({
  /** Kilobytes (1,000 bytes) that taking this test moves over the network, measured from what is served. */
  kilobytes: z.int(),
  /** Kilobytes that preparing it for a phone without network moves, its answers included. */
  kilobytesPrepared: z.int(),
  /** A theme's, or the rehearsal of the national exam. */
  kind: z.enum(TEST_KINDS),
  /** Letters of the forms of its theme that can be taken, its own among them. */
  forms: z.array(z.string()),
  /** Only with `childId`: whether this is the form of its theme that the child should take now. */
  next: z.boolean().optional(),
  /** Only with `childId`. */
  forChild: z
    .object({
      taken: z.boolean(),
      bestScore: z.int().nullable(),
      /** When the child last completed it. */
      takenAt: moment.nullable(),
      /** Letters of its theme's forms that the child completed, and the best score over them. */
      takenForms: z.array(z.string()),
      themeScore: z.int().nullable(),
      /** Whether the plan lets this child start it now; if not, when it will. */
      allowed: z.boolean(),
      allowedFrom: z.string().nullable(),
      /** An attempt of this test is under way and can be resumed. */
      open: z.boolean(),
      /** It is reserved for a phone without network; a start takes the reservation. */
      prepared: z.boolean(),
    })
    .optional(),
});
export type CatalogueTest = z.output<typeof catalogueTest>;

export const catalogueContract = {
  'GET /api/tests': {
    summary: 'The catalogue: active tests with at least one question',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: 'child', childMode: { child: 'query.childId' } },
    query: z.object({
      discipline: filter,
      class: filter,
      theme: filter,
      childId: idInPath.optional(),
      /** With `childId`: only the form of each theme that the child should take now, or one of them that it may start or continue. */
      only: z.enum(['next', 'any', ''], 'Indique next ou any.').optional(),
    }),
    output: z.array(catalogueTest),
  },
} as const satisfies Contract;
