import type { Queryable } from '../../../server/db/db.ts';
import { conflict, notSignedIn } from '../../../server/http/errors.ts';
import { type Billing, lockFamily, writeStanding } from '../payments/billing.server.ts';
import { closeAndRecord } from '../payments/completing.server.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { updateMissingNif } from '../payments/receipts.store.ts';
import { afterFree, afterRestore } from '../plans/period.rules.ts';
import { type Subscriber, upsertNif, upsertRenewal } from '../plans/standing.store.ts';

// A parent's changes to the plan without payment. Each takes the family's lock and is safe to repeat.

/** Rate limit of pausing and resuming a plan: each change is kept for good. */
export const PLAN_CHOICES = { name: 'plan-choices', hits: 10, seconds: 3600 } as const;

function decide(
  billing: Billing,
  userId: number,
  work: (transaction: Queryable, subscriber: Subscriber, now: Date) => Promise<void>,
): Promise<void> {
  return billing.db.transaction(async (transaction) => {
    const family = await lockFamily(billing, transaction, userId);
    if (!family) throw notSignedIn();
    await work(transaction, family.subscriber, family.now);
  });
}

async function giveUpOpen(transaction: Queryable, userId: number, now: Date, which: 'any' | 'renewal'): Promise<void> {
  const open = await findOpenPayment(transaction, userId);
  if (open && (which === 'any' || open.kind === 'renewal'))
    await closeAndRecord(transaction, open, 'cancelled', 'superseded', now);
}

/** Changes to the free plan at once; unused time is parked (`afterFree`), and open payments are cancelled. */
export function chooseFree(billing: Billing, userId: number): Promise<void> {
  return decide(billing, userId, async (transaction, subscriber, now) => {
    if (subscriber.planId === 'free') return;
    await giveUpOpen(transaction, userId, now, 'any');
    await writeStanding(transaction, subscriber, afterFree(subscriber, now), { kind: 'parked', at: now });
    billing.log.info({ event: 'plan-parked', userId }, 'a family chose the free plan');
  });
}

/**
 * Resumes parked plans.
 *
 * @throws Refused 409 if there are none.
 */
export function restoreParked(billing: Billing, userId: number): Promise<void> {
  return decide(billing, userId, async (transaction, subscriber, now) => {
    if (subscriber.parked.length === 0) throw conflict('nothing-parked', 'Não há dias guardados para retomar.');
    await giveUpOpen(transaction, userId, now, 'any');
    await writeStanding(transaction, subscriber, afterRestore(subscriber, now), { kind: 'restored', at: now });
  });
}

/** Cancels the renewal, with the payment created for it, or turns it on again. */
export function chooseRenewal(billing: Billing, userId: number, renewal: boolean): Promise<void> {
  return decide(billing, userId, async (transaction, _subscriber, now) => {
    if (!renewal) await giveUpOpen(transaction, userId, now, 'renewal');
    await upsertRenewal(transaction, userId, renewal);
  });
}

/** Stores the taxpayer number, and adds it to receipts that have none. */
export function chooseNif(billing: Billing, userId: number, nif: string | null): Promise<void> {
  return decide(billing, userId, async (transaction) => {
    await upsertNif(transaction, userId, nif);
    if (nif) await updateMissingNif(transaction, userId, nif);
  });
}
