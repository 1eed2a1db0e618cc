import type { Database } from '../../../server/db/db.ts';
import { createLog } from '../../../server/watch/log.ts';
import type { PaidPlan } from '../plans/period.rules.ts';
import { PLANS } from '../plans/plans.rules.ts';
import { recordConfirmation } from './completing.server.ts';
import { openSimulated } from './gateways/simulated.server.ts';
import { beginPayment } from './payments.server.ts';
import { saveTransferAccount } from './transfer-account.server.ts';

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
