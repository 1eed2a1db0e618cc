import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../server/config.ts';
import type { Database, Queryable } from '../../../server/db/db.ts';
import { conflict, invalid, notFound, notSignedIn } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import type { Periodic } from '../../../server/jobs/jobs.ts';
import { withdrawMails } from '../../../server/mail/mail.ts';
import type { Log } from '../../../server/watch/log.ts';
import { DAYS_TO_CHANGE_ONES_MIND } from '../../../shared/durations.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { ERASED_AT_A_TIME, maskedAddress, refusalOfPassword } from '../accounts/account.rules.ts';
import {
  deleteAbandonedUsers,
  deleteSessionByHandle,
  deleteSessions,
  findDevices,
  markForDeletion,
  replacePasswordHash,
  unmarkForDeletion,
  updateProfile,
  updateSessionToken,
} from '../accounts/account.store.ts';
import { hashPassword, refuseCrowded } from '../accounts/accounts.server.ts';
import { confirmPassword, userOf } from '../accounts/own-password.server.ts';
import { refuseUnconfirmed } from '../accounts/second-step.server.ts';
import { sendSecurityMail } from '../accounts/security-mail.server.ts';
import { requestVerification } from '../email-verification/verification.server.ts';
import { dropWaitingFactors, removePasskeys } from '../passkeys/passkeys.server.ts';
import { deleteCodeOf, deleteResetsOf } from '../recovery/recovery.store.ts';
import { accountContract } from './account.contract.ts';

/** Binds the endpoints for the signed-in user's own account. */
export function bindAccount(frame: Frame): void {
  const { db, log } = frame;
  frame.bind(accountContract, {
    'GET /api/account/sessions': async ({ caller }) => {
      const devices = await findDevices(db, caller.userId, caller.tokenHash);
      return devices.map((device) => ({ ...device, address: maskedAddress(device.address) }));
    },

    'DELETE /api/account/sessions/:handle': async (call) => {
      const { userId, tokenHash } = call.caller;
      const ended = await deleteSessionByHandle(db, userId, call.params.handle, tokenHash);
      if (!ended) throw notFound();
      if (ended.current) call.setSession(null);
      return null;
    },

    'PUT /api/account/profile': async (call) => {
      const { currentPassword, fullName, email, phone, gender, location } = call.body;
      const before = await userOf(db, call.caller.userId);
      if (email !== undefined && email !== before.email)
        await confirmPassword(db, before, call.caller.tokenHash, currentPassword ?? '', 'currentPassword');
      await db.transaction(async (transaction) => {
        if (email !== undefined && email.toLowerCase() !== before.email.toLowerCase())
          await refuseCrowded(transaction, email, false);
        const isNew = email !== undefined && email !== before.email;
        // Sent to the old address, because an attacker may control the new one.
        if (isNew) await sendSecurityMail(transaction, before, 'email_changed');
        // An unchanged address is not written, because a concurrent request may have changed it since it was read.
        await updateProfile(transaction, before.id, {
          fullName,
          email: isNew ? email : undefined,
          phone,
          gender,
          location,
        });
        if (!isNew) return;
        // Invalidates recovery links sent to the old address, which may be compromised.
        await deleteResetsOf(transaction, before.id);
        await requestVerification(transaction, before.id);
      });
      return userOf(db, before.id);
    },

    'PUT /api/account/password': async (call) => {
      const { currentPassword, newPassword } = call.body;
      const { userId, tokenHash } = call.caller;
      const user = await userOf(db, userId);
      if (call.body.removePasskeys) await refuseUnconfirmed(db, call.caller, 'with-factor');
      const before = await confirmPassword(db, user, tokenHash, currentPassword, 'currentPassword');
      const refusal = refusalOfPassword(newPassword, user);
      if (refusal) throw invalid({ newPassword: refusal }, refusal);
      const after = await hashPassword(newPassword, userId);
      const token = await db.transaction(async (transaction) => {
        if (call.body.removePasskeys) await removePasskeys(transaction, userId, call.address);
        if (user.userRole !== 'parent') await dropWaitingFactors(transaction, userId);
        return changePassword(transaction, user, tokenHash, { before, after });
      });
      call.setSession(token);
      log.info({ event: 'password-changed', userId, address: call.address }, 'password changed');
      return null;
    },

    'POST /api/account/deletion': async (call) => {
      const user = await userOf(db, call.caller.userId);
      await confirmPassword(db, user, call.caller.tokenHash, call.body.password, 'password');
      const { askedAt } = await db.transaction(async (transaction) => {
        const marked = await markForDeletion(transaction, user.id);
        if (!marked) throw notSignedIn();
        await deleteSessions(transaction, user.id, null);
        await withdrawMails(transaction, user.id);
        await sendSecurityMail(transaction, user, 'deletion_asked');
        return marked;
      });
      call.setSession(null);
      log.info({ event: 'deletion-asked', userId: user.id }, 'an account is to be erased');
      return { deletionAt: new Date(askedAt.getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS) };
    },

    'DELETE /api/account/deletion': async (call) => {
      const { userId } = call.caller;
      if ((await unmarkForDeletion(db, userId)) > 0)
        log.info({ event: 'deletion-withdrawn', userId }, 'an account stays');
      return userOf(db, userId);
    },
  });
}

/**
 * Stores the hash of a new password, ends the user's other sessions, recovery links and recovery code, and notifies the user by mail.
 *
 * @param hashes that of the old password, which the user has confirmed, and that of the new one.
 * @returns a new token for the session with `tokenHash`.
 * @throws Refused 409 `password-changed` if the password was changed meanwhile, 401 if the session has ended.
 */
async function changePassword(
  transaction: Queryable,
  user: Awaited<ReturnType<typeof userOf>>,
  tokenHash: Buffer,
  hashes: { before: string; after: string },
): Promise<string> {
  if ((await replacePasswordHash(transaction, user.id, hashes.before, hashes.after)) === 0)
    throw conflict('password-changed', 'A senha foi mudada noutro aparelho. Entre de novo.');
  await deleteSessions(transaction, user.id, tokenHash);
  const token = randomBytes(32).toString('base64url');
  if ((await updateSessionToken(transaction, tokenHash, hashToken(token))) === 0) throw notSignedIn();
  await deleteResetsOf(transaction, user.id);
  const codeEnded = await deleteCodeOf(transaction, user.id);
  await sendSecurityMail(transaction, user, codeEnded ? 'password_changed_code_ended' : 'password_changed');
  return token;
}

/**
 * Erases accounts 30 days after the request. Safe to run concurrently.
 *
 * @returns how many were erased.
 */
export async function eraseAccounts(db: Database, log: Log): Promise<number> {
  let erased = 0;
  for (;;) {
    const users = await deleteAbandonedUsers(db, DAYS_TO_CHANGE_ONES_MIND, ERASED_AT_A_TIME);
    for (const { id } of users) log.info({ event: 'account-erased', userId: id }, 'an account was erased');
    erased += users.length;
    if (users.length < ERASED_AT_A_TIME) return erased;
  }
}

/** Returns the periodic jobs for accounts. */
export const accountWork = (db: Database, log: Log): Periodic[] => [
  { name: 'erase-accounts', every: 3600, work: () => eraseAccounts(db, log) },
];
