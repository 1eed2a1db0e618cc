import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { emit } from '../../../server/jobs/outbox.ts';
import { audit } from '../../../server/watch/audit.ts';
import type { Figure } from '../../../server/watch/figures.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { wholeKz } from '../../../shared/money.ts';
import type { PlanId } from '../../../shared/words.ts';
import { afterGrant, afterReversal, type PaidPlan } from '../plans/period.rules.ts';
import { findChangeOf } from '../plans/standing.store.ts';
import { type Billing, lockFamily, writeStanding } from './billing.server.ts';
import { fulfil, isDiscountUsed, recordConfirmation } from './completing.server.ts';
import {
  countDecided,
  countFlagged,
  countRecentPayments,
  type FlaggedRow,
  findDecided,
  findFlag,
  findFlagged,
  resolveFlag,
  resolveLate,
} from './desk.store.ts';
import { HOW_MUCH, moneyDeskContract } from './payments.contract.ts';
import { shown } from './payments.server.ts';
import { findPayment, lockPayment, type PaymentRow, releaseTransfer, reversePayment } from './payments.store.ts';
import { annulReceipt } from './receipts.store.ts';
import { giveBackReferrals, unmarkPaid } from './referrals.store.ts';

const MAX_LISTED = 500;

const flagShown = (row: FlaggedRow) => ({
  ...row,
  received: readAmount(row.rawData),
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** Binds the administrators' operations on payments. Each change is written to the audit log. */
export function bindPaymentDesk(frame: Frame, billing: Billing): void {
  const { db } = frame;
  frame.bind(moneyDeskContract, {
    'POST /api/admin/payments/:transactionId/confirm': async (call) => {
      const found = await findPayment(db, call.params.transactionId);
      if (!found?.userId) throw notFound();
      const { bankReference, amount } = call.body;
      const { caller, address } = call;
      const key = `transfer:${bankReference.replace(/\s+/g, '').toUpperCase()}`;
      const raw = { bankReference, amount, confirmedBy: caller.userId };
      const report = { from: 'transfer', key, raw, ...(amount === undefined ? {} : { amount }) } as const;
      if (found.reversedAt) throw reversedBefore();
      const { outcome, payment } = await recordConfirmation(
        billing,
        found,
        report,
        async (transaction, before, after) => {
          await resolveLate(transaction, after.id, {
            userId: caller.userId,
            note: `Confirmado com a transferência ${bankReference}.`,
            at: after.completedAt as Date,
          });
          await audit(transaction, {
            userId: caller.userId,
            action: 'payment.confirmed',
            subject: `payment ${after.id}`,
            before: { status: before.status },
            after: { status: after.status, amount: after.received, bankReference },
            address,
          });
        },
      );
      if (outcome === 'paid_twice')
        throw conflict('paid-twice', 'Este pagamento já estava concluído. A transferência ficou assinalada.');
      if (outcome === 'discount_used')
        throw conflict(
          'discount-used',
          'O desconto deste pagamento já foi usado noutro ano. A transferência ficou assinalada, para decidir.',
        );
      if (outcome === 'late')
        throw conflict(
          'no-family',
          'Esta conta já não é de uma família. A transferência ficou assinalada, para decidir.',
        );
      if (payment?.status !== 'completed')
        throw conflict('transfer-used', 'Esta transferência já serviu para outro pagamento.');
      return { success: true, payment: (await shown(billing, db, [payment]))[0] as never };
    },

    'POST /api/admin/payments/:transactionId/reverse': async (call) => {
      const by = { userId: call.caller.userId, address: call.address };
      const payment = await reverseConfirmation(billing, call.params.transactionId, call.body, by);
      return { success: true, payment: (await shown(billing, db, [payment]))[0] as never };
    },

    'GET /api/admin/payments/flagged': async (call) => {
      const { limit = MAX_LISTED, page = 1 } = call.query;
      setPaginationHeaders(call, '/api/admin/payments/flagged', {}, page, limit, await countFlagged(db));
      return (await findFlagged(db, limit, (page - 1) * limit)).map(flagShown);
    },

    'GET /api/admin/payments/decisions': async (call) => {
      const { limit = MAX_LISTED, page = 1 } = call.query;
      setPaginationHeaders(call, '/api/admin/payments/decisions', {}, page, limit, await countDecided(db));
      return (await findDecided(db, limit, (page - 1) * limit)).map(flagShown);
    },

    'POST /api/admin/payments/flagged/:id/resolve': async (call) => {
      const { caller, address } = call;
      return flagShown(await settleFlag(billing, call.params.id, call.body, { userId: caller.userId, address }));
    },
  });
}

/**
 * Settles a flagged report, once: it is accepted as the payment for which it was meant, refunded, or ignored.
 *
 * @throws Refused 404 when there is no such flag; 409 when it was already settled, or the payment can no longer be accepted.
 */
export async function settleFlag(
  billing: Billing,
  id: number,
  {
    decision,
    note,
    amount,
  }: { decision: 'accepted' | 'returned' | 'dismissed'; note: string; amount?: number | undefined },
  by: { userId: number; address: string | null },
): Promise<FlaggedRow> {
  const { db } = billing;
  const flag = await findFlag(db, id);
  if (!flag) throw notFound();
  await db.transaction(async (transaction) => {
    const family = flag.userId === null ? undefined : await lockFamily(billing, transaction, flag.userId);
    const now = family?.now ?? (await billing.now(transaction));
    if ((await resolveFlag(transaction, flag.id, { decision, userId: by.userId, note, at: now })) === 0)
      throw await decidedBefore(transaction, flag.id);
    const payment = flag.paymentId === null ? undefined : await lockPayment(transaction, flag.paymentId);
    let received: number | null = null;
    if (decision === 'accepted') {
      if (!payment) throw conflict('no-payment', 'Não há pagamento nosso a que isto pertença.');
      if (!family)
        throw conflict('no-family', 'Esta conta foi apagada: já não há a quem dar o plano. Devolva o dinheiro.');
      if (family.subscriber.role !== 'parent') throw conflict('no-family', 'Esta conta já não é de uma família.');
      if (payment.reversedAt) throw reversedBefore();
      if (payment.status === 'completed') throw conflict('payment-completed', 'Este pagamento já está concluído.');
      // If the payment was flagged for another reason, the administrator has not been told that the discount is no longer due.
      if (flag.notificationType !== 'discount_used' && (await isDiscountUsed(transaction, payment)))
        throw conflict(
          'discount-used',
          'O desconto deste pagamento já não se aplica. Devolva o dinheiro, ou receba a diferença e ajuste o plano à mão.',
        );
      received = receivedBy(flag, amount, payment);
      await fulfil(transaction, family.subscriber, payment, { received, callbackData: { flag: flag.id } }, now);
    }
    // The family is notified of an acceptance as of every completed payment.
    else if (payment && family?.subscriber.role === 'parent')
      await emit(transaction, 'payment-settled', {
        userId: flag.userId,
        flag: flag.id,
        planId: payment.planId,
        decision,
        received: readAmount(flag.rawData),
        staysPaid: payment.status === 'completed',
      });
    await audit(transaction, {
      ...by,
      action: 'payment.flag-resolved',
      subject: payment ? `payment ${payment.id}` : `notification ${flag.id}`,
      before: { status: payment?.status ?? null },
      // The flag's kind is what was decided about, and has not changed.
      after: {
        flag: flag.notificationType,
        decision,
        status: decision === 'accepted' ? 'completed' : (payment?.status ?? null),
        ...(received === null ? {} : { amount: received }),
        reason: note,
      },
    });
  });
  return (await findFlag(db, flag.id)) as FlaggedRow;
}

/** Returns the whole Kz that a message says arrived. @returns null if it does not, with cêntimos, or in another currency. */
const readAmount = ({ amount, currency = 'AOA' }: Record<string, unknown>): number | null =>
  (currency === 'AOA' && wholeKz(amount)) || null;

/**
 * Returns the whole Kz that arrived: as the message says, or else as the administrator does. A message without any amount, of a simulation,
 * is about the amount that was asked.
 *
 * @throws Refused 400 when neither tells.
 */
function receivedBy(flag: FlaggedRow, told: number | undefined, payment: PaymentRow): number {
  const read = readAmount(flag.rawData) ?? told;
  if (read) return read;
  if (flag.rawData['amount'] === undefined) return payment.amount;
  throw invalid({ amount: HOW_MUCH }, HOW_MUCH);
}

/** Names who was faster, so that two administrators do not both send the money back. */
async function decidedBefore(db: Queryable, id: number) {
  const flag = await findFlag(db, id);
  return conflict(
    'already-resolved',
    `${flag?.decidedBy ?? 'Outra pessoa'} já decidiu isto entretanto. Veja em «Decisões» o que ficou decidido.`,
  );
}

const reversedBefore = () =>
  conflict('payment-reversed', 'Este pagamento foi anulado. Peça à família que comece outro.');

/**
 * Reverts a payment that was confirmed by mistake or has been paid back: restores the plan, annuls the receipt, frees the discount. The
 * money itself is settled between the family and the bank.
 *
 * @throws Refused 404 when no family has this payment; 409 when it is not completed, or the plan has changed since.
 */
async function reverseConfirmation(
  billing: Billing,
  transactionId: string,
  { what, reason }: { what: 'mistake' | 'refunded'; reason: string },
  by: { userId: number | null; address: string | null },
): Promise<PaymentRow> {
  const found = await findPayment(billing.db, transactionId);
  if (!found?.userId) throw notFound();
  const { userId } = found;
  return billing.db.transaction(async (transaction) => {
    const family = await lockFamily(billing, transaction, userId);
    if (!family) throw notFound();
    const { subscriber, now } = family;
    const payment = await lockPayment(transaction, found.id);
    if (payment?.status !== 'completed') throw conflict('not-completed', 'Este pagamento não está concluído.');
    const change = await findChangeOf(transaction, payment.id);
    const after = change?.last ? afterReversal(subscriber, payment.planId, change) : null;
    if (!change || !after)
      throw conflict(
        'changed-since',
        'O plano desta família já mudou depois deste pagamento. Ajuste o plano à mão e devolva o dinheiro.',
      );
    await writeStanding(transaction, subscriber, after, { kind: 'reversed', at: now, planId: payment.planId });
    await emit(transaction, 'payment-reversed', {
      userId,
      paymentId: payment.id,
      planId: payment.planId,
      amount: payment.received ?? payment.amount,
      what,
      runs: after.planId,
      until: after.until,
    });
    await annulReceipt(transaction, payment.id, now);
    const reversed = (await reversePayment(transaction, payment.id, now)) as PaymentRow;
    // A transfer that was paid back has been used.
    if (what === 'mistake') await releaseTransfer(transaction, payment.id);
    await giveBackReferrals(transaction, change.id);
    await unmarkPaid(transaction, userId);
    await audit(transaction, {
      ...by,
      action: 'payment.reversed',
      subject: `payment ${payment.id}`,
      before: { status: payment.status },
      after: {
        status: 'reversed',
        amount: payment.received ?? payment.amount,
        ...(what === 'refunded' ? { decision: 'returned' } : {}),
        reason,
      },
    });
    return reversed;
  });
}

/**
 * Gives a family a plan, or changes the end of its plan, and writes the reason to the audit log.
 *
 * @param seen the plan that the administrator saw: of two who do it at once, the second would only add to what the first gave.
 * @throws Refused 404 when there is no such family; 409 when its plan is no longer the one seen.
 */
export async function grantPlan(
  billing: Billing,
  userId: number,
  { planId, until, reason, seen }: { planId: PaidPlan; until: Date; reason: string; seen?: SeenPlan | undefined },
  by: { userId: number | null; address: string | null },
): Promise<void> {
  await billing.db.transaction(async (transaction) => {
    const family = await lockFamily(billing, transaction, userId);
    if (!family) throw notFound();
    const { subscriber, now } = family;
    if (subscriber.role !== 'parent') throw conflict('no-family', 'Só as contas de encarregados têm plano.');
    if (seen && !isStill(seen, subscriber, now))
      throw conflict('plan-changed', 'O plano desta família mudou entretanto. Feche a conta e abra-a outra vez.');
    const after = afterGrant(subscriber, planId, until, now);
    const changeId = await writeStanding(transaction, subscriber, after, { kind: 'granted', at: now, planId });
    await emit(transaction, 'plan-granted', { userId, changeId, planId, until, before: subscriber.planId });
    const shownOf = (plan: PlanId, end: Date | null) => ({ plan, until: end && dateInLuanda(end) });
    await audit(transaction, {
      ...by,
      action: 'user.plan-granted',
      subject: `user ${userId}`,
      before: shownOf(subscriber.planId, subscriber.until),
      after: { ...shownOf(planId, until), reason },
    });
  });
}

interface SeenPlan {
  planId: PlanId;
  /** ISO 8601; null for the free plan. */
  until: string | null;
}

/** Whether a family still has the plan that was seen. One that has ended since is none that somebody else changed. */
function isStill(seen: SeenPlan, has: { planId: PlanId; until: Date | null }, now: Date): boolean {
  if (seen.until === null) return has.planId === 'free';
  const until = Date.parse(seen.until);
  return until <= now.getTime() || (has.planId === seen.planId && has.until?.getTime() === until);
}

/** Returns the metrics of payments by state, and of flags that wait for a decision. */
export const paymentFigures = (db: Database): Figure[] => [
  {
    name: 'payments',
    help: 'Payments begun in the last seven days, by state',
    label: 'state',
    read: () => countRecentPayments(db),
  },
  { name: 'payments_flagged', help: 'Events that wait for a decision about money', read: () => countFlagged(db) },
];
