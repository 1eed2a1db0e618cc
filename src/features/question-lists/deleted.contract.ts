import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { id, moment, paging } from '../../shared/fields.ts';
import { testCard } from '../tests/tests.contract.ts';

const teacher = { allow: ['teacher'], owner: null } as const;

/** Most tests or questions restored in one call. */
export const MOST_RESTORED = 200;

const deleted = z.object({
  kind: z.enum(['test', 'question']),
  /** Its id, which it keeps when it is restored. */
  id: z.int(),
  /** Of a question: its statement, and its markup when it contains mathematics. */
  statement: z.string().nullable(),
  statementHtml: z.string().nullable(),
  /** Number of questions that are restored with it; 1 for a question. */
  questions: z.int(),
  /** The test itself, or the test of the question. */
  test: testCard.pick({ id: true, discipline: true, theme: true, form: true, schoolClass: true }),
  /** Of a question: its test is deleted as well and must be restored first. */
  testDeleted: z.boolean(),
  deletedBy: z.string().nullable(),
  deletedAt: moment,
  /** When it can no longer be restored. */
  erasedAt: moment,
});
export type Deleted = z.output<typeof deleted>;

const ids = z
  .array(id, 'Escolha o que quer recuperar.')
  .max(MOST_RESTORED, `No máximo ${MOST_RESTORED} de uma vez.`)
  .default([]);

export const deletedContract = {
  'GET /api/teacher/deleted': {
    summary: 'Tests and questions deleted in the last 30 days, the last one first',
    authz: teacher,
    query: z.object(paging),
    output: z.array(deleted),
  },
  'POST /api/teacher/deleted/restore': {
    summary: 'Bring tests and questions back, all of them or none; a test comes back inactive',
    authz: teacher,
    body: z.object({ testIds: ids, questionIds: ids }),
    output: z.object({ tests: z.int(), questions: z.int() }),
  },
} as const satisfies Contract;
