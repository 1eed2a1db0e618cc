import { notSignedIn, planRequired } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { consumeRateLimit } from '../../../server/http/rate-limits.ts';
import { PLAN_IDS } from '../../../shared/words.ts';
import { type Billing, priceFor } from '../payments/billing.server.ts';
import { shown } from '../payments/payments.server.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { discountFor, discountFrom } from '../payments/referrals.rules.ts';
import { countReferrals } from '../payments/referrals.store.ts';
import { readTransferAccount } from '../payments/transfer-account.server.ts';
import {
  afterYear,
  type Credit,
  creditedDays,
  daysOf,
  effectOf,
  graceEnd,
  type PaidPlan,
  settled,
} from '../plans/period.rules.ts';
import { PLANS } from '../plans/plans.rules.ts';
import { findEnded, findSubscriber, type Subscriber } from '../plans/standing.store.ts';
import { chooseFree, chooseNif, chooseRenewal, PLAN_CHOICES, restoreParked } from './choices.server.ts';
import { type Offer, plansContract, type Subscription } from './subscriptions.contract.ts';

/** Returns a family's plan as it is shown: the current plan, those that follow, and the cost and effect of another year. */
async function readSubscription(billing: Billing, userId: number): Promise<Subscription> {
  const { db } = billing;
  const found = await findSubscriber(db, userId, false);
  if (!found) throw notSignedIn();
  const now = await billing.now(db);
  const subscriber: Subscriber = { ...found, ...settled(found, now) };
  const running = subscriber.planId !== 'free';
  // Until the job has written that the plan ended, the stored plan says it.
  const unwritten = !running && found.planId !== 'free' ? { planId: found.planId, on: found.until } : undefined;
  const [open, counts, account, written] = await Promise.all([
    findOpenPayment(db, userId),
    countReferrals(db, userId),
    readTransferAccount(db),
    running || unwritten ? undefined : findEnded(db, userId),
  ]);
  const ended = unwritten ?? written;
  const inGrace = running && subscriber.until !== null && subscriber.until <= now;
  const days = (credits: readonly Credit[]) =>
    credits.map(({ planId, milliseconds }) => ({ planId, days: daysOf(milliseconds) }));
  return {
    planId: subscriber.planId,
    since: subscriber.since?.toISOString() ?? null,
    until: subscriber.until?.toISOString() ?? null,
    graceUntil: inGrace ? (graceEnd(subscriber)?.toISOString() ?? null) : null,
    ended: ended ? { planId: ended.planId, on: ended.on?.toISOString() ?? null } : null,
    renewal: subscriber.renewal,
    coveredChildren: PLANS[subscriber.planId].coveredChildren,
    next: days(subscriber.next),
    parked: days(subscriber.parked),
    discount: { percent: discountFor(counts.paid).percent, appliesTo: discountFrom(subscriber) },
    openPayment: open && open.expiresAt > now ? ((await shown(billing, db, [open]))[0] ?? null) : null,
    offers: PLAN_IDS.filter((planId): planId is PaidPlan => planId !== 'free').map((planId) =>
      offer(subscriber, planId, counts.paid, now),
    ),
    nif: subscriber.nif,
    simulated: billing.gateway.browserCompletes,
    transfers: account.iban !== null,
  };
}

function offer(subscriber: Subscriber, planId: PaidPlan, paid: number, now: Date): Offer {
  const effect = effectOf(subscriber, planId, now);
  const after = afterYear(subscriber, planId, now);
  let startsAt = now;
  let until = after.until ?? now;
  if (effect === 'extend') startsAt = subscriber.until ?? now;
  if (effect === 'after') {
    const credit = (list: readonly Credit[]) => list.find((one) => one.planId === planId)?.milliseconds ?? 0;
    // The following plans run one after another, the most expensive first.
    const earlier = after.next.slice(
      0,
      after.next.findIndex((one) => one.planId === planId),
    );
    const before = earlier.reduce((sum, one) => sum + one.milliseconds, 0) + credit(subscriber.next);
    startsAt = new Date(until.getTime() + before);
    until = new Date(startsAt.getTime() + credit(after.next) - credit(subscriber.next));
  }
  return {
    planId,
    ...priceFor(subscriber, planId, paid),
    effect,
    creditedDays: creditedDays(subscriber, planId, now),
    startsAt: startsAt.toISOString(),
    until: until.toISOString(),
  };
}

/** Binds the caller's plan, and a parent's decisions about it that need no payment. */
export function bindPlans(frame: Frame, billing: Billing): void {
  frame.bind(plansContract, {
    'GET /api/subscription': (call) => readSubscription(billing, call.caller.userId),

    'POST /api/subscription': async (call) => {
      if (call.body.subscriptionType !== 'free')
        throw planRequired('payment-required', 'Este plano activa-se com um pagamento. Escolha como quer pagar.');
      await consumeRateLimit(billing.db, PLAN_CHOICES, String(call.caller.userId));
      await chooseFree(billing, call.caller.userId);
      return readSubscription(billing, call.caller.userId);
    },

    'PUT /api/subscription/renewal': async (call) => {
      await chooseRenewal(billing, call.caller.userId, call.body.renewal);
      return readSubscription(billing, call.caller.userId);
    },

    'POST /api/subscription/restore': async (call) => {
      await consumeRateLimit(billing.db, PLAN_CHOICES, String(call.caller.userId));
      await restoreParked(billing, call.caller.userId);
      return readSubscription(billing, call.caller.userId);
    },

    'PUT /api/subscription/nif': async (call) => {
      await chooseNif(billing, call.caller.userId, call.body.nif);
      return readSubscription(billing, call.caller.userId);
    },
  });
}
