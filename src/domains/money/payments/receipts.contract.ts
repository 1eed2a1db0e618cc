import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment, paging } from '../../../shared/fields.ts';
import { PAYMENT_METHODS, PLAN_IDS } from '../../../shared/words.ts';

const TEACHERS = { teacher: 'Professores não têm acesso ao sistema de pagamentos' } as const;

const receipt = z.object({
  id: z.int(),
  /** The number as printed: '2026/000123'. Numbers have no gaps within a year. */
  number: z.string(),
  paymentId: z.int(),
  transactionId: z.string(),
  planId: z.enum(PLAN_IDS),
  /** Whole Kz paid. */
  amount: z.int(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  nif: z.string().nullable(),
  issuedAt: moment,
});
export type Receipt = z.output<typeof receipt>;

export const receiptsContract = {
  'GET /api/receipts': {
    summary: 'List the caller’s receipts, newest first',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    query: z.object(paging),
    output: z.array(receipt),
  },
  'GET /api/receipts/:id/pdf': {
    summary: 'Return a receipt as a document',
    authz: { allow: ['parent'], owner: 'payment', refusals: TEACHERS },
    params: z.object({ id: idInPath }),
    output: z.null(),
    file: ['application/pdf'],
    heavy: true,
  },
} as const satisfies Contract;
