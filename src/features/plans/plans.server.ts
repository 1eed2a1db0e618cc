import { notSignedIn, planRequired } from '../../server/errors.ts';
import type { Frame } from '../../server/http.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { chooseFree, chooseNif, chooseRenewal, restoreParked } from './choices.server.ts';
import { type Money, priceFor } from './money.server.ts';
import { shown } from './payments.server.ts';
import { findOpenPayment } from './payments.store.ts';
import {
  afterYear,
  type Credit,
  creditedDays,
  daysOf,
  effectOf,
  graceEnd,
  type PaidPlan,
  settled,
} from './period.rules.ts';
import { type Offer, plansContract, type Subscription } from './plans.contract.ts';
import { PLANS } from './plans.rules.ts';
import { discountFor, discountFrom } from './referrals.rules.ts';
import { countReferrals } from './referrals.store.ts';
import { findHolder, type Holder } from './standing.store.ts';

/** A family's plan as it is shown: what holds now, what follows, what a year would cost and do. */
export async function readSubscription(money: Money, userId: number): Promise<Subscription> {
  const { db } = money;
  const found = await findHolder(db, userId, false);
  if (!found) throw notSignedIn();
  const now = await money.now(db);
  const holder: Holder = { ...found, ...settled(found, now) };
  const [open, counts] = await Promise.all([findOpenPayment(db, userId), countReferrals(db, userId)]);
  const running = holder.planId !== 'free';
  const inGrace = running && holder.until !== null && holder.until <= now;
  const days = (credits: readonly Credit[]) =>
    credits.map(({ planId, milliseconds }) => ({ planId, days: daysOf(milliseconds) }));
  return {
    planId: holder.planId,
    since: holder.since?.toISOString() ?? null,
    until: holder.until?.toISOString() ?? null,
    graceUntil: inGrace ? (graceEnd(holder)?.toISOString() ?? null) : null,
    renewal: holder.renewal,
    coveredChildren: PLANS[holder.planId].coveredChildren,
    next: days(holder.next),
    parked: days(holder.parked),
    discount: { percent: discountFor(counts.paid).percent, appliesTo: discountFrom(holder) },
    openPayment: open && open.expiresAt > now ? ((await shown(money, db, [open]))[0] ?? null) : null,
    offers: PLAN_IDS.filter((planId): planId is PaidPlan => planId !== 'free').map((planId) =>
      offer(holder, planId, counts.paid, now),
    ),
    nif: holder.nif,
    simulated: money.gateway.browserCompletes,
  };
}

function offer(holder: Holder, planId: PaidPlan, paid: number, now: Date): Offer {
  const effect = effectOf(holder, planId, now);
  const after = afterYear(holder, planId, now);
  let startsAt = now;
  let until = after.until ?? now;
  if (effect === 'extend') startsAt = holder.until ?? now;
  if (effect === 'after') {
    const credit = (list: readonly Credit[]) => list.find((one) => one.planId === planId)?.milliseconds ?? 0;
    // What follows runs one after the other, the dearest first.
    const earlier = after.next.slice(
      0,
      after.next.findIndex((one) => one.planId === planId),
    );
    const before = earlier.reduce((sum, one) => sum + one.milliseconds, 0) + credit(holder.next);
    startsAt = new Date(until.getTime() + before);
    until = new Date(startsAt.getTime() + credit(after.next) - credit(holder.next));
  }
  return {
    planId,
    ...priceFor(holder, planId, paid),
    effect,
    creditedDays: creditedDays(holder, planId, now),
    startsAt: startsAt.toISOString(),
    until: until.toISOString(),
  };
}

/** The caller's plan, and what a parent decides about it without paying. */
export function bindPlans(frame: Frame, money: Money): void {
  frame.bind(plansContract, {
    'GET /api/subscription': (call) => readSubscription(money, call.caller.userId),

    'POST /api/subscription': async (call) => {
      if (call.body.subscriptionType !== 'free')
        throw planRequired('payment-required', 'Este plano activa-se com um pagamento. Escolha como quer pagar.');
      await chooseFree(money, call.caller.userId);
      return readSubscription(money, call.caller.userId);
    },

    'PUT /api/subscription/renewal': async (call) => {
      await chooseRenewal(money, call.caller.userId, call.body.renewal);
      return readSubscription(money, call.caller.userId);
    },

    'POST /api/subscription/restore': async (call) => {
      await restoreParked(money, call.caller.userId);
      return readSubscription(money, call.caller.userId);
    },

    'PUT /api/subscription/nif': async (call) => {
      await chooseNif(money, call.caller.userId, call.body.nif);
      return readSubscription(money, call.caller.userId);
    },
  });
}
