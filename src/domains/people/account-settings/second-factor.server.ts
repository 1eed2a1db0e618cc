import { randomBytes } from 'node:crypto';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { Secret, TOTP as Totp } from 'otpauth';
import { hashToken } from '../../../server/config.ts';
import type { Queryable } from '../../../server/db/db.ts';
import { seal, unseal } from '../../../server/db/sealing.ts';
import { conflict, invalid, notFound } from '../../../server/http/errors.ts';
import type { Frame } from '../../../server/http/http.ts';
import { countHit, refuseOver } from '../../../server/http/rate-limits.ts';
import { audit } from '../../../server/watch/audit.ts';
import { deleteSessions } from '../accounts/account.store.ts';
import { findUser } from '../accounts/accounts.store.ts';
import { confirmOwnPassword } from '../accounts/own-password.server.ts';
import { codeTyped, RECOVERY_CODES, recoveryCodeFrom, TOTP, WRONG_CODES } from '../accounts/second-factor.rules.ts';
import {
  deleteFactor,
  enableFactor,
  findFactorState,
  insertRecoveryCodes,
  lockFactor,
  lockSecrets,
  markCodesShown,
  updateSecret,
  upsertSecret,
} from '../accounts/second-factor.store.ts';
import { admitFactor, confirmAnew, PURPOSE, stepOf, WRONG } from '../accounts/second-step.server.ts';
import { sendSecurityMail, tellThatFactorWaits } from '../accounts/security-mail.server.ts';
import { deleteWaitingPasskeys } from '../passkeys/passkeys.store.ts';
import { cancelReplacement } from '../staff/factor-replacement.server.ts';
import { findReplacement } from '../staff/factor-replacement.store.ts';
import { secondFactorContract } from './second-factor.contract.ts';

/** Enables and disables the user's own second factor. */
export function bindSecondFactor(frame: Frame): void {
  const { db, config } = frame;
  frame.bind(secondFactorContract, {
    'GET /api/account/second-factor': async ({ caller: { userId } }) => {
      const [state, replacement] = await Promise.all([findFactorState(db, userId), findReplacement(db, userId)]);
      return { ...state, replacementAt: replacement?.dueAt ?? null };
    },

    'DELETE /api/account/second-factor/replacement': async (call) => {
      const { userId } = call.caller;
      await cancelReplacement(db, { userId, address: call.address }, userId);
      return null;
    },

    'POST /api/account/second-factor': async (call) => {
      const { userId } = call.caller;
      await confirmOwnPassword(db, call.caller, call.body.password);
      const user = await findUser(db, userId);
      if (!user) throw notFound();
      const bytes = randomBytes(20);
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
      if ((await upsertSecret(db, userId, seal(config.secretKey, PURPOSE, String(userId), bytes))) === 0)
        throw conflict('already-enabled', 'A verificação em dois passos já está ligada.');
      const uri = new Totp({ ...TOTP, issuer: frame.brand().productName, label: user.username, secret }).toString();
      const qr = generate(uri);
      return {
        secret: (secret.base32.match(/.{1,4}/g) ?? []).join(' '),
        uri,
        qr: { size: qr.size, path: toSvgPath(qr) },
      };
    },

    'PUT /api/account/second-factor': async (call) => {
      const { userId, tokenHash } = call.caller;
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(randomBytes(40)));
      const enabled = await db.transaction(async (transaction) => {
        const { countsFrom, atOnce } = await admitFactor(transaction, call.caller);
        const step = await checkFirstCode(transaction, config.secretKey, userId, call.body.code);
        if (step === null) return false;
        if (atOnce) await deleteWaitingPasskeys(transaction, userId);
        await enableFactor(transaction, userId, step, countsFrom);
        await insertRecoveryCodes(transaction, userId, recoveryCodes.map(hashToken));
        await markCodesShown(transaction, tokenHash);
        await deleteSessions(transaction, userId, tokenHash);
        if (atOnce) await tell(transaction, userId, 'second_factor_added');
        else await tellThatFactorWaits(transaction, userId);
        await audit(transaction, {
          userId,
          address: call.address,
          action: 'user.second-factor-enabled',
          subject: `user ${userId}`,
        });
        return true;
      });
      if (!enabled) throw invalid({ code: WRONG }, WRONG);
      return { recoveryCodes };
    },

    'POST /api/account/second-factor/confirmation': async (call) => {
      const { userId, tokenHash } = call.caller;
      const caller = { userId, tokenHash, address: call.address };
      return { until: (await confirmAnew(db, config.secretKey, caller, call.body.code)).toISOString() };
    },

    'DELETE /api/account/second-factor': async (call) => {
      const { userId } = call.caller;
      await confirmOwnPassword(db, call.caller, call.body.password);
      await db.transaction(async (transaction) => {
        if ((await deleteFactor(transaction, userId)) === 0) return;
        await tell(transaction, userId, 'second_factor_removed');
        await audit(transaction, {
          userId,
          address: call.address,
          action: 'user.second-factor-disabled',
          subject: `user ${userId}`,
        });
      });
      return null;
    },
  });
}

/**
 * Checks the first code of a second factor that the user is setting up, and counts a wrong one.
 *
 * @returns the time step of the code, or null if it is wrong.
 * @throws Refused 409 `not-begun` if no second factor is being set up; 429 after too many wrong codes.
 */
async function checkFirstCode(
  transaction: Queryable,
  secretKey: string,
  userId: number,
  typed: string,
): Promise<number | null> {
  const factor = await lockFactor(transaction, userId);
  if (!factor || factor.enabled)
    throw conflict('not-begun', 'Comece de novo: a verificação em dois passos não está por ligar.');
  await refuseOver(transaction, WRONG_CODES, String(userId));
  const given = codeTyped(typed);
  const step = given?.kind === 'totp' ? stepOf(secretKey, userId, factor, given.code, Date.now()) : null;
  if (step === null) await countHit(transaction, WRONG_CODES, String(userId));
  return step;
}

/** Notifies the owner, because somebody else may have done it. */
async function tell(
  transaction: Queryable,
  userId: number,
  change: 'second_factor_added' | 'second_factor_removed',
): Promise<void> {
  const user = await findUser(transaction, userId);
  if (user) await sendSecurityMail(transaction, user, change);
}

/**
 * Encrypts every second factor with another key. Secrets that the old key cannot decrypt are not changed: their owner signs in with a
 * recovery code, or an administrator removes the second factor.
 *
 * @returns how many were encrypted again, and how many were not.
 */
export async function resealSecondFactors(
  transaction: Queryable,
  oldKey: string,
  newKey: string,
): Promise<{ sealed: number; unread: number }> {
  const secrets = await lockSecrets(transaction);
  let sealed = 0;
  for (const { userId, secret } of secrets) {
    const plain = unseal(oldKey, PURPOSE, String(userId), secret);
    if (plain) sealed += await updateSecret(transaction, userId, seal(newKey, PURPOSE, String(userId), plain));
  }
  return { sealed, unread: secrets.length - sealed };
}
