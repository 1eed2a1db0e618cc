import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment, paging } from '../../../shared/fields.ts';

/** A link that shows a result to everybody who has it, and what it shows. */
const share = z.object({
  attemptId: z.int(),
  /** The first name, as shown on the link's page. */
  name: z.string(),
  discipline: z.string(),
  theme: z.string(),
  value: z.int(),
  total: z.int(),
  percentage: z.int(),
  /** Null when the server's secret has changed since: the link still works for those who have it, and can be withdrawn. */
  link: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
});
export type Share = z.output<typeof share>;

export const sharesContract = {
  'GET /api/shares': {
    summary: 'List the active links to the caller’s results, newest first',
    authz: { allow: ['parent'], owner: 'user' },
    query: z.object({ ...paging }),
    output: z.array(share),
  },
  'POST /api/attempts/:id/share': {
    summary:
      'Create the link to a completed attempt’s result, valid for 30 days, or return the existing one; it shows first name, test and score',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: share,
  },
  'DELETE /api/attempts/:id/share': {
    summary: 'Withdraw the link to a result, which then answers 410; has no effect without a link',
    authz: { allow: ['parent'], owner: 'attempt' },
    params: z.object({ id: idInPath }),
    output: z.null(),
    status: 204,
  },
} as const satisfies Contract;
