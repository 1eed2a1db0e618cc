import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../server/db/db.ts';
import type { Frame } from '../../../server/http/http.ts';
import { keyedHash } from '../../../server/http/signing.ts';
import { type Event, emit, listen } from '../../../server/jobs/outbox.ts';
import { settled } from '../plans/period.rules.ts';
import { findSubscriber } from '../plans/standing.store.ts';
import type { Billing } from './billing.server.ts';
import { referralsContract } from './referrals.contract.ts';
import { discountFor, discountFrom, phoneOfOnePerson, REFERRAL_STEPS } from './referrals.rules.ts';
import {
  countReferrals,
  ensureCode,
  findFirstPayment,
  findPerson,
  findReferrer,
  hasEarlierMailbox,
  insertReferral,
  lockReferrerOf,
  markPaid,
  type Person,
  type ReferralRefusal,
} from './referrals.store.ts';

/** Letters and digits that cannot be confused. A code of thirteen has 65 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{13}$/;

const newCode = () => [...randomBytes(13)].map((byte) => ALPHABET[byte % 32]).join('');

/** Set once for each process, because events are delivered without a frame. */
let secretKey = '';

/** Records that an account was created with a referral code, once, and the reason if the referral does not count. */
async function onUserRegistered(transaction: Queryable, { payload }: Event): Promise<void> {
  const code = String(payload['ref'] ?? '')
    .trim()
    .toUpperCase();
  if (!CODE.test(code)) return;
  const userId = Number(payload['userId']);
  // A payment may be completed before this event is delivered: the family's lock decides which of the two counts it.
  await findSubscriber(transaction, userId, true);
  const [referrer, referred] = [await findReferrer(transaction, code), await findPerson(transaction, userId)];
  if (!referrer || !referred || referrer.role !== 'parent' || referrer.id === referred.id) return;
  const refused = await refusalOf(transaction, referrer, referred);
  const emailKey = keyedHash(secretKey, 'referral-email', referred.mailbox);
  const about = { referrerId: referrer.id, referredId: referred.id };
  if ((await insertReferral(transaction, { ...about, emailKey: refused ? null : emailKey, refused })) === 0)
    await insertReferral(transaction, { ...about, emailKey: null, refused: 'second-use' });
  const first = await findFirstPayment(transaction, userId);
  if (first) await countPaid(transaction, userId, first.completedAt, first.id);
}

/**
 * Counts the referral of an account that has paid for the first time, and notifies the referrer if it earns a discount. The caller holds
 * the family's lock.
 */
export async function countPaid(transaction: Queryable, userId: number, at: Date, paymentId: number): Promise<void> {
  const referral = await lockReferrerOf(transaction, userId);
  if (!referral || (await markPaid(transaction, userId, at)) === 0) return;
  const { paid } = await countReferrals(transaction, referral.referrerId);
  if (!REFERRAL_STEPS.some((step) => step.paid === paid)) return;
  const { percent } = discountFor(paid);
  await emit(transaction, 'discount-earned', { userId: referral.referrerId, paid, percent, paymentId });
}

/**
 * Returns the reason why a referral is not rewarded, or null if it is rewarded. It is not when the same person seems to own both accounts
 * (same mailbox or telephone number), or when the mailbox of the new account has already been used for another one.
 */
async function refusalOf(db: Queryable, referrer: Person, referred: Person): Promise<ReferralRefusal | null> {
  if (referrer.mailbox === referred.mailbox) return 'same-email';
  const phone = phoneOfOnePerson(referred.phone);
  if (phone !== null && phone === phoneOfOnePerson(referrer.phone)) return 'same-phone';
  return (await hasEarlierMailbox(db, referred.id, referred.mailbox)) ? 'second-use' : null;
}

/** Binds the endpoint of the caller's code and its progress. */
export function bindReferrals(frame: Frame, billing: Billing): void {
  const { db, config } = frame;
  secretKey = config.secretKey;
  listen('user-registered', onUserRegistered);
  frame.bind(referralsContract, {
    'GET /api/referrals': async (call) => {
      const { userId } = call.caller;
      const code = await ensureCode(db, userId, newCode());
      const [{ waiting, paid }, subscriber] = await Promise.all([
        countReferrals(db, userId),
        findSubscriber(db, userId, false),
      ]);
      return {
        code,
        link: `${config.publicUrl}/auth?tab=register&ref=${code}`,
        waiting,
        paid,
        steps: REFERRAL_STEPS.map((step) => ({ ...step, reached: paid >= step.paid })),
        discountPercent: discountFor(paid).percent,
        appliesTo: subscriber ? discountFrom(settled(subscriber, await billing.now(db))) : ('purchase' as const),
      };
    },
  });
}
