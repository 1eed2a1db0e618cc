import type { Database } from '../../server/db.ts';
import { createLog } from '../../server/log.ts';
import { takeWord } from './completing.server.ts';
import { openSimulated } from './gateways/simulated.server.ts';
import { beginPayment } from './payments.server.ts';
import type { PaidPlan } from './period.rules.ts';
import { PLANS } from './plans.rules.ts';

/** Records a payment as if it had been made at a moment in the past, with all that follows from it. For demonstrations. */
export async function recordPastPayment(db: Database, userId: number, planId: PaidPlan, at: Date): Promise<void> {
  const money = { db, log: createLog('silent'), gateway: openSimulated(), now: async () => at };
  const { payment } = await beginPayment(money, userId, {
    planId,
    amount: PLANS[planId].yearlyPrice,
    paymentMethod: 'multicaixa',
  });
  if (payment) await takeWord(money, payment, { from: 'browser', key: `browser:${payment.transactionId}`, raw: {} });
}
