import { audit } from '../../server/audit.ts';
import type { Database } from '../../server/db.ts';
import { conflict, notFound } from '../../server/errors.ts';
import type { Figure } from '../../server/figures.ts';
import { type Frame, tellTotal } from '../../server/http.ts';
import { fulfil, takeWord } from './completing.server.ts';
import {
  countFlagged,
  countRecentPayments,
  type FlaggedRow,
  findFlag,
  findFlagged,
  resolveFlag,
} from './desk.store.ts';
import { lockFamily, type Money } from './money.server.ts';
import { moneyDeskContract } from './payments.contract.ts';
import { shown } from './payments.server.ts';
import { findPayment, lockPayment } from './payments.store.ts';

const MOST_LISTED = 500;

const flagShown = (row: FlaggedRow) => ({ ...row, createdAt: row.createdAt.toISOString() });

/** What an administrator does about money: every change is in the audit log. */
export function bindMoneyDesk(frame: Frame, money: Money): void {
  const { db } = frame;
  frame.bind(moneyDeskContract, {
    'POST /api/admin/payments/:transactionId/confirm': async (call) => {
      const found = await findPayment(db, call.params.transactionId);
      if (!found?.userId) throw notFound();
      const { bankReference } = call.body;
      const { caller, address } = call;
      const key = `transfer:${bankReference.replace(/\s+/g, '').toUpperCase()}`;
      const word = { from: 'transfer', key, raw: { bankReference, confirmedBy: caller.userId } } as const;
      const { outcome, payment } = await takeWord(money, found, word, (transaction, before, after) =>
        audit(transaction, {
          userId: caller.userId,
          action: 'payment.confirmed',
          subject: `payment ${after.id}`,
          before: { status: before.status },
          after: { status: after.status, amount: after.amount, bankReference },
          address,
        }),
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
      return { success: true, payment: (await shown(money, db, [payment]))[0] as never };
    },

    'GET /api/admin/payments/flagged': async (call) => {
      const { limit = MOST_LISTED, page = 1 } = call.query;
      tellTotal(call, '/api/admin/payments/flagged', {}, page, limit, await countFlagged(db));
      return (await findFlagged(db, limit, (page - 1) * limit)).map(flagShown);
    },

    'POST /api/admin/payments/flagged/:id/resolve': async (call) => {
      const { caller, address } = call;
      return flagShown(await settleFlag(money, call.params.id, call.body, { userId: caller.userId, address }));
    },
  });
}

/**
 * Settles what was flagged, once: accepted as the payment that it was meant for, given back, or of no concern.
 *
 * @throws Refused 404 for no flag; 409 when it was settled before, or the payment cannot be accepted any more.
 */
export async function settleFlag(
  money: Money,
  id: number,
  { decision, note }: { decision: 'accepted' | 'returned' | 'dismissed'; note: string },
  by: { userId: number; address: string | null },
): Promise<FlaggedRow> {
  const { db } = money;
  const flag = await findFlag(db, id);
  if (!flag) throw notFound();
  await db.transaction(async (transaction) => {
    const family = flag.userId === null ? undefined : await lockFamily(money, transaction, flag.userId);
    const now = family?.now ?? (await money.now(transaction));
    if ((await resolveFlag(transaction, flag.id, { decision, userId: by.userId, note, at: now })) === 0)
      throw conflict('already-resolved', 'Isto já foi resolvido.');
    const payment = flag.paymentId === null ? undefined : await lockPayment(transaction, flag.paymentId);
    if (decision === 'accepted') {
      if (!payment || !family) throw conflict('no-payment', 'Não há pagamento nosso a que isto pertença.');
      if (family.holder.role !== 'parent') throw conflict('no-family', 'Esta conta já não é de uma família.');
      if (payment.status === 'completed') throw conflict('payment-completed', 'Este pagamento já está concluído.');
      await fulfil(transaction, family.holder, payment, { flag: flag.id }, now);
    }
    await audit(transaction, {
      ...by,
      action: 'payment.flag-resolved',
      subject: payment ? `payment ${payment.id}` : `notification ${flag.id}`,
      before: { flag: flag.notificationType, status: payment?.status ?? null },
      after: { decision, status: decision === 'accepted' ? 'completed' : (payment?.status ?? null) },
    });
  });
  return (await findFlag(db, flag.id)) as FlaggedRow;
}

/** What becomes of payments, and what waits for a decision. */
export const paymentFigures = (db: Database): Figure[] => [
  {
    name: 'payments',
    help: 'Payments begun in the last seven days, by state',
    label: 'state',
    read: () => countRecentPayments(db),
  },
  { name: 'payments_flagged', help: 'Events that wait for a decision about money', read: () => countFlagged(db) },
];
