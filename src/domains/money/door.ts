import type { Capability } from '../domain.ts';

/** What other domains may import from `money`. */
export const door: readonly Capability[] = [
  {
    what: 'What a plan allows, and which children it covers',
    files: ['plans/plans.rules.ts', 'plans/covered.rules.ts', 'plans/covered.store.ts', 'plans/free-uses.store.ts'],
  },
  {
    what: 'Webinars of a plan',
    files: ['plans/webinars.contract.ts', 'plans/webinars.server.ts'],
  },
  {
    what: 'Payments as administrators see and settle them',
    files: [
      'payments/billing.server.ts',
      'payments/desk.server.ts',
      'payments/payments.contract.ts',
      'payments/transfer-account.contract.ts',
      'payments/transfer-account.server.ts',
    ],
  },
];
