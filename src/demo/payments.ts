import { recordConfirmation } from '../domains/money/payments/completing.server.ts';
import { openSimulated } from '../domains/money/payments/gateways/simulated.server.ts';
import { beginPayment } from '../domains/money/payments/payments.server.ts';
import { saveTransferAccount } from '../domains/money/payments/transfer-account.server.ts';
import type { PaidPlan } from '../domains/money/plans/period.rules.ts';
import { PLANS } from '../domains/money/plans/plans.rules.ts';
import type { Database } from '../server/db/db.ts';
import { createLog } from '../server/watch/log.ts';

/** Records a payment that was completed in the past, with all its effects. Used for demonstrations. */
export async function recordPastPayment(db: Database, userId: number, planId: PaidPlan, at: Date): Promise<void> {
  const billing = { db, log: createLog('silent'), gateway: openSimulated(), now: async () => at };
  const { payment } = await beginPayment(billing, userId, {
    planId,
    amount: PLANS[planId].yearlyPrice,
    paymentMethod: 'multicaixa',
  });
  if (payment)
    await recordConfirmation(billing, payment, { from: 'browser', key: `browser:${payment.transactionId}`, raw: {} });
}

/** Saves a fictitious account with valid check digits, so that a demonstration includes transfers. */
export const saveDemoAccount = (db: Database, adminId: number): Promise<boolean> =>
  db.transaction((transaction) =>
    saveTransferAccount(
      transaction,
      { iban: 'AO06999900001234567890122', beneficiary: 'Caderneta Educação (conta de exemplo)' },
      { userId: adminId, address: null },
    ),
  );
