import type { Queryable } from '../../../server/db/db.ts';
import { type Event, listen } from '../../../server/jobs/outbox.ts';
import type { Notice } from './kinds.rules.ts';
import {
  discountEarned,
  paymentConfirmed,
  paymentFlagged,
  paymentReversed,
  paymentSettled,
  planEnded,
  planEnding,
  planGranted,
  renewalReady,
  renewalRedeemed,
} from './money.rules.ts';
import { tell } from './telling.server.ts';

type Payload = Record<string, unknown>;

/** Dates in an event are text: the outbox stores JSON. */
const withMoments = (payload: Payload): Payload =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      ['until', 'completedAt'].includes(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );

/** A listener that notifies the family of an event with this text, if there is one. */
const telling =
  <What>(words: (what: What, now: Date) => Notice | undefined) =>
  async (transaction: Queryable, { payload }: Event): Promise<void> => {
    const notice = words(withMoments(payload) as What, new Date());
    if (notice) await tell(transaction, Number(payload['userId']), [notice]);
  };

const LISTENERS = {
  'payment-completed': telling(paymentConfirmed),
  'plan-ending': telling(planEnding),
  'plan-ended': telling(planEnded),
  'renewal-created': telling(renewalReady),
  'renewal-redeemed': telling(renewalRedeemed),
  'discount-earned': telling(discountEarned),
  'plan-granted': telling(planGranted),
  'payment-reversed': telling(paymentReversed),
  'payment-flagged': telling(paymentFlagged),
  'payment-settled': telling(paymentSettled),
};

/** Notifies families of changes to their plans and payments. */
export function listenToMoney(): void {
  for (const [kind, listener] of Object.entries(LISTENERS)) listen(kind, listener);
}
