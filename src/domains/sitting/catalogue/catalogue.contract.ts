import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, idInPath, moment } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { TEST_KINDS } from '../../../shared/words.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';

/** A test in the catalogue, with the child's data. */
const catalogueTest = testCard.extend({
  /** Kilobytes (1,000 bytes) transferred to take this test, measured from what is served. */
  kilobytes: z.int(),
  /** Kilobytes transferred to prepare it for a phone without network, including its answers. */
  kilobytesPrepared: z.int(),
  /** Code of its theme in the curriculum; null for a test of no such theme. */
  curriculumTheme: z.string().nullable(),
  /** A theme's test, or a rehearsal of the national exam. */
  kind: z.enum(TEST_KINDS),
  /** Letters of the active forms of its theme, including its own. */
  forms: z.array(z.string()),
  /** Only with `childId`: whether this is the form of its theme that the child should take now. */
  next: z.boolean().optional(),
  /** Present only with `childId`. */
  forChild: z
    .object({
      taken: z.boolean(),
      bestScore: z.int().nullable(),
      /** When the child last completed it. */
      takenAt: moment.nullable(),
      /** Letters of its theme's forms that the child completed, and the best score among them. */
      takenForms: z.array(z.string()),
      themeScore: z.int().nullable(),
      /** Whether the plan allows the child to start it now; if not, why, and when it will. */
      allowed: z.boolean(),
      whyNot: z.string().nullable(),
      allowedFrom: z.string().nullable(),
      /** Whether an attempt of this test is in progress and can be resumed. */
      open: z.boolean(),
      /** Whether it is reserved for a phone without network; a start takes over the reservation. */
      prepared: z.boolean(),
    })
    .optional(),
});
export type CatalogueTest = z.output<typeof catalogueTest>;

export const catalogueContract = {
  'GET /api/tests': {
    costly: true,
    summary: 'List the active tests with at least one question',
    authz: {
      allow: ['parent', 'teacher', 'admin'],
      owner: 'child',
      childMode: { child: 'query.childId' },
      stepUp: EXEMPT.reads,
    },
    query: z.object({
      discipline: filter,
      /** With `childId` also `usual`: the child's own class, or every class for a child above those of the catalogue. */
      class: filter,
      theme: filter,
      childId: idInPath.optional(),
      /** `next`, with `childId`: returns one form per theme, the one that this child should take next. */
      only: z.enum(['next', ''], 'Indique next.').optional(),
    }),
    output: z.array(catalogueTest),
  },
} as const satisfies Contract;
