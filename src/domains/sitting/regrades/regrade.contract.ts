import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';

/** One more number or word that counts as right, of a question that is answered in writing. */
const accept = text(200, 1, 'Escreva a resposta que também conta.').optional();

const params = z.object({ id: idInPath, questionId: idInPath });
const KEY = 'A resposta certa é uma letra, de A a F.';
const key = z
  .string(KEY)
  .trim()
  .toUpperCase()
  .regex(/^[A-F]$/, KEY);

/** The number of attempts that a regrade affects; counts only, without names. */
const counts = z.object({
  /** Attempts, begun or completed, at the question with another key. */
  attempts: z.int(),
  /** Completed ones whose mark goes up, goes down, or stays the same; interrupted ones have no mark. */
  up: z.int(),
  down: z.int(),
  same: z.int(),
  /** Attempts at versions of this question without the right alternative: they are not changed. */
  otherAlternatives: z.int(),
  /** Other tests that ask the same question with another key, which stays as it is; absent if there are none. */
  copies: z
    .array(
      z.object({ testId: z.int(), questionId: z.int(), theme: z.string(), form: z.string(), schoolClass: z.string() }),
    )
    .optional(),
});
export type RegradeCounts = z.output<typeof counts>;

export const regradeContract = {
  'GET /api/teacher/tests/:id/questions/:questionId/regrade': {
    summary: 'Return how many marks a corrected key would change; without `correctAnswer`, with the key in the bank',
    authz: { allow: ['teacher'], owner: null, stepUp: EXEMPT.reads },
    params,
    query: z.object({ correctAnswer: key.optional(), accept }),
    output: counts,
    longest: 15,
  },
  'POST /api/teacher/tests/:id/questions/:questionId/regrade': {
    summary:
      'Correct the key of a question in the bank and in all attempts; families are notified of changed marks. Safe to repeat',
    authz: { allow: ['teacher'], owner: null, stepUp: true },
    params,
    body: z.object({ correctAnswer: key, accept, reason: text(500, 3, 'Diga porque se corrige a chave.') }),
    output: counts,
    longest: 45,
  },
} as const satisfies Contract;
