import type { Feature } from '../../../server/feature.ts';
import { openBilling } from './billing.server.ts';
import { bindPaymentDesk, paymentFigures } from './desk.server.ts';
import { bindPayments } from './payments.server.ts';
import { bindReceipts } from './receipts.server.ts';
import { bindReferrals } from './referrals.server.ts';

export const payments: Feature = {
  routes(frame) {
    const billing = openBilling(frame);
    bindPayments(frame, billing);
    bindReceipts(frame);
    bindReferrals(frame, billing);
    bindPaymentDesk(frame, billing);
  },
  figures: paymentFigures,
};
