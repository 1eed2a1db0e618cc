import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { filter, moment, paging } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';
import { testCard } from '../../bank/test-bank/tests.contract.ts';

/** A test as administrators see it: who created it and how often it was taken. */
const listedTest = testCard.extend({
  /** Name of its author; null for tests of the bank's files and if the account was deleted. */
  author: z.string().nullable(),
  updatedAt: moment,
  /** Number of completed attempts. */
  attempts: z.int(),
  /** Mean score of one valid attempt of each family, in whole tens of families; null with fewer than ten. */
  mean: z.int().nullable(),
});
export type ListedTest = z.output<typeof listedTest>;

const filters = {
  /** Searches theme, description and author, ignoring accents and case. */
  search: filter,
  discipline: filter.pipe(z.enum(DISCIPLINES, 'Esta disciplina não existe.').nullable()),
  class: filter.pipe(z.enum(TEST_CLASSES, 'Este ano não existe.').nullable()),
  state: filter.pipe(z.enum(['active', 'inactive'], 'Indique active ou inactive.').nullable()),
  sort: filter.pipe(z.enum(['class', 'theme', 'updated'], 'Indique class, theme ou updated.').nullable()),
  order: filter.pipe(z.enum(['asc', 'desc'], 'Indique asc ou desc.').nullable()),
};

export const adminTestsContract = {
  'GET /api/admin/tests': {
    summary: 'List all tests of the bank with their authors and numbers of attempts, by page',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object({ ...filters, ...paging }),
    output: z.array(listedTest),
  },
  'GET /api/admin/tests/file': {
    summary: 'Export the same tests as a CSV file; logged',
    stale: true,
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.reads },
    query: z.object(filters),
    output: z.null(),
    file: ['text/csv'],
    longest: 20,
  },
} as const satisfies Contract;
