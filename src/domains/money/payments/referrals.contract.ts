import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';

const referrals = z.object({
  code: z.string(),
  /** The complete address of the link, ready to be shared. */
  link: z.string(),
  /** Accounts created with the code that have not paid yet. */
  waiting: z.int(),
  /** Referrals that have paid and have not been used for a discount. */
  paid: z.int(),
  /** The two discount steps, and the progress towards each. */
  steps: z.array(z.object({ paid: z.int(), percent: z.int(), reached: z.boolean() })),
  /** Current discount in percent. It is used once, for the next renewal if a plan is running, otherwise for the next purchase. */
  discountPercent: z.int(),
  appliesTo: z.enum(['renewal', 'purchase']),
});

export const referralsContract = {
  'GET /api/referrals': {
    summary: 'Return the caller’s referral code and link, and how many referrals have paid',
    authz: {
      allow: ['parent'],
      owner: 'user',
      refusals: { teacher: 'Professores não têm acesso a planos de assinatura' },
    },
    output: referrals,
  },
} as const satisfies Contract;
