import { z } from 'zod';
import type { Contract } from '../../../../shared/endpoint.ts';
import { dayFilter, filter, moment, paging } from '../../../../shared/fields.ts';
import { EXEMPT } from '../../../../shared/step-up.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES, PLAN_IDS } from '../../../../shared/words.ts';
import { authz, listAsFile } from '../panel.contract.ts';

/** A payment as administrators see it. The payer is unknown if the account was erased. */
export const transaction = z.object({
  id: z.int(),
  transactionId: z.string(),
  referenceNumber: z.string().nullable(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  planId: z.enum(PLAN_IDS),
  kind: z.enum(['purchase', 'renewal']),
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** Whole Kz that were asked, and that arrived; null unless it is completed. */
  amount: z.int(),
  received: z.int().nullable(),
  /** When its confirmation was taken back; it can never be confirmed again. */
  reversedAt: moment.nullable(),
  status: z.enum(PAYMENT_STATUSES),
  createdAt: moment,
  completedAt: moment.nullable(),
  /** Number of messages of the gateway about the payment that wait for a decision. */
  flags: z.int(),
});
export type Transaction = z.output<typeof transaction>;

/** States in which administrators find payments: one whose confirmation was taken back is `reversed`, not `cancelled`. */
const SHOWN_STATUSES = [...PAYMENT_STATUSES, 'reversed'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

const filters = {
  /** Searches the reference, and name, username and e-mail, ignoring accents and case. */
  search: filter,
  /** A state, or `flagged`: payments of any state with something that waits for a decision. */
  status: filter.pipe(z.enum([...SHOWN_STATUSES, 'flagged'], 'Este estado não existe.').nullable()),
  plan: filter.pipe(z.enum(PLAN_IDS, 'Este plano não existe.').nullable()),
  method: filter.pipe(z.enum(PAYMENT_METHODS, 'Este método não existe.').nullable()),
  from: dayFilter,
  to: dayFilter,
};

const subscription = z.object({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  planId: z.enum(PLAN_IDS),
  start: moment.nullable(),
  end: moment.nullable(),
  /** Whether the plan renews until it is cancelled. */
  renewal: z.boolean(),
  children: z.int(),
});

const month = z.object({ month: z.string(), payments: z.int(), amount: z.int() });

export const paymentsPanelContract = {
  'GET /api/admin/payments': {
    summary: 'List payments, searched and filtered, newest first, by page',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    query: z.object({ ...filters, ...paging }),
    output: z.array(transaction),
  },
  'GET /api/admin/payments/file': listAsFile('payments', z.object(filters)),
  'GET /api/admin/payments/summary': {
    summary:
      'Return the amounts received and outstanding, and the number of payments in each state, with the same filters',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    query: z.object(filters),
    output: z.object({
      received: z.int(),
      awaited: z.int(),
      /** Number of payments about which something waits for a decision. */
      flaggedPayments: z.int(),
      states: z.array(z.object({ status: z.enum(SHOWN_STATUSES), count: z.int() })),
    }),
  },
  'GET /api/admin/subscriptions': {
    summary: 'List families with a paid plan, the first to end first, by page',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    query: z.object({ search: filters.search, plan: filters.plan, ...paging }),
    output: z.array(subscription),
  },
  'GET /api/admin/subscriptions/file': listAsFile('families', z.object({ search: filters.search, plan: filters.plan })),
  'GET /api/admin/payments/months': {
    summary: 'Return the amount received in each of the last 24 months',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    output: z.array(month),
  },
  'GET /api/admin/payments/months/file': {
    summary: 'Export the same months as a CSV file; logged',
    stale: true,
    authz: { ...authz, stepUp: EXEMPT.desk },
    output: z.null(),
    file: ['text/csv'],
  },
} as const satisfies Contract;
