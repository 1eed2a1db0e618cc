import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { moment } from '../../../shared/fields.ts';
import { PLAN_IDS } from '../../../shared/words.ts';
import { payment } from '../payments/payments.contract.ts';

const TEACHERS = { teacher: 'Professores não têm acesso a planos de assinatura' } as const;

/** Days of a plan that are paid and not running now, rounded up to whole days. */
const credit = z.object({ planId: z.enum(PLAN_IDS), days: z.int() });

/** Cost and effect of buying a plan now. */
const offer = z.object({
  planId: z.enum(PLAN_IDS),
  /** Whole Kz for a year without a discount. */
  price: z.int(),
  /** Whole Kz to pay now; 0 when the discount covers everything. */
  amount: z.int(),
  discountPercent: z.int(),
  /**
   * `start`: begins now; `extend`: a year after the current end; `upgrade`: begins now, with unused days credited; `after`: begins when the
   * current plan ends.
   */
  effect: z.enum(['start', 'extend', 'upgrade', 'after']),
  /** Days that an upgrade credits for the unused time. */
  creditedDays: z.int(),
  startsAt: moment,
  until: moment,
});
export type Offer = z.output<typeof offer>;

const subscription = z.object({
  /** The plan in force, including the days of grace. */
  planId: z.enum(PLAN_IDS),
  since: moment.nullable(),
  /** End of the paid time; null on the free plan. */
  until: moment.nullable(),
  /** Only during the days of grace: when the plan becomes free if nothing is paid. */
  graceUntil: moment.nullable(),
  /** The plan that ended last, while the family has had no other since; null without one. */
  ended: z.object({ planId: z.enum(PLAN_IDS), on: moment.nullable() }).nullable(),
  /** Whether the next payment is created and announced before the end. */
  renewal: z.boolean(),
  /** How many children the plan covers. */
  coveredChildren: z.int(),
  /** Plans that follow the current one; they are already paid. */
  next: z.array(credit),
  /** Plans set aside when the family chose the free plan; they can be resumed. */
  parked: z.array(credit),
  /** Current discount for referrals, and on what it will be used. */
  discount: z.object({ percent: z.int(), appliesTo: z.enum(['renewal', 'purchase']) }),
  /** The open payment, if there is one. */
  openPayment: payment.nullable(),
  offers: z.array(offer),
  /** Taxpayer number for receipts; null when the family gave none. */
  nif: z.string().nullable(),
  /** Whether the gateway lets the browser complete a payment (simulation). */
  simulated: z.boolean(),
  /** Whether there is an account to which families can transfer money. */
  transfers: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

const NIF = 'Um NIF tem 10 números, ou as 14 letras e números do bilhete de identidade.';

export const plansContract = {
  'GET /api/subscription': {
    summary: 'Return the caller’s plan: its end, the plans that follow, the offers and the open payment',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    output: subscription,
  },
  'POST /api/subscription': {
    summary:
      'Switch to the free plan at once and set the unused days aside, less the seven that resuming a plan uses up at least; 402 for a plan that has to be paid',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({
      subscriptionType: z.enum(PLAN_IDS, 'Plano não encontrado'),
      /** Accepted and ignored: the server decides when a plan ends. */
      subscriptionEnd: z.unknown().optional(),
    }),
    output: subscription,
  },
  'PUT /api/subscription/renewal': {
    summary: 'Cancel the renewal, after which the plan lasts until its end, or turn it on again',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({ renewal: z.boolean('Indique se o plano se renova.') }),
    output: subscription,
  },
  'POST /api/subscription/restore': {
    summary: 'Resume the days that were set aside; 409 if there are none',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    output: subscription,
  },
  'PUT /api/subscription/nif': {
    summary: 'Change the taxpayer number for receipts; it is also added to receipts that have none',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({
      nif: z
        .string(NIF)
        .transform((value) => value.replace(/[\s.-]/g, '').toUpperCase())
        .pipe(z.string().regex(/^(\d{10}|\d{9}[A-Z]{2}\d{3}|)$/, NIF))
        .nullable()
        .transform((value) => value || null),
    }),
    output: subscription,
  },
} as const satisfies Contract;
