import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { id, moment, paging } from '../../../shared/fields.ts';
import { MAX_AT_ONCE } from '../../../shared/questions/question-limits.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { testCard } from '../test-bank/tests.contract.ts';

const teacher = { allow: ['teacher'], owner: null } as const;

const deleted = z.object({
  kind: z.enum(['test', 'question']),
  /** The id of the test or question. It stays the same when it is restored. */
  id: z.int(),
  /** The statement of a question, and its markup if it contains formulas; null for a test. */
  statement: z.string().nullable(),
  statementHtml: z.string().nullable(),
  /** Number of questions that are restored together; 1 for a question. */
  questions: z.int(),
  /** The deleted test, or the test of the deleted question. */
  test: testCard.pick({ id: true, discipline: true, theme: true, form: true, schoolClass: true }),
  /** For a question: whether its test is deleted too, and must be restored first. */
  testDeleted: z.boolean(),
  deletedBy: z.string().nullable(),
  deletedAt: moment,
  /** The time after which it can no longer be restored. */
  erasedAt: moment,
});
export type Deleted = z.output<typeof deleted>;

const ids = z
  .array(id, 'Escolha o que quer recuperar.')
  .max(MAX_AT_ONCE, `No máximo ${MAX_AT_ONCE} de uma vez.`)
  .default([]);

export const deletedContract = {
  'GET /api/teacher/deleted': {
    summary: 'List the tests and questions deleted in the last 30 days, the most recent first',
    authz: { ...teacher, stepUp: EXEMPT.reads },
    query: z.object(paging),
    output: z.array(deleted),
  },
  'POST /api/teacher/deleted/restore': {
    summary: 'Restore deleted tests and questions, all or none; restored tests are inactive',
    authz: { ...teacher, stepUp: EXEMPT.bank },
    body: z.object({ testIds: ids, questionIds: ids }),
    output: z.object({ tests: z.int(), questions: z.int() }),
  },
} as const satisfies Contract;
