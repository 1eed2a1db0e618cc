import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { listen } from '../../../server/jobs/outbox.ts';
import { queueMail } from '../../../server/mail/mail.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { refuseCrowded } from '../accounts/accounts.server.ts';
import { updateEmailVerified } from '../accounts/accounts.store.ts';
import { verificationContract } from './verification.contract.ts';
import { MAX_WAITING, VERIFICATION_DAYS, VERIFICATION_PAUSE_MINUTES, verificationMail } from './verification.rules.ts';
import {
  countWaiting,
  deleteOldVerifications,
  findVerification,
  insertVerification,
  lockEmail,
  secondsToWait,
} from './verification.store.ts';

/**
 * Queues the mail that asks the owner of an account to verify its address. Does nothing if it is verified.
 *
 * @returns the seconds until another one may be sent, if one was sent in the last hour; otherwise 0.
 */
export async function requestVerification(transaction: Queryable, userId: number): Promise<number> {
  const account = await lockEmail(transaction, userId);
  if (!account || account.isVerified) return 0;
  const { email } = account;
  const wait = await secondsToWait(transaction, userId, email, VERIFICATION_PAUSE_MINUTES);
  if (wait > 0) return wait;
  if ((await countWaiting(transaction, email)) >= MAX_WAITING) return VERIFICATION_PAUSE_MINUTES * 60;
  const token = randomBytes(32).toString('base64url');
  await insertVerification(transaction, { tokenHash: hashToken(token), userId, email, days: VERIFICATION_DAYS });
  await queueMail(transaction, {
    ...verificationMail(token),
    to: email,
    userId,
    purpose: 'verification',
    uselessAt: new Date(Date.now() + VERIFICATION_DAYS * DAY_MS),
  });
  return 0;
}

/**
 * Marks an address as verified after its owner has used a link sent to it.
 *
 * @throws Refused 400 if the mailbox already has the maximum number of verified accounts.
 * @returns whether it is still the account's address.
 */
export async function verifyEmail(transaction: Queryable, userId: number, email: string): Promise<boolean> {
  const account = await lockEmail(transaction, userId);
  if (account && !account.isVerified) await refuseCrowded(transaction, email, false);
  return (await updateEmailVerified(transaction, userId, email)) > 0;
}

const expired = () =>
  new Refused(400, 'link-expired', 'Esta ligação já não serve. Peça outra nas Definições da sua conta.');

/** Binds the endpoints that send a link and verify an address with it. */
export function bindVerification(frame: Frame): void {
  const { db, log } = frame;
  listen('user-registered', async (transaction, { payload }) => {
    await requestVerification(transaction, Number(payload['userId']));
  });
  frame.bind(verificationContract, {
    'POST /api/account/email/verification': async ({ caller }) => {
      const retryAfter = await db.transaction((transaction) => requestVerification(transaction, caller.userId));
      if (retryAfter > 0)
        throw new Refused(
          429,
          'verification-sent',
          'Enviámos a ligação há menos de uma hora. Procure-a também no spam (lixo electrónico).',
          { retryAfter },
        );
      return null;
    },

    'PUT /api/account/email/verification': async ({ caller, body }) => {
      const found = await findVerification(db, hashToken(body.token));
      if (!found) throw expired();
      if (found.userId !== caller.userId)
        throw new Refused(403, 'other-account', 'Esta ligação é de outra conta. Entre nessa conta para confirmar.');
      const isVerified = await db.transaction((transaction) => verifyEmail(transaction, found.userId, found.email));
      if (!isVerified) throw expired();
      log.info({ event: 'email-verified', userId: found.userId }, 'an address was verified');
      return null;
    },
  });
}

/** Returns the periodic jobs of verification. */
export const verificationWork = (db: Database): Periodic[] => [
  { name: 'forget-email-verifications', every: 3600, work: () => deleteOldVerifications(db) },
];
