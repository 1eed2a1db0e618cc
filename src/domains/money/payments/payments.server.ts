import type { Queryable } from '../../../server/db/db.ts';
import { conflict, forbidden, invalid, notFound, notSignedIn, Refused } from '../../../server/http/errors.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import type { PaymentMethod, PlanId } from '../../../shared/words.ts';
import type { PaidPlan } from '../plans/period.rules.ts';
import { PAYMENT_HOURS } from '../plans/plans.rules.ts';
import { findRecentRedemption } from '../plans/standing.store.ts';
import { type Billing, giveYear, lockFamily, quote } from './billing.server.ts';
import {
  closeAndRecord,
  flagUnread,
  PAYMENTS_BEGUN,
  paymentOf,
  recordConfirmation,
  reportOf,
} from './completing.server.ts';
import { GatewayAway } from './gateways/gateway.server.ts';
import { type Payment, paymentsContract } from './payments.contract.ts';
import {
  countPayments,
  findOpenPayment,
  findOwnPayment,
  findPayment,
  findPayments,
  insertEvent,
  insertPayment,
  lockPayment,
  type PaymentRow,
  updateMethod,
  updateReference,
} from './payments.store.ts';
import { readTransferAccount } from './transfer-account.server.ts';

/** Milliseconds after a redemption within which another call returns the same redemption, so that a double tap does not redeem twice. */
const SECOND_TAP_MS = 120_000;
const MAX_LISTED = 500;

/** Returns payments as their owner sees them. */
export async function shown(billing: Billing, db: Queryable, payments: readonly PaymentRow[]): Promise<Payment[]> {
  const account = await readTransferAccount(db);
  return payments.map((payment) => ({
    ...payment,
    userId: payment.userId as number,
    createdAt: payment.createdAt.toISOString(),
    expiresAt: payment.expiresAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    reversedAt: payment.reversedAt?.toISOString() ?? null,
    paymentDetails: {
      entity: billing.gateway.entity,
      iban: account.iban,
      beneficiary: account.beneficiary,
      price: payment.price,
      discountPercent: payment.discountPercent,
      kind: payment.kind,
    },
  }));
}

const oneShown = async (billing: Billing, db: Queryable, payment: PaymentRow) =>
  (await shown(billing, db, [payment]))[0] as Payment;

export interface Wanted {
  planId: PlanId;
  amount: number;
  paymentMethod: PaymentMethod;
}

type Begun =
  | { payment: PaymentRow; redemption?: undefined }
  | { payment: null; redemption: { id: number; planId: PlanId; until: Date; redeemedAt: Date } };

const WRONG_AMOUNT = 'Valor do plano inválido';

/**
 * Begins a payment for a plan. An open payment for the same plan and amount is returned, whatever its method; one for something else is
 * cancelled. A discount of 100 % is redeemed immediately.
 *
 * @throws Refused 400 when the amount is neither the price nor the amount due; 503 when the gateway assigns no reference.
 */
export async function beginPayment(billing: Billing, userId: number, wanted: Wanted): Promise<Begun> {
  const begun = await billing.db.transaction(async (transaction): Promise<Begun> => {
    const family = await lockFamily(billing, transaction, userId);
    if (!family) throw notSignedIn();
    const { subscriber, now } = family;
    const planId = wanted.planId as PaidPlan;
    if (wanted.planId === 'free') throw invalid({ amount: WRONG_AMOUNT }, WRONG_AMOUNT);
    const due = await quote(transaction, subscriber, planId);
    const redeemed = await findRecentRedemption(transaction, userId, planId, new Date(now.getTime() - SECOND_TAP_MS));
    if (redeemed && (wanted.amount === 0 || wanted.amount === due.price))
      return { payment: null, redemption: redeemed };
    if (wanted.amount !== due.price && wanted.amount !== due.amount)
      throw invalid({ amount: WRONG_AMOUNT }, WRONG_AMOUNT);

    let open = await findOpenPayment(transaction, userId);
    if (open && open.expiresAt <= now) {
      await closeAndRecord(transaction, open, 'expired', 'program', now);
      open = undefined;
    }
    if (
      due.amount > 0 &&
      open?.planId === planId &&
      open.amount === due.amount &&
      open.gateway === billing.gateway.name
    ) {
      if (open.paymentMethod === wanted.paymentMethod) return { payment: open };
      return { payment: (await updateMethod(transaction, open.id, wanted.paymentMethod)) ?? open };
    }
    if (open) await closeAndRecord(transaction, open, 'cancelled', 'superseded', now);
    if (due.amount === 0) {
      const given = await giveYear(transaction, subscriber, planId, { paymentId: null, discountPercent: 100 }, now);
      billing.log.info({ event: 'discount-redeemed', userId, changeId: given.changeId }, 'a year was redeemed');
      const until = given.subscriber.until as Date;
      return { payment: null, redemption: { id: given.changeId, planId, until, redeemedAt: now } };
    }
    // If the limit is exceeded, open payments stay open.
    await consumeRateLimit(transaction, PAYMENTS_BEGUN, String(userId));
    const payment = await openPayment(transaction, {
      userId,
      planId,
      kind: 'purchase',
      periodEnd: null,
      ...due,
      paymentMethod: wanted.paymentMethod,
      gateway: billing.gateway.name,
      createdAt: now,
      expiresAt: new Date(now.getTime() + PAYMENT_HOURS * 3_600_000),
    });
    return { payment };
  });
  if (!begun.payment || begun.payment.referenceNumber) return begun;
  return { payment: await withReference(billing, begun.payment) };
}

/** Creates an open payment and records the event. */
export async function openPayment(
  transaction: Queryable,
  payment: Parameters<typeof insertPayment>[1],
): Promise<PaymentRow> {
  const opened = await insertPayment(transaction, payment);
  await insertEvent(transaction, {
    paymentId: opened.id,
    type: 'initiated',
    status: 'processed',
    key: null,
    rawData: { kind: opened.kind, amount: opened.amount },
    at: opened.createdAt,
  });
  return opened;
}

/** Requests a reference from the gateway, outside every transaction. Without one the purchase fails, and the parent tries again. */
async function withReference(billing: Billing, payment: PaymentRow): Promise<PaymentRow> {
  try {
    return await giveReference(billing, payment);
  } catch (error) {
    if (!(error instanceof GatewayAway)) throw error;
    const after =
      payment.kind === 'purchase'
        ? await closeOpenPayment(
            billing,
            payment,
            'failed',
            'gateway',
            ({ referenceNumber }) => referenceNumber === null,
          )
        : await findPayment(billing.db, payment.transactionId);
    // A concurrent request or the job has stored a reference first, which may already be on a screen.
    if (after?.status === 'pending' && after.referenceNumber) return after;
    throw new Refused(503, 'gateway-away', 'O sistema de pagamentos não responde. Tente de novo daqui a uns minutos.', {
      retryAfter: 60,
    });
  }
}

/**
 * Gives an open payment its reference. If two concurrent calls request one, one reference stays and the other is withdrawn.
 *
 * @throws GatewayAway when the gateway assigns none.
 */
export async function giveReference(billing: Billing, payment: PaymentRow): Promise<PaymentRow> {
  const wanted = { transactionId: payment.transactionId, amount: payment.amount, until: payment.expiresAt };
  for (let tried = 0; ; tried += 1) {
    const reference = await billing.gateway.createReference(wanted);
    try {
      const given = await updateReference(billing.db, payment.id, reference);
      if (given) return given;
      // Another request was faster, or the payment has ended meanwhile.
      await billing.gateway.withdrawReference(reference).catch(() => {});
      return (await findPayment(billing.db, payment.transactionId)) ?? payment;
    } catch (error) {
      // Another open payment has this number: request another one.
      if ((error as { code?: string }).code !== '23505' || tried >= 3) throw error;
    }
  }
}

/** Closes a payment under the family's lock, if it is still open and the condition still holds. */
export async function closeOpenPayment(
  billing: Billing,
  payment: { id: number; userId: number | null },
  status: 'expired' | 'cancelled' | 'failed',
  by: 'parent' | 'program' | 'gateway',
  mayClose: (payment: PaymentRow) => boolean = () => true,
): Promise<PaymentRow | undefined> {
  return billing.db.transaction(async (transaction) => {
    if (payment.userId !== null) await lockFamily(billing, transaction, payment.userId);
    const now = await billing.now(transaction);
    const locked = await lockPayment(transaction, payment.id);
    if (locked?.status !== 'pending' || !mayClose(locked)) return locked;
    // A payment past its time becomes expired, whatever state was requested.
    const expired = locked.expiresAt <= now;
    if (status === 'expired' && !expired) return locked;
    return closeAndRecord(transaction, locked, expired ? 'expired' : status, expired ? 'program' : by, now);
  });
}

/** Why a payment cannot be completed or cancelled, by its state. */
const REFUSED: Record<PaymentRow['status'], string> = {
  // A pending payment is refused only if its discount is gone: used for another year, or lost because a friend's payment was taken back.
  pending: 'O desconto deste pagamento já não se aplica. Cancele-o e comece de novo.',
  expired: 'O prazo deste pagamento terminou. Comece de novo para receber outra referência.',
  cancelled: 'Este pagamento foi cancelado.',
  failed: 'Este pagamento falhou. Comece de novo.',
  completed: 'Este pagamento já está concluído.',
};

/** Binds the parents' payment endpoints, and the callback of the gateway. */
export function bindPayments(frame: Frame, billing: Billing): void {
  const { db } = frame;
  const own = async (userId: number, transactionId: string): Promise<PaymentRow> => {
    const payment = await findOwnPayment(db, userId, transactionId);
    if (!payment) throw notFound();
    return payment;
  };
  const answer = async (payment: PaymentRow) => ({ success: true, payment: await oneShown(billing, db, payment) });

  frame.bind(paymentsContract, {
    'POST /api/emis/initiate-payment': async (call) => {
      const { payment, redemption } = await beginPayment(billing, call.caller.userId, call.body);
      if (payment) return answer(payment);
      return { success: true, payment: null, redemption };
    },

    'GET /api/emis/payment-status/:transactionId': async (call) => {
      const payment = await own(call.caller.userId, call.params.transactionId);
      const now = await billing.now(db);
      const due = payment.status === 'pending' && payment.expiresAt <= now;
      const shownOne = await answer(
        due ? ((await closeOpenPayment(billing, payment, 'expired', 'program')) ?? payment) : payment,
      );
      return { ...shownOne, now: now.toISOString() };
    },

    'POST /api/emis/complete-payment/:transactionId': async (call) => {
      const payment = await own(call.caller.userId, call.params.transactionId);
      if (!billing.gateway.browserCompletes || payment.gateway !== billing.gateway.name)
        throw forbidden('O pagamento é confirmado pelo banco, não por esta página.');
      if (call.body.status === 'failed') {
        const ended = (await closeOpenPayment(billing, payment, 'failed', 'gateway')) ?? payment;
        if (ended.status !== 'failed') throw conflict(`payment-${ended.status}`, REFUSED[ended.status]);
        return answer(ended);
      }
      const recorded = await recordConfirmation(billing, payment, {
        from: 'browser',
        key: `browser:${payment.transactionId}`,
        raw: call.body.callbackData ?? {},
      });
      const after = recorded.payment ?? payment;
      if (after.status !== 'completed') throw conflict(`payment-${after.status}`, REFUSED[after.status]);
      return answer(after);
    },

    'POST /api/emis/cancel-payment/:transactionId': async (call) => {
      const payment = await own(call.caller.userId, call.params.transactionId);
      const ended = (await closeOpenPayment(billing, payment, 'cancelled', 'parent')) ?? payment;
      if (ended.status !== 'cancelled') throw conflict(`payment-${ended.status}`, REFUSED[ended.status]);
      return answer(ended);
    },

    'GET /api/payments': async (call) => {
      const { limit = MAX_LISTED, page = 1 } = call.query;
      const { userId } = call.caller;
      setPaginationHeaders(call, '/api/payments', {}, page, limit, await countPayments(db, userId));
      return shown(billing, db, await findPayments(db, userId, limit, (page - 1) * limit));
    },

    'POST /api/emis/callback/proxypay': async (call) => {
      if (billing.gateway.name !== 'proxypay') throw notFound();
      const confirmation = billing.gateway.readCallback(Buffer.from(call.rawBody), call.sent('X-Signature'));
      if (confirmation === undefined) throw new Refused(401, 'wrong-signature', 'A assinatura não está certa.');
      if (confirmation.eventId === null) {
        await flagUnread(billing, confirmation);
        throw invalid({ body: 'O pagamento não se consegue ler.' }, 'O pagamento não se consegue ler.');
      }
      const payment = await paymentOf(db, billing.gateway.name, confirmation);
      await recordConfirmation(billing, payment, reportOf(confirmation, 'callback', billing.gateway.name));
      return { received: true };
    },
  });
}
