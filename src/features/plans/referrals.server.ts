import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../server/db.ts';
import type { Frame } from '../../server/http.ts';
import { type Event, listen } from '../../server/outbox.ts';
import type { Money } from './money.server.ts';
import { settled } from './period.rules.ts';
import { referralsContract } from './referrals.contract.ts';
import { discountFor, emailOfOnePerson, phoneOfOnePerson, REFERRAL_STEPS } from './referrals.rules.ts';
import {
  countReferrals,
  ensureCode,
  findEarlierEmails,
  findPerson,
  findReferrer,
  insertReferral,
  type Person,
  type ReferralRefusal,
} from './referrals.store.ts';
import { findHolder } from './standing.store.ts';

/** Letters and digits that are not taken for one another; thirteen of them are 65 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{13}$/;

const newCode = () => [...randomBytes(13)].map((byte) => ALPHABET[byte % 32]).join('');

/** A new account that came with a code: noted once, with why it does not count if it does not. */
async function onUserRegistered(transaction: Queryable, { payload }: Event): Promise<void> {
  const code = String(payload['ref'] ?? '')
    .trim()
    .toUpperCase();
  if (!CODE.test(code)) return;
  const [referrer, referred] = await Promise.all([
    findReferrer(transaction, code),
    findPerson(transaction, Number(payload['userId'])),
  ]);
  if (!referrer || !referred || referrer.role !== 'parent' || referrer.id === referred.id) return;
  const email = emailOfOnePerson(referred.email);
  const refused = await refusalOf(transaction, referrer, referred, email);
  const emailKey = createHash('sha256').update(email).digest();
  const about = { referrerId: referrer.id, referredId: referred.id };
  if ((await insertReferral(transaction, { ...about, emailKey: refused ? null : emailKey, refused })) === 0)
    await insertReferral(transaction, { ...about, emailKey: null, refused: 'second-use' });
}

/** Why a referral does not count: one's own second account, or somebody who had an account before. */
async function refusalOf(
  db: Queryable,
  referrer: Person,
  referred: Person,
  email: string,
): Promise<ReferralRefusal | null> {
  if (emailOfOnePerson(referrer.email) === email) return 'same-email';
  const phone = phoneOfOnePerson(referred.phone);
  if (phone !== null && phone === phoneOfOnePerson(referrer.phone)) return 'same-phone';
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const earlier = await findEarlierEmails(db, referred.id, domain);
  return earlier.some((one) => emailOfOnePerson(one.email) === email) ? 'second-use' : null;
}

/** The caller's code, and how far it has come. */
export function bindReferrals(frame: Frame, money: Money): void {
  const { db, config } = frame;
  listen('user-registered', onUserRegistered);
  frame.bind(referralsContract, {
    'GET /api/referrals': async (call) => {
      const { userId } = call.caller;
      const code = await ensureCode(db, userId, newCode());
      const [{ waiting, paid }, holder] = await Promise.all([
        countReferrals(db, userId),
        findHolder(db, userId, false),
      ]);
      const running = holder && settled(holder, await money.now(db)).planId !== 'free';
      return {
        code,
        link: `${config.publicUrl}/auth?tab=register&ref=${code}`,
        waiting,
        paid,
        steps: REFERRAL_STEPS.map((step) => ({ ...step, reached: paid >= step.paid })),
        discountPercent: discountFor(paid).percent,
        appliesTo: running ? ('renewal' as const) : ('purchase' as const),
      };
    },
  });
}
