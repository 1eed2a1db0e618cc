import { z } from 'zod';
import type { Contract } from '../../shared/endpoint.ts';
import { moment } from '../../shared/fields.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { payment } from '../payments/payments.contract.ts';

const TEACHERS = { teacher: 'Professores não têm acesso a planos de assinatura' } as const;

/** Days of a plan that are paid for and not running now, rounded up to whole days. */
const credit = z.object({ planId: z.enum(PLAN_IDS), days: z.int() });

/** What buying a plan would cost and do at this moment. */
const offer = z.object({
  planId: z.enum(PLAN_IDS),
  /** Whole Kz for a year without a discount. */
  price: z.int(),
  /** Whole Kz that have to be paid now; 0 when the discount pays for all of it. */
  amount: z.int(),
  discountPercent: z.int(),
  /** `start`: begins now; `extend`: a year after the present end; `upgrade`: begins now, unused days credited; `after`: begins when the present plan ends. */
  effect: z.enum(['start', 'extend', 'upgrade', 'after']),
  /** Days credited for what an upgrade leaves unused. */
  creditedDays: z.int(),
  startsAt: moment,
  until: moment,
});
export type Offer = z.output<typeof offer>;

export const subscription = z.object({
  /** The plan that holds now, days of grace included. */
  planId: z.enum(PLAN_IDS),
  since: moment.nullable(),
  /** The end of what is paid; null on the free plan. */
  until: moment.nullable(),
  /** Only during the days of grace: when the plan becomes free if nothing is paid. */
  graceUntil: moment.nullable(),
  /** Whether the next payment is made and announced before the end. */
  renewal: z.boolean(),
  /** How many children the plan covers. */
  coveredChildren: z.int(),
  /** What runs after the present plan ends, paid already. */
  next: z.array(credit),
  /** What the family laid aside when it chose the free plan; it can be taken up again. */
  parked: z.array(credit),
  /** Discount for referrals that is due now, and on what it will be used. */
  discount: z.object({ percent: z.int(), appliesTo: z.enum(['renewal', 'purchase']) }),
  /** The payment that waits to be made, if any. */
  openPayment: payment.nullable(),
  offers: z.array(offer),
  /** Number of taxpayer for receipts; null when the family gave none. */
  nif: z.string().nullable(),
  /** Whether the gateway lets the browser complete a payment (simulation). */
  simulated: z.boolean(),
  /** Whether there is an account to which families can transfer money. */
  transfers: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

const NIF = 'Um NIF tem 10 algarismos, ou os 14 caracteres do bilhete de identidade.';

export const plansContract = {
  'GET /api/subscription': {
    summary: 'The caller’s plan: until when, what comes after, what is due, what waits to be paid',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    output: subscription,
  },
  'POST /api/subscription': {
    summary: 'Go to the free plan at once, parking the unused days; 402 for a plan that has to be paid',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({
      subscriptionType: z.enum(PLAN_IDS, 'Plano não encontrado'),
      /** Accepted and ignored: the server decides when a plan ends. */
      subscriptionEnd: z.unknown().optional(),
    }),
    output: subscription,
  },
  'PUT /api/subscription/renewal': {
    summary: 'Cancel the renewal, which keeps the plan to its end, or take it up again',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({ renewal: z.boolean('Indique se o plano se renova.') }),
    output: subscription,
  },
  'POST /api/subscription/restore': {
    summary: 'Take up again the days that were parked; 409 when there are none',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    output: subscription,
  },
  'PUT /api/subscription/nif': {
    summary: 'Number of taxpayer for receipts; it is also put on receipts that have none yet',
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
