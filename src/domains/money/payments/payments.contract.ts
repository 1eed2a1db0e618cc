import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { idInPath, moment, paging, text } from '../../../shared/fields.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES, PLAN_IDS } from '../../../shared/words.ts';

const TEACHERS = { teacher: 'Professores não têm acesso ao sistema de pagamentos' } as const;
const WRONG_AMOUNT = 'Valor do plano inválido';

export const payment = z.object({
  id: z.int(),
  userId: z.int(),
  transactionId: z.string(),
  /** The reference to enter at a cash machine or in an app; null until the gateway has assigned one. */
  referenceNumber: z.string().nullable(),
  /** Whole Kz to be paid, as the server computed it. */
  amount: z.int(),
  /** Whole Kz that arrived; null unless it is completed. An administrator may accept another amount than was asked. */
  received: z.int().nullable(),
  currency: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentDetails: z.object({
    /** Five digits; null if the company has not configured them. */
    entity: z.string().nullable(),
    /** Account for transfers, if the company accepts them. */
    iban: z.string().nullable(),
    beneficiary: z.string().nullable(),
    /** Whole Kz without the discount, and the discount in percent. */
    price: z.int(),
    discountPercent: z.int(),
    /** `renewal` if the program created it before the plan's end. */
    kind: z.enum(['purchase', 'renewal']),
  }),
  planId: z.enum(PLAN_IDS),
  createdAt: moment,
  completedAt: moment.nullable(),
  /** When an administrator took its confirmation back: the money never came, or was returned. Its status is then `cancelled`. */
  reversedAt: moment.nullable(),
  expiresAt: moment,
});
export type Payment = z.output<typeof payment>;

/** A year taken with a discount of 100 %, without a payment. */
const redemption = z.object({ id: z.int(), planId: z.enum(PLAN_IDS), until: moment, redeemedAt: moment });

const transactionId = z.object({ transactionId: z.uuid() });
const answer = z.object({ success: z.boolean(), payment });

/** A value that browsers send. It is stored, but has no effect. */
const noted = z.union([z.number(), text(60)]).nullish();
const callbackData = z.object({ reference: noted, paymentId: noted, timestamp: noted }).nullish();

export const paymentsContract = {
  'POST /api/emis/initiate-payment': {
    summary: 'Start a payment for a plan; if one is open already, it is returned',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    body: z.object({
      amount: z.int(WRONG_AMOUNT).min(0, WRONG_AMOUNT).max(10_000_000, WRONG_AMOUNT),
      planId: z.enum(PLAN_IDS, 'Plano não encontrado'),
      paymentMethod: z.enum(PAYMENT_METHODS, 'Escolha o método de pagamento.'),
      currency: z.literal('AOA', 'Os pagamentos são em kwanzas (AOA).').default('AOA'),
      /** Accepted and ignored: the server decides when a payment expires. */
      expiresAt: z.unknown().optional(),
    }),
    /** If a discount of 100 % covers the year, `payment` is null and `redemption` is set. */
    output: z.object({ success: z.boolean(), payment: payment.nullable(), redemption: redemption.optional() }),
    longest: 20,
  },
  'GET /api/emis/payment-status/:transactionId': {
    summary: 'Return one of the caller’s payments; may be polled every few seconds',
    authz: { allow: ['parent'], owner: 'payment', refusals: TEACHERS },
    params: transactionId,
    /** `now` is the server's clock: the remaining time must not depend on the phone's clock, which may be wrong. */
    output: answer.extend({ now: moment }),
  },
  'POST /api/emis/complete-payment/:transactionId': {
    summary: 'Complete a simulated payment; refused if the installation has a real gateway',
    authz: { allow: ['parent'], owner: 'payment', refusals: TEACHERS },
    params: transactionId,
    body: z.object({
      status: z.enum(['completed', 'failed'], 'Estado de pagamento desconhecido.').default('completed'),
      callbackData,
    }),
    output: answer,
  },
  'POST /api/emis/cancel-payment/:transactionId': {
    summary: 'Cancel an open payment and withdraw its reference',
    authz: { allow: ['parent'], owner: 'payment', refusals: TEACHERS },
    params: transactionId,
    output: answer,
  },
  'GET /api/payments': {
    summary: 'List the caller’s payments, newest first',
    authz: { allow: ['parent'], owner: 'user', refusals: TEACHERS },
    query: z.object(paging),
    output: z.array(payment),
  },
  'POST /api/emis/callback/proxypay': {
    summary: 'Receive the gateway’s signed notice that a reference was paid; the signature covers the raw body',
    authz: { allow: ['anonymous', 'parent', 'teacher', 'admin'], owner: null },
    body: z.unknown(),
    output: z.object({ received: z.boolean() }),
    raw: true,
  },
} as const satisfies Contract;

/** A payment event that an administrator has to check. */
const flagged = z.object({
  id: z.int(),
  paymentId: z.int().nullable(),
  transactionId: z.string().nullable(),
  userId: z.int().nullable(),
  username: z.string().nullable(),
  fullName: z.string().nullable(),
  /** How to reach the family about it. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The reference that the family was given; null if it was none. */
  referenceNumber: z.string().nullable(),
  planId: z.enum(PLAN_IDS).nullable(),
  paymentStatus: z.enum(PAYMENT_STATUSES).nullable(),
  /** Whole Kz that the payment asked for. */
  amount: z.int().nullable(),
  /** Whole Kz that arrived, as the message says; null if it does not, or with cêntimos. */
  received: z.int().nullable(),
  /**
   * `late`: confirmed after it had ended; `mismatch`: amount or reference differ; `discount_used`: its discount has been used for another
   * year since; `unknown`: not one of our payments; `unread`: a message in an unexpected format.
   */
  notificationType: z.string(),
  rawData: z.record(z.string(), z.unknown()),
  /** Whether it can be accepted: there is still a family to give the plan to, and the payment was neither completed nor reversed. */
  acceptable: z.boolean(),
  createdAt: moment,
  /** The decision, why, by whom and when; null while it waits for one. */
  decision: z.enum(['accepted', 'returned', 'dismissed']).nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** The account that decided, also after it was deleted. */
  decidedById: z.int().nullable(),
  decidedAt: moment.nullable(),
});

export const HOW_MUCH = 'Escreva quanto chegou, em kwanzas, sem cêntimos.';
/** Whole Kz that arrived. */
const arrived = z.int(HOW_MUCH).min(1, HOW_MUCH).max(10_000_000, HOW_MUCH);

export const moneyDeskContract = {
  'POST /api/admin/payments/:transactionId/confirm': {
    summary: 'Confirm a payment that arrived by transfer; logged',
    authz: { allow: ['admin'], owner: null, stepUp: true },
    params: transactionId,
    body: z.object({
      /** The reference of the transfer in the bank statement. */
      bankReference: text(80, 1, 'Indique a referência do extracto bancário.'),
      /** The amount in the bank statement; that of the payment if left out. */
      amount: arrived.optional(),
    }),
    output: answer,
  },
  'POST /api/admin/payments/:transactionId/reverse': {
    summary: 'Reverse a mistaken or refunded payment: restore the previous plan and annul the receipt',
    authz: { allow: ['admin'], owner: null, stepUp: true },
    params: transactionId,
    body: z.object({
      /** Whether no money had come, or it was paid back: the family is notified which. */
      what: z.enum(['mistake', 'refunded'], 'Diga o que aconteceu.').default('mistake'),
      reason: text(300, 1, 'Escreva porquê.'),
    }),
    output: answer,
  },
  'GET /api/admin/payments/flagged': {
    summary: 'List flagged payments: late, with another amount, or without a matching payment',
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.desk },
    query: z.object(paging),
    output: z.array(flagged),
  },
  'GET /api/admin/payments/decisions': {
    summary: 'List settled flags with the decision and its reason, the last settled first',
    authz: { allow: ['admin'], owner: null, stepUp: EXEMPT.desk },
    query: z.object(paging),
    output: z.array(flagged),
  },
  'POST /api/admin/payments/flagged/:id/resolve': {
    summary: 'Settle a flagged payment: accept it, or record that it was refunded or needs no action',
    authz: { allow: ['admin'], owner: null, stepUp: true },
    params: z.object({ id: idInPath }),
    body: z.object({
      decision: z.enum(['accepted', 'returned', 'dismissed'], 'Escolha o que fazer.'),
      note: text(500, 1, 'Escreva porquê.'),
      /** What arrived, needed to accept a message whose amount cannot be read. */
      amount: arrived.optional(),
    }),
    output: flagged,
  },
} as const satisfies Contract;
